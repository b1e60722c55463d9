/**
 * Where in the text of a plan a problem of the API stands. The API names places by paths into the request; the text is a JSON document
 * that somebody is writing, so that a path may lead to nothing: the nearest place above it is meant then.
 */
import { findNodeAtLocation, type Node } from "jsonc-parser";

/** Characters of the text. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** The part of what one composes that a path of the API leads to, and the rest of the path within it. */
export interface ProblemArea {
  readonly area: "DOCUMENT" | "BINDINGS" | "OPTIONS" | "ELSEWHERE";
  readonly rest: readonly string[];
}

/** Which part `path`, such as `["input", "source", "document", "steps", "3"]`, concerns. */
export function areaOf(path: readonly string[]): ProblemArea {
  const [root, first, second, ...rest] = path;
  if (root !== "input") return { area: "ELSEWHERE", rest: path };
  if (first === "source" && (second === "document" || second === "plan")) return { area: "DOCUMENT", rest };
  const below = path.slice(2);
  if (first === "bindings") return { area: "BINDINGS", rest: below };
  if (first === "options") return { area: "OPTIONS", rest: below };
  if (first === "limits") return { area: "OPTIONS", rest: ["limits", ...below] };
  return { area: "ELSEWHERE", rest: path };
}

/**
 * The characters that a path within the document means, or those of the nearest thing above it that exists. For a key that may not be
 * there the key, for an object or list its first character. `tree` is undefined for a text that is no JSON at all.
 */
export function rangeOf(tree: Node | undefined, path: readonly string[]): TextRange {
  if (tree === undefined) return { offset: 0, length: 0 };
  let node = tree;
  for (const step of path) {
    const key = node.type === "array" ? Number(step) : step;
    const next = findNodeAtLocation(node, [key]);
    if (next === undefined) break;
    node = next;
  }
  return shownRange(node);
}

/** The characters of `template` within those of `range`. Those of `range` if it is not written there. */
export function templateRange(text: string, range: TextRange, template: string): TextRange {
  const written = JSON.stringify(template).slice(1, -1);
  const at = text.slice(range.offset, range.offset + range.length).indexOf(written);
  return at < 0 ? range : { offset: range.offset + at, length: written.length };
}

/** Number of the line that holds a character, from 0. */
export function lineAt(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** Keys of the path to a JSON Pointer, such as `["artifact", "title"]` for `/artifact/title`. */
export function keysOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An object of many lines is pointed at by its key, else by the brace that opens it. */
function shownRange(node: Node): TextRange {
  if (node.type !== "object" && node.type !== "array") return { offset: node.offset, length: node.length };
  const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
  return key === undefined ? { offset: node.offset, length: 1 } : { offset: key.offset, length: key.length };
}
