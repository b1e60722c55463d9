/** Which lines of the timeline and boxes of the graph a followed value goes through. Pure. */
import { stepOfStation, type ValueFlow } from "./value-flow.ts";

export type FlowMark = "FROM" | "SELF" | "TO";

export interface FlowLink {
  readonly from: string;
  readonly to: string;
  /** On the way to the value, or on the way from it. */
  readonly mark: "FROM" | "TO";
  /** The execution that both are steps of. Null for the one on the page. */
  readonly executionId: string | null;
}

/** By the id of the step. */
export function flowMarks(flow: ValueFlow | null): ReadonlyMap<string, FlowMark> {
  const marks = new Map<string, FlowMark>();
  if (flow === null) return marks;
  for (const station of flow.to) mark(stepOfStation(station), "TO");
  for (const station of flow.from) mark(stepOfStation(station), "FROM");
  const { place } = flow;
  if ("stepId" in place) mark(place.stepId, "SELF");
  if (place.kind === "ANSWER") mark("model/RESPOND", "SELF");
  return marks;

  function mark(stepId: string | null, as: FlowMark): void {
    if (stepId !== null) marks.set(stepId, as);
  }
}

export function flowLinks(flow: ValueFlow | null, executionId: string | null = null): readonly FlowLink[] {
  const marks = flowMarks(flow);
  return (flow?.links ?? []).map(({ from, to }) => ({
    from,
    to,
    executionId,
    mark: marks.get(from) === "FROM" && marks.get(to) !== "TO" ? "FROM" : "TO",
  }));
}

/** The part of a line's sentence about it, for screen readers. Empty for a line that the value does not go through. */
export function markWords(mark: FlowMark | undefined): string {
  switch (mark) {
    case "FROM":
      return ", the followed value came through it";
    case "SELF":
      return ", has the followed value";
    case "TO":
      return ", the followed value reached it";
    case undefined:
      return "";
  }
}
