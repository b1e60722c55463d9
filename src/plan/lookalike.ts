/**
 * Finds text of a plan that looks like a reference and is none (N60): `$x.output.v`, `$0.outputs.v`, `$0.content`, `${0.output.v}`, and
 * `$0.output.v` within a longer text. A planner that writes such text means a value.
 *
 *  - `$N.name…` and `${N.name…}`: any name if that is the whole text; within a longer text only a word for a result, such as `content`.
 *  - `$name…` and `${name…}`: only with a link `output` or `outputs`, or under the roots `steps` and `bindings`. A name before a
 *    parenthesis is a method of somebody's code.
 *  - Everything else stays text: `$5`, `$100.50`, `$HOME`, `${HOME}/x`, `$.get`, `^a$`.
 *
 * A further `$` escapes: `$$x.output.v` is the text `$x.output.v`. The rule looks at the spelling alone and never at names of the plan, so
 * that a written text is read back unchanged.
 */
import { stepParts } from "./step-part.ts";

/** A text that looks like a reference. */
export interface Lookalike {
  /** As written, with its `$`. */
  readonly text: string;
  /** The part behind the `$`: a number, or a name. */
  readonly head: string;
  /** The names and indexes behind the head. */
  readonly links: readonly string[];
  /** Whether nothing but white space stands around it. */
  readonly isWhole: boolean;
}

/** Whether `${…}` can be a lookalike. In the strings of a condition it has a meaning and an escape of its own. */
export type BracesAre = "TEXT" | "VARIABLES";

export interface ParsedLookalikes {
  /** The text without its escapes. */
  readonly text: string;
  readonly lookalikes: readonly Lookalike[];
}

const HEAD = /\d+|[\p{L}_][\p{L}\p{M}\p{N}_:-]*/uy;
const LINK = /\.([\p{L}\p{M}\p{N}_:-]+)|\[(\d+|"(?:[^"\\]|\\.)*"|'[^']*')\]/uy;
const OUTPUT_NAMES: ReadonlySet<string> = new Set(["output", "outputs"]);
/** Words for the result of a call. A valid part within a longer text is a lookalike too. */
const RESULT_NAMES: ReadonlySet<string> = new Set([
  ...OUTPUT_NAMES,
  ...stepParts,
  "text",
  "content",
  "result",
  "results",
  "structuredContent",
  "structured_content",
]);
const ROOTS: ReadonlySet<string> = new Set(["steps", "bindings"]);

/** Takes the escapes out of literal text and finds the lookalikes in it. `isAll` says that no reference stands beside it. */
export function readLookalikes(text: string, isAll: boolean, braces: BracesAre): ParsedLookalikes {
  if (!text.includes("$")) return { text, lookalikes: [] };
  const lookalikes: Lookalike[] = [];
  const read = mapRuns(text, isAll, braces, (dollars, lookalike) => {
    if (dollars > 1) return dollars - 1;
    lookalikes.push(lookalike);
    return dollars;
  });
  return { text: read, lookalikes };
}

/** Literal text with its lookalikes escaped. The inverse of `readLookalikes`. */
export function escapeLookalikes(text: string, isAll: boolean, braces: BracesAre): string {
  return text.includes("$") ? mapRuns(text, isAll, braces, (dollars) => dollars + 1) : text;
}

/** The text with each run of `$` before a lookalike as long as `lengthOf` says. */
function mapRuns(
  text: string,
  isAll: boolean,
  braces: BracesAre,
  lengthOf: (dollars: number, lookalike: Lookalike) => number,
): string {
  const begin = isAll ? text.length - text.trimStart().length : -1;
  const finish = isAll ? text.trimEnd().length : -1;
  let mapped = "";
  let copied = 0;
  for (let run = text.indexOf("$"); run >= 0; ) {
    let last = run;
    while (text[last + 1] === "$") last += 1;
    const found = lookalikeAt(text, last, (end) => run === begin && end === finish, braces);
    if (found !== undefined) {
      mapped += text.slice(copied, run) + "$".repeat(lengthOf(last - run + 1, found.lookalike));
      copied = last + 1;
    }
    run = text.indexOf("$", found === undefined ? last + 1 : found.end);
  }
  return mapped + text.slice(copied);
}

function lookalikeAt(
  text: string,
  at: number,
  isWholeTo: (end: number) => boolean,
  braces: BracesAre,
): { readonly lookalike: Lookalike; readonly end: number } | undefined {
  const isBraced = text[at + 1] === "{";
  if (isBraced && braces === "VARIABLES") return undefined;
  const head = matchAt(HEAD, text, isBraced ? skipSpace(text, at + 2) : at + 1);
  if (head === undefined) return undefined;
  const links: string[] = [];
  let end = head.index + head[0].length;
  for (let link = matchAt(LINK, text, end); link !== undefined; link = matchAt(LINK, text, end)) {
    links.push(link[1] ?? unquoted(link[2] ?? ""));
    end += link[0].length;
  }
  if (isBraced) {
    const close = skipSpace(text, end);
    if (text[close] !== "}") return undefined;
    end = close + 1;
  }
  const isWhole = isWholeTo(end);
  const isMethod = !isBraced && text[end] === "(";
  if (!(/^\d/.test(head[0]) ? isNumbered(links, isWhole) : !isMethod && isNamed(head[0], links))) return undefined;
  return { lookalike: { text: text.slice(at, end), head: head[0], links, isWhole }, end };
}

function isNumbered([first]: readonly string[], isWhole: boolean): boolean {
  if (first === undefined) return false;
  return RESULT_NAMES.has(first) || (isWhole && /^[\p{L}_]/u.test(first));
}

function isNamed(head: string, links: readonly string[]): boolean {
  return links.some((link) => OUTPUT_NAMES.has(link)) || (ROOTS.has(head) && links.length > 0);
}

function unquoted(bracketed: string): string {
  return /^["']/.test(bracketed) ? bracketed.slice(1, -1) : bracketed;
}

/** The match of a sticky `pattern` that begins at `at`. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at += 1;
  return at;
}
