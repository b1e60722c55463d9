/** The keys of the tree grid of the timeline, as in the ARIA authoring practices. Pure. */
import type { TimelineLine } from "./timeline-lines.ts";

export type GridStep =
  | { readonly kind: "SELECT"; readonly line: TimelineLine }
  | { readonly kind: "FOLD"; readonly line: TimelineLine; readonly isExpanded: boolean }
  /** A step of a child is looked at on the page of the child. */
  | { readonly kind: "OPEN"; readonly executionId: string; readonly stepId: string };

/** The effect of `key` (as `KeyboardEvent.key` names it) on a line. Null for a key that is not the grid's, or has no effect. */
export function gridStep(key: string, line: TimelineLine | null, lines: readonly TimelineLine[]): GridStep | null {
  if (line === null) return null;
  const at = lines.findIndex((candidate) => candidate.key === line.key);
  const select = (target: TimelineLine | undefined): GridStep | null =>
    target === undefined ? null : { kind: "SELECT", line: target };
  switch (key) {
    case "ArrowDown":
      return select(lines[at + 1] ?? line);
    case "ArrowUp":
      return select(lines[at - 1] ?? line);
    case "Home":
      return select(lines[0]);
    case "End":
      return select(lines.at(-1));
    case "ArrowRight":
      if (line.isExpanded === false) return { kind: "FOLD", line, isExpanded: true };
      return line.isExpanded === true && lines[at + 1]?.parentKey === line.key ? select(lines[at + 1]) : null;
    case "ArrowLeft":
      if (line.isExpanded === true) return { kind: "FOLD", line, isExpanded: false };
      return select(lines.find((candidate) => candidate.key === line.parentKey));
    case "Enter":
      return line.childExecutionId === null
        ? null
        : { kind: "OPEN", executionId: line.childExecutionId, stepId: line.row.stepId };
    default:
      return null;
  }
}
