/** Problems of a plan and notes for its author, each at its place in the text. In the order of the text. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { tooDeepAt } from "./nesting.ts";
import { areaOf, keysOf, lineAt, rangeOf, type TextRange, templateRange } from "./problem-place.ts";
import { type Proposal, proposalsFor } from "./proposals.ts";
import { type WrongFragment, wordsAtPlace } from "./wrong.ts";

export interface ShownProblem {
  readonly tone: "bad" | "warn";
  readonly code: string;
  readonly words: string;
  /** Step that it concerns. Null where that is not known. */
  readonly stepId: string | null;
  /** Null for a problem outside of the plan: bindings, options. */
  readonly range: TextRange | null;
  /** From 0. Null without `range`. */
  readonly line: number | null;
  readonly proposals: readonly Proposal[];
  /** Few words that stand at the end of the line, where no line has to move. Absent for a note below the line. */
  readonly beside?: string;
}

interface Warning {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
  readonly stepId: string;
}

/** A text before the API is asked: a tree, or the problems that keep it from being one. */
export interface ReadText {
  readonly tree: Node | undefined;
  readonly value: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly ShownProblem[];
}

const strict = { disallowComments: true, allowTrailingComma: false } as const;

/** Reads the text of a plan as JSON. */
export function readText(text: string): ReadText {
  const deep = tooDeepAt(text);
  if (deep !== null) {
    const words = "A plan is not nested this deeply.";
    return { tree: undefined, value: null, problems: [localProblem(text, { offset: deep, length: 1 }, "JSON", words)] };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, strict);
  const [first] = errors;
  if (first !== undefined || tree === undefined) {
    // One mistake causes further parser errors, so only the first is shown.
    const range = { offset: first?.offset ?? 0, length: Math.max(1, first?.length ?? 1) };
    const words = first === undefined ? "Write a plan." : `${syntaxWords(first)}.`;
    return { tree, value: null, problems: [localProblem(text, range, "JSON", words)] };
  }
  if (tree.type !== "object") {
    const range = { offset: tree.offset, length: 1 };
    return { tree, value: null, problems: [localProblem(text, range, "JSON", "A plan is a JSON object.")] };
  }
  return { tree, value: JSON.parse(text) as Readonly<Record<string, unknown>>, problems: [] };
}

/** The findings of the API, at the places of the text that it was asked about. */
export function shownProblems(
  text: string,
  tree: Node | undefined,
  errors: readonly WrongFragment[],
  warnings: readonly Warning[],
): readonly ShownProblem[] {
  const found: ShownProblem[] = [];
  for (const wrong of errors) {
    if (wrong.__typename === "SchemaViolationError" && wrong.violations.length > 0) {
      for (const { instance, message } of wrong.violations) {
        const words = wordsAtPlace(message.replace(/^Instance /, "This "));
        found.push({ ...placed(text, tree, [...wrong.path, ...keysOf(instance)], null), ...bad(wrong, words) });
      }
      continue;
    }
    const template = wrong.__typename === "TemplateError" ? wrong.template : null;
    const place = placed(text, tree, wrong.path, template);
    const proposals = place.range === null ? [] : proposalsFor(wrong, text, nodeRange(tree, wrong.path));
    found.push({ ...place, ...bad(wrong, wordsAtPlace(wrong.message)), proposals });
  }
  for (const { code, message, path, stepId } of warnings) {
    const words = wordsAtPlace(message);
    found.push({ ...placed(text, tree, path, null), tone: "warn", code, words, stepId, proposals: [] });
  }
  return found.sort((one, other) => (one.range?.offset ?? -1) - (other.range?.offset ?? -1));
}

function bad(wrong: WrongFragment, words: string) {
  const stepId =
    wrong.__typename === "TemplateError" ? wrong.stepId : (/ in step (\S+?):/.exec(wrong.message)?.[1] ?? null);
  return { tone: "bad", code: wrong.code, words, stepId, proposals: [] } as const;
}

function placed(text: string, tree: Node | undefined, path: readonly string[], template: string | null) {
  if (areaOf(path).area !== "DOCUMENT") return { range: null, line: null };
  const whole = nodeRange(tree, path);
  const range = template === null ? whole : templateRange(text, whole, template);
  return { range, line: lineAt(text, range.offset) };
}

function nodeRange(tree: Node | undefined, path: readonly string[]): TextRange {
  return rangeOf(tree, areaOf(path).rest);
}

function localProblem(text: string, range: TextRange, code: string, words: string): ShownProblem {
  return { tone: "bad", code, words, stepId: null, range, line: lineAt(text, range.offset), proposals: [] };
}

const syntax: Readonly<Record<string, string>> = {
  PropertyNameExpected: "A key in quotes is expected here",
  ValueExpected: "A value is expected here",
  ColonExpected: "A colon is expected here",
  CommaExpected: "A comma is expected here",
  CloseBraceExpected: "A closing brace is expected here",
  CloseBracketExpected: "A closing bracket is expected here",
  EndOfFileExpected: "Nothing may follow the plan",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfString: "This text has no closing quote",
  InvalidEscapeCharacter: "This is no escape of JSON",
  InvalidCharacter: "This character must be escaped",
};

function syntaxWords({ error }: ParseError): string {
  const name = printParseErrorCode(error);
  return syntax[name] ?? `This is not JSON (${name})`;
}
