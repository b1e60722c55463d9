/** Replacements for a wrong part: names that exist, the nearest first, and the text that each of them makes. */
import { type TextRange, templateRange } from "./problem-place.ts";
import type { WrongFragment } from "./wrong.ts";

/** One name to take, and the characters that taking it replaces. */
export interface Proposal {
  readonly label: string;
  readonly range: TextRange;
  readonly text: string;
  /** Whether it is near to the written name, not just one that exists. */
  readonly isNear: boolean;
}

/** More would not be read. */
const most = 8;

/** Replacements for the problem `wrong` at `range` of `text`. */
export function proposalsFor(wrong: WrongFragment, text: string, range: TextRange): readonly Proposal[] {
  if (wrong.__typename === "UnknownCallableError") {
    if (text[range.offset] !== '"') return [];
    return named(wrong.nearestNames, []).map(({ label, isNear }) => ({
      label,
      isNear,
      range,
      text: JSON.stringify(label),
    }));
  }
  if (wrong.__typename !== "TemplateError") return [];
  const { availableFields, nearestNames, template } = wrong;
  const place = templateRange(text, range, template);
  // Words of the plan may become a template that is written nowhere, such as those that are handed to an agent.
  if (text.slice(place.offset, place.offset + place.length) !== JSON.stringify(template).slice(1, -1)) return [];
  const found: Proposal[] = [];
  for (const { isNear, label } of named(nearestNames, availableFields)) {
    const changed = templateWith(wrong, label);
    if (changed !== null) {
      found.push({ label, isNear, range: place, text: JSON.stringify(changed).slice(1, -1) });
    }
  }
  return found;
}

/** The template with another name in place of the wrong one. Null if the place is unknown. */
function templateWith(
  { field, reason, template }: Extract<WrongFragment, { __typename: "TemplateError" }>,
  name: string,
): string | null {
  if (reason === "FIELD_NOT_FOUND" && field !== null) {
    const at = template.lastIndexOf(field);
    if (at < 0) return null;
    const parent = field.slice(0, field.lastIndexOf(".") + 1);
    return template.slice(0, at) + parent + name + template.slice(at + field.length);
  }
  const place = {
    UNKNOWN_STEP: /((?:steps\.)|(?:\{\{\s*))(?!steps\.)([^\s.}]+)/,
    UNKNOWN_BINDING: /(bindings\.)([^\s.}]+)/,
  }[reason as string];
  if (place === undefined || !place.test(template)) return null;
  return template.replace(place, (_, before: string) => before + name);
}

function named(near: readonly string[], others: readonly string[]): readonly { label: string; isNear: boolean }[] {
  return [
    ...near.map((label) => ({ label, isNear: true })),
    ...others.filter((label) => !near.includes(label)).map((label) => ({ label, isNear: false })),
  ].slice(0, most);
}
