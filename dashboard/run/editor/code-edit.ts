/** Changes of the text of a plan that keep it laid out: line breaks that continue at the same depth, and steps that are put in. */

/**
 * Replaces `length` characters at `offset`; afterwards `selectStart` to `selectEnd` are selected, otherwise the end of the inserted text.
 */
export interface CodeEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
  readonly selectStart?: number;
  readonly selectEnd?: number;
}

/** A line break at a character, with the white space that the line there begins with, and more after an opening brace. */
export function lineBreak(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  return `\n${indent}${/[{[]\s*$/.test(line) ? "  " : ""}`;
}

/** Puts a step, as JSON of several lines, behind the step of the plan that the cursor is in, or at the end of its steps. */
export function stepInserted(
  text: string,
  steps: { readonly offset: number; readonly length: number; readonly items: readonly StepPlace[] } | null,
  cursor: number,
  step: string,
): CodeEdit {
  if (steps === null) {
    const plan = `{\n  "steps": [\n${indented(step, 4)}\n  ]\n}`;
    return edited(0, text.length, plan);
  }
  const before = steps.items.findLast(({ offset }) => offset <= cursor) ?? null;
  const target = before === null || cursor > steps.offset + steps.length ? (steps.items.at(-1) ?? null) : before;
  if (target === null) return edited(steps.offset, steps.length, `[\n${indented(step, 4)}\n  ]`);
  return edited(target.offset + target.length, 0, `,\n${indented(step, 4)}`);
}

interface StepPlace {
  readonly offset: number;
  readonly length: number;
}

/** Selects the first value that is to be filled in. */
function edited(offset: number, length: number, text: string): CodeEdit {
  const blank = text.indexOf('""');
  const at = offset + (blank < 0 ? text.length : blank + 1);
  return { offset, length, text, selectStart: at, selectEnd: at };
}

function indented(text: string, spaces: number): string {
  return text
    .split("\n")
    .map((line) => " ".repeat(spaces) + line)
    .join("\n");
}
