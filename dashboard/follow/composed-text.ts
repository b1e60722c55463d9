/**
 * Which characters of a composed string came from where. A plan writes such a string as text with references in it; the replacement of each
 * is found again by the known values and by the text around them. Where more than one division would fit, the characters in question are
 * one range with every source that may have written them. Pure.
 */

export interface TextReference {
  /** As the plan writes it: `{{steps.research.output.title}}`. */
  readonly expression: string;
  /** Its replacement. Null where that is unknown. */
  readonly value: string | null;
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
  /** Places of the references that may have written it, in the order given. Empty for text of the plan alone. */
  readonly references: readonly number[];
  /** Whether text of the plan may be in it too. */
  readonly hasPlanText: boolean;
}

/**
 * Ranges that cover `composed` from its first character to its last, without gap and in order. `template` is the string as the plan has it.
 *
 * @example
 * ```ts
 * composedRanges("On {{a}}!", "On tides!", [{ expression: "{{a}}", value: null }]);
 * // "On " of the plan, "tides" of the reference, "!" of the plan
 * ```
 */
export function composedRanges(
  template: string,
  composed: string,
  references: readonly TextReference[],
): readonly TextRange[] {
  const parts = partsOf(template, references);
  const ranges = (parts && divided(parts, composed, references)) ?? [whole(composed, references)];
  return ranges.filter(({ end, start }) => end > start);
}

/** Text of the plan, or the place of a reference. */
type Part = string | number;

/** Null where an expression is not found in the template. One that stands there twice is a part twice. */
function partsOf(template: string, references: readonly TextReference[]): readonly Part[] | null {
  const parts: Part[] = [];
  const met = new Set<number>();
  for (let at = 0; ; ) {
    const found = references
      .map(({ expression }, index) => ({ index, start: template.indexOf(expression, at), length: expression.length }))
      .filter(({ length, start }) => length > 0 && start !== -1);
    // The first of them; of two that begin there the longer one.
    const [next] = found.sort((one, other) => one.start - other.start || other.length - one.length);
    parts.push(template.slice(at, next?.start));
    if (next === undefined) return met.size === references.length ? parts : null;
    parts.push(next.index);
    met.add(next.index);
    at = next.start + next.length;
  }
}

/** Null where the parts do not make the string. */
function divided(
  parts: readonly Part[],
  composed: string,
  references: readonly TextReference[],
): readonly TextRange[] | null {
  const ranges: TextRange[] = [];
  let at = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? "";
    const text = typeof part === "string" ? part : (references[part]?.value ?? null);
    if (text !== null) {
      if (!composed.startsWith(text, at)) return null;
      ranges.push({ start: at, end: at + text.length, ...sourceOf(part) });
      at += text.length;
      continue;
    }
    const unknown = untilKnown(parts, index, composed, at, references);
    if (unknown === null) return null;
    ranges.push(unknown.range);
    at = unknown.range.end;
    index = unknown.last;
  }
  return at === composed.length ? ranges : null;
}

/**
 * The characters of the unknown part at `first`. They end where the next known text stands, if it stands there alone; if it stands at
 * several places, the parts up to the end of the string cannot be separated.
 */
function untilKnown(
  parts: readonly Part[],
  first: number,
  composed: string,
  at: number,
  references: readonly TextReference[],
): { readonly range: TextRange; readonly last: number } | null {
  const textOf = (part: Part) => (typeof part === "string" ? part : (references[part]?.value ?? null));
  // Unknown parts beside one another, with nothing between them, are one range.
  let next = first + 1;
  while (next < parts.length && (textOf(parts[next] ?? "") ?? "") === "") next += 1;
  if (next === parts.length) return { range: merged(parts.slice(first), at, composed.length), last: parts.length - 1 };
  const text = textOf(parts[next] ?? "") ?? "";
  const found = composed.indexOf(text, at);
  if (found === -1) return null;
  const isLast = next === parts.length - 1;
  const end = isLast ? composed.length - text.length : found;
  if (isLast ? !composed.endsWith(text) || end < at : composed.indexOf(text, found + 1) !== -1)
    return isLast ? null : { range: merged(parts.slice(first), at, composed.length), last: parts.length - 1 };
  return { range: merged(parts.slice(first, next), at, end), last: next - 1 };
}

function sourceOf(part: Part): Pick<TextRange, "references" | "hasPlanText"> {
  return typeof part === "string" ? { references: [], hasPlanText: true } : { references: [part], hasPlanText: false };
}

function merged(parts: readonly Part[], start: number, end: number): TextRange {
  return {
    start,
    end,
    references: parts.filter((part) => typeof part === "number"),
    hasPlanText: parts.some((part) => typeof part === "string" && part !== ""),
  };
}

function whole(composed: string, references: readonly TextReference[]): TextRange {
  return { start: 0, end: composed.length, references: [...references.keys()], hasPlanText: true };
}
