/** Reading JSON that somebody is writing. */
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import type { Json } from "../../../src/json/json.ts";

export type ParsedJson =
  | { readonly ok: true; readonly value: Json | undefined }
  /** The message says where, by line and column. */
  | { readonly ok: false; readonly message: string };

/** The value of a text. Undefined for an empty one. */
export function readJson(text: string): ParsedJson {
  if (text.trim() === "") return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch {
    const errors: ParseError[] = [];
    parse(text, errors, { allowTrailingComma: false, disallowComments: true });
    const [first] = errors;
    if (first === undefined) return { ok: false, message: "This is not JSON" };
    const before = text.slice(0, first.offset).split("\n");
    const words = printParseErrorCode(first.error)
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase();
    const column = (before.at(-1)?.length ?? 0) + 1;
    return { ok: false, message: `This is not JSON at line ${before.length}, column ${column}: ${words}` };
  }
}
