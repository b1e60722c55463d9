/** JSON as pieces of text of different weight, made only as far as it is shown. */

export interface JsonToken {
  /** Name of a member, text, number or constant, reference to a value, punctuation. */
  readonly kind: "k" | "s" | "v" | "r" | "p";
  readonly text: string;
}

export interface JsonTokens {
  readonly tokens: readonly JsonToken[];
  /** Whether there is more than listed. */
  readonly isCut: boolean;
}

const deepest = 100;
const reference = /^\$\d+\.|^\$\{|\{\{|^\$(?:result|bindings|input|steps)\b/;

/** The first `maxCharacters` of the value, with two spaces for each level. */
export function jsonTokens(value: unknown, maxCharacters: number): JsonTokens {
  const tokens: JsonToken[] = [];
  let left = maxCharacters;
  let isCut = false;

  const put = (kind: JsonToken["kind"], text: string): void => {
    isCut ||= text.length > left;
    if (left <= 0) return;
    const shown = text.length > left ? text.slice(0, left) : text;
    left -= text.length;
    const last = tokens.at(-1);
    if (kind === "p" && last?.kind === "p") tokens[tokens.length - 1] = { kind, text: last.text + shown };
    else tokens.push({ kind, text: shown });
  };

  const quoted = (text: string): string => JSON.stringify(text.length > left ? text.slice(0, left + 1) : text);

  const list = (open: string, close: string, depth: number, count: number, entry: (at: number) => void): void => {
    if (count === 0 || depth >= deepest) {
      put("p", count === 0 ? open + close : `${open} … ${close}`);
      return;
    }
    const indent = "  ".repeat(depth + 1);
    put("p", open);
    for (let at = 0; at < count && left > 0; at += 1) {
      put("p", `${at === 0 ? "" : ","}\n${indent}`);
      entry(at);
    }
    put("p", `\n${"  ".repeat(depth)}${close}`);
  };

  const write = (part: unknown, depth: number): void => {
    if (left <= 0) return;
    if (typeof part === "string") put(reference.test(part) ? "r" : "s", quoted(part));
    else if (Array.isArray(part)) list("[", "]", depth, part.length, (at) => write(part[at], depth + 1));
    else if (typeof part === "object" && part !== null) {
      const names = Object.keys(part);
      list("{", "}", depth, names.length, (at) => {
        const name = names[at] ?? "";
        put("k", quoted(name));
        put("p", ": ");
        write((part as Readonly<Record<string, unknown>>)[name], depth + 1);
      });
    } else put("v", String(part));
  };

  write(value, 0);
  return { tokens, isCut };
}
