/** Which marks of a long plan are shown in one line: those around where it is, or around the first that went wrong. Pure. */

/** More marks take more room than a cell of the list has. */
export const mostMarks = 12;
/** So many of the marks before the one that matters are shown. */
const before = 8;

export interface StripWindow {
  /** Steps that are left out at the beginning. */
  readonly left: number;
  readonly statuses: readonly string[];
  /** Steps that are left out at the end. */
  readonly right: number;
}

/** `statuses` in the order of the plan, which may be the first of `total` steps alone. */
export function stripWindow(statuses: readonly string[], total: number): StripWindow {
  const whole = Math.max(total, statuses.length);
  const at = statuses.findIndex((status) => status !== "SUCCEEDED" && status !== "SKIPPED");
  const left = Math.max(0, Math.min(at - before, statuses.length - mostMarks));
  const shown = statuses.slice(left, left + mostMarks);
  return { left, statuses: shown, right: whole - left - shown.length };
}
