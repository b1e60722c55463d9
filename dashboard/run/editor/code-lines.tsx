/** The lines below the text of an editor: their numbers, their tints, and the notes on their problems. */
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useMemo } from "preact/hooks";
import type { ShownProblem } from "../problems/shown-problem.ts";
import { gapLine } from "./code-gaps.ts";

export interface CodeLines {
  /** The list of lines. */
  readonly list: JSX.Element;
  /** Lines below which there are notes. */
  readonly noted: readonly number[];
}

/** `note` is the note on a problem below its line, or at its end. */
export function useCodeLines(
  rows: RefObject<HTMLOListElement | null>,
  lines: readonly string[],
  problems: readonly ShownProblem[],
  note: (problem: ShownProblem, index: number) => ComponentChildren,
): CodeLines {
  const below = notesBelow(lines, problems);
  const beside = notesBeside(problems);
  // Thousands of lines are not drawn again for each letter: a line changes only with its number and its note.
  const list = useMemo(
    () => (
      <ol ref={rows} role="presentation">
        {lines.map((line, at) => {
          const own = [...(beside.get(at) ?? []), ...(below.get(at) ?? [])];
          return (
            <li
              key={at}
              role="presentation"
              class={toneOf(problems, at)}
              style={beside.has(at) ? { "--columns": columnsOf(line) } : undefined}
            >
              <span class="ln" aria-hidden="true">
                {at + 1}
              </span>
              <code />
              {own.map((index) => {
                const problem = problems[index];
                return problem === undefined ? null : note(problem, index);
              })}
            </li>
          );
        })}
      </ol>
    ),
    [lines.length, problems],
  );
  return { list, noted: [...below.keys()] };
}

/** Id of the note for the problem of this index. */
export function noteId(index: number): string {
  return `problem-${index}`;
}

/** Ids of the notes that describe the text. Undefined without any. More would be read out before a word of the text. */
export function describedBy(problems: readonly ShownProblem[]): string | undefined {
  const described = problems.flatMap(({ line }, index) => (line === null ? [] : [noteId(index)])).slice(0, 3);
  return described.join(" ") || undefined;
}

/** Indexes of problems by the line at the end of which they are said. */
function notesBeside(problems: readonly ShownProblem[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  problems.forEach(({ beside, line }, index) => {
    if (beside !== undefined && line !== null) found.set(line, [...(found.get(line) ?? []), index]);
  });
  return found;
}

/** Indexes of problems by the line below which they are said. */
function notesBelow(
  lines: readonly string[],
  problems: readonly ShownProblem[],
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  problems.forEach(({ beside, line }, index) => {
    if (line === null || beside !== undefined) return;
    const at = gapLine(lines, line);
    found.set(at, [...(found.get(at) ?? []), index]);
  });
  return found;
}

/** How many characters wide a line is. */
function columnsOf(line: string): number {
  return [...line.replaceAll("\t", "  ")].length;
}

function toneOf(problems: readonly ShownProblem[], line: number): string {
  const own = problems.filter((problem) => problem.line === line);
  if (own.some(({ tone }) => tone === "bad")) return "bad";
  return own.length > 0 ? "warn" : "";
}
