/**
 * How a reference is spelled in a string, read and written (C1). Knows syntax only: whether a step or binding exists is asked
 * in `bind-reference.ts`.
 *
 *  - `$N.output.path`, `$N.text` and `$N.status`, only as a whole string. `$$N.output…` is the text `$N.output…` (R30).
 *    A further `$` also escapes text that only looks like a reference (`lookalike.ts`).
 *  - `{{ chain }}`, as a whole string (typed value) or within text (rendered). `\{{` is the text `{{`; of a run of backslashes
 *    before `{{` every pair is one backslash, and an odd one escapes. In a longer run of braces the last two open.
 *  - A chain is a name followed by `.name`, `[0]`, `[-1]`, `[*]` or `["any text"]`.
 *  - `${ chain }` belongs to conditions and is plain text elsewhere; a sole name in it is that of a binding.
 *
 * A text that begins like a reference and cannot be read is malformed, never text. Data is never given to this file (E13).
 */

import type { PathSegment } from "../json/value-path.ts";
import { type BracesAre, escapeLookalikes, type Lookalike, matchAt, readLookalikes } from "./lookalike.ts";
import type { Reference } from "./plan.ts";
import { type StepPart, stepParts } from "./step-part.ts";

/** One link of a chain as written: quoted links are never joined with their neighbours nor taken for keywords. */
export interface ChainLink {
  readonly name: string;
  readonly quoted: boolean;
  /** Set for `[-1]` and `[*]`. */
  readonly item?: "FROM_END" | "EACH";
}

/** Where links lead. */
export type ReferencePath = Pick<Reference, "path" | "each">;

/** The content of an expression, before the existence of its names is checked. */
export type Expression =
  | {
      readonly kind: "INDEX";
      readonly index: number;
      readonly part: StepPart;
      readonly path: readonly PathSegment[];
      readonly each?: NonNullable<Reference["each"]>;
      readonly text: string;
    }
  | { readonly kind: "CHAIN" | "VARIABLE"; readonly links: readonly ChainLink[]; readonly text: string };

/** An expression within a longer text, and where it ends. */
export interface ExpressionAt {
  readonly expression: Expression;
  readonly end: number;
}

/** The meaning of a string of a plan. */
export type TextMeaning =
  | { readonly kind: "LITERAL"; readonly text: string; readonly lookalikes: readonly Lookalike[] }
  | { readonly kind: "REFERENCE"; readonly expression: Expression }
  | {
      readonly kind: "TEXT";
      readonly parts: readonly (string | Expression)[];
      readonly lookalikes: readonly Lookalike[];
    }
  | { readonly kind: "MALFORMED"; readonly template: string; readonly required: string };

const PARTS = stepParts.join("|");
const INDEX_HEAD = new RegExp(`^\\$(\\d+)\\.(${PARTS})(?=[.[]|$)`);
const INDEX_AT = new RegExp(`\\$(\\d+)\\.(${PARTS})(?=[.[]|(?![\\p{L}\\p{M}\\p{N}_:$@-]))`, "uy");
const NAME = /[\p{L}\p{M}\p{N}_:$@-]+/uy;
const WHOLE_NAME = /^[\p{L}\p{M}\p{N}_:$@-]+$/u;
const BRACKET_INDEX = /\[(0|-?[1-9]\d*)\]/y;
const BRACKET_EACH = /\[\*\]/y;
const BRACKET_TEXT = /\[("(?:[^"\\]|\\.)*")\]/y;
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;
const CHAIN_SHAPE = 'a name followed by .name, [0], [-1], [*] or ["name"], closed by }}';

/**
 * Reads a string of a plan. Never throws.
 *
 * @example
 * ```ts
 * readText("$0.output.title").kind; // "REFERENCE"
 * readText("Hello {{steps.who.output.name}}").kind; // "TEXT"
 * readText("$5").kind; // "LITERAL"
 * readText("{{steps..output}}").kind; // "MALFORMED"
 * ```
 */
export function readText(text: string, braces: BracesAre = "TEXT"): TextMeaning {
  const head = INDEX_HEAD.exec(text);
  if (head === null) return readTemplate(text, braces);
  const links = readLinks(text, head[0].length);
  if (links === undefined || links.end !== text.length) {
    return {
      kind: "MALFORMED",
      template: text,
      required: '$N.output or $N.text followed by .name, [0], [-1], [*] or ["name"] up to its end',
    };
  }
  const path = pathsOf(links.links);
  return {
    kind: "REFERENCE",
    expression: { kind: "INDEX", index: Number(head[1]), part: partOf(head[2]), ...path, text },
  };
}

/** The path that links without `[*]` say: an unquoted number is an array index. */
export function pathOf(links: readonly ChainLink[]): readonly PathSegment[] {
  return links.map(({ item, name, quoted }) => {
    const isIndex = item === "FROM_END" || (!quoted && ARRAY_INDEX.test(name));
    return isIndex && Number.isSafeInteger(Number(name)) ? Number(name) : name;
  });
}

/** The paths that links say: up to the first `[*]`, and behind each. */
export function pathsOf(links: readonly ChainLink[]): ReferencePath {
  const pieces: ChainLink[][] = [[]];
  for (const link of links) {
    if (link.item === "EACH") pieces.push([]);
    else pieces.at(-1)?.push(link);
  }
  const [path = [], ...each] = pieces.map(pathOf);
  return each.length === 0 ? { path } : { path, each };
}

function readTemplate(text: string, braces: BracesAre): TextMeaning {
  if (!text.includes("{{")) return { kind: "LITERAL", ...readLookalikes(text, true, braces) };
  const parts: (string | Expression)[] = [];
  let literal = "";
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{{", at);
    if (open < 0) {
      literal += text.slice(at);
      break;
    }
    const backslashes = countBackwards(text, open, at);
    literal += text.slice(at, open - backslashes) + "\\".repeat(Math.floor(backslashes / 2));
    if (backslashes % 2 === 1) {
      literal += "{{";
      at = open + 2;
      continue;
    }
    let begin = open;
    while (text[begin + 2] === "{") begin += 1;
    literal += "{".repeat(begin - open);
    const expression = readExpression(text, begin);
    if (expression === undefined) return { kind: "MALFORMED", template: text.slice(begin), required: CHAIN_SHAPE };
    if (literal !== "") parts.push(literal);
    literal = "";
    parts.push(expression.expression);
    at = expression.end;
  }
  if (literal !== "") parts.push(literal);
  const [only] = parts;
  if (parts.length > 1) return readPieces(parts, braces);
  if (typeof only === "object") return { kind: "REFERENCE", expression: only };
  return { kind: "LITERAL", ...readLookalikes(only ?? "", true, braces) };
}

function readPieces(written: readonly (string | Expression)[], braces: BracesAre): TextMeaning {
  const lookalikes: Lookalike[] = [];
  const parts = written.map((part) => {
    if (typeof part !== "string") return part;
    const scan = readLookalikes(part, false, braces);
    lookalikes.push(...scan.lookalikes);
    return scan.text;
  });
  return { kind: "TEXT", parts, lookalikes };
}

function countBackwards(text: string, open: number, floor: number): number {
  let count = 0;
  while (open - count > floor && text[open - count - 1] === "\\") count += 1;
  return count;
}

function readExpression(text: string, open: number): ExpressionAt | undefined {
  return readChain(text, open, "CHAIN", "}}");
}

/** The expression that begins at `at` in the text of a condition, in any spelling. Undefined if none does, or it cannot be read. */
export function readExpressionAt(text: string, at: number): ExpressionAt | undefined {
  if (text.startsWith("{{", at)) return readExpression(text, at);
  if (text.startsWith("${", at)) return readChain(text, at, "VARIABLE", "}");
  const head = matchAt(INDEX_AT, text, at);
  const links = head === undefined ? undefined : readLinks(text, at + head[0].length);
  if (head === undefined || links === undefined) return undefined;
  // A name before a parenthesis is that of a method of the value.
  const last = links.links.at(-1);
  const isMethod = last !== undefined && !last.quoted && text[links.end] === "(" && text[links.end - 1] !== "]";
  const end = isMethod ? links.end - last.name.length - 1 : links.end;
  const path = pathsOf(isMethod ? links.links.slice(0, -1) : links.links);
  const expression = { kind: "INDEX", index: Number(head[1]), part: partOf(head[2]), ...path } as const;
  return { expression: { ...expression, text: text.slice(at, end) }, end };
}

function partOf(name: string | undefined): StepPart {
  return stepParts.find((part) => part === name) ?? "output";
}

function readChain(text: string, open: number, kind: "CHAIN" | "VARIABLE", closing: string): ExpressionAt | undefined {
  const start = skipSpace(text, open + 2);
  const head = matchAt(NAME, text, start);
  if (head === undefined) return undefined;
  const links = readLinks(text, start + head[0].length);
  if (links === undefined) return undefined;
  const close = skipSpace(text, links.end);
  if (!text.startsWith(closing, close)) return undefined;
  const end = close + closing.length;
  const all = [{ name: head[0], quoted: false }, ...links.links];
  return { expression: { kind, links: all, text: text.slice(open, end) }, end };
}

function readLinks(
  text: string,
  from: number,
): { readonly links: readonly ChainLink[]; readonly end: number } | undefined {
  const links: ChainLink[] = [];
  let at = from;
  while (text[at] === "." || text[at] === "[") {
    const index = matchAt(BRACKET_INDEX, text, at);
    const each = matchAt(BRACKET_EACH, text, at);
    const quotedName = matchAt(BRACKET_TEXT, text, at);
    const name = text[at] === "." ? matchAt(NAME, text, at + 1) : undefined;
    if (index !== undefined) {
      const [whole, digits = ""] = index;
      links.push({ name: digits, quoted: false, ...(digits.startsWith("-") ? { item: "FROM_END" } : {}) });
      at += whole.length;
    } else if (each !== undefined) {
      links.push({ name: "*", quoted: false, item: "EACH" });
      at += each[0].length;
    } else if (quotedName !== undefined) {
      const parsed = parseQuoted(quotedName[1] ?? "");
      if (parsed === undefined) return undefined;
      links.push({ name: parsed, quoted: true });
      at += quotedName[0].length;
    } else if (name !== undefined) {
      links.push({ name: name[0], quoted: false });
      at += 1 + name[0].length;
    } else return undefined;
  }
  return { links, end: at };
}

function parseQuoted(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t" || text[at] === "\n" || text[at] === "\r") at += 1;
  return at;
}

/**
 * The canonical spelling of a reference, such as `{{steps.research.output.artifact_id}}`, `{{bindings["a.b"]}}` or `{{input.amount}}`.
 *
 * @example
 * ```ts
 * writeReference({ root: "steps", id: "research", path: ["rows", 0, "id"] }); // "{{steps.research.output.rows[0].id}}"
 * writeReference({ root: "bindings", id: "a.b", path: [] }); // '{{bindings["a.b"]}}'
 * ```
 */
export function writeReference({
  root,
  id,
  part,
  path,
  each = [],
}: Pick<Reference, "root" | "id" | "part" | "path" | "each">): string {
  const ofStep = root === "steps" ? `.${part ?? "output"}` : "";
  const isNamed = root === "steps" || root === "bindings";
  return `{{${root}${isNamed ? writeName(id) : ""}${ofStep}${[path, ...each].map(writePath).join("[*]")}}}`;
}

function writePath(path: readonly PathSegment[]): string {
  return path.map(writeSegment).join("");
}

function writeName(id: string): string {
  return WHOLE_NAME.test(id) ? `.${id}` : `[${JSON.stringify(id)}]`;
}

/** The part of a step as a reference by number names it, such as `$0.output.v`. Read where the reference is the whole string. */
export function writeIndexed(index: number, part: string, path: readonly PathSegment[]): string {
  return `$${index}.${part}${path.map(writeSegment).join("")}`;
}

/** The part of a step as a reference by id names it, such as `{{steps.research.output.v}}`. */
export function writeStepPart(id: string, part: string, path: readonly PathSegment[]): string {
  return `{{steps${writeName(id)}.${part}${path.map(writeSegment).join("")}}}`;
}

function writeSegment(segment: PathSegment): string {
  if (typeof segment === "number") return `[${segment}]`;
  return WHOLE_NAME.test(segment) && !ARRAY_INDEX.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}

/** A string that is read as the given parts: literal text escaped, references already spelled. The inverse of `readText`. */
export function writeText(
  parts: readonly ({ readonly literal: string } | { readonly reference: string })[],
  braces: BracesAre = "TEXT",
): string {
  let text = "";
  for (const [position, part] of parts.entries()) {
    if ("reference" in part) text += part.reference;
    else {
      const literal = escapeLookalikes(part.literal, parts.length === 1, braces);
      text += escapeBraces(literal, position < parts.length - 1);
    }
  }
  return text;
}

function escapeBraces(literal: string, beforeReference: boolean): string {
  // Elsewhere the expression would match the empty text, once for each character.
  return literal.replace(/(?=[\\{])(\\*)(\{*)/g, (run, backslashes: string, braces: string, at: number) => {
    const touchesReference = beforeReference && at + run.length === literal.length;
    if (braces.length >= 2) {
      const pairs = Math.floor(braces.length / 2);
      return `${backslashes}${backslashes}${"\\{{".repeat(pairs)}${braces.length % 2 === 1 ? "{" : ""}`;
    }
    return touchesReference ? `${backslashes}${backslashes}${braces}` : run;
  });
}
