/**
 * The cache of parsed documents, as Yoga uses it. It is bounded in entries and in the size of each, because callers choose the documents
 * and an isolate has little memory. Large documents are parsed again.
 */
import { _createLRUCache } from "graphql-yoga";

const maximumEntries = 200;
/** A document of this size takes about 300 KB when it is parsed. */
const maximumCharacters = 8_000;

/** A cache by the text of the document. */
export function documentCache<Value extends object>() {
  const cache = _createLRUCache<Value>({ max: maximumEntries });
  return {
    get: (text: string) => cache.get(text),
    set(text: string, value: Value) {
      if (text.length <= maximumCharacters) cache.set(text, value);
    },
  };
}
