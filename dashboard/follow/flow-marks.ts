/** Which lines of the timeline and boxes of the graph a followed value goes through. Pure. */
import type { Station } from "./station.ts";
import type { ValueFlow } from "./value-flow.ts";

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

/** A line whose step started another execution. */
export interface OpenerLine {
  readonly executionId: string | null;
  readonly stepId: string;
  readonly childExecutionId: string | null;
}

/** A step of a child execution and the step that started it, where the value goes from one into the other. */
export interface FlowJoin {
  readonly opener: { readonly executionId: string | null; readonly stepId: string };
  readonly inside: { readonly executionId: string; readonly stepId: string };
  /** Out of the child, as its result, or into it, with its input. */
  readonly mark: "FROM" | "TO";
}

/** Where the ways inside child executions leave these for the lines that started them, and where they come in. */
export function flowJoins(
  openers: readonly OpenerLine[],
  inside: ReadonlyMap<string, readonly ValueFlow[]>,
): readonly FlowJoin[] {
  return openers.flatMap(({ childExecutionId, executionId, stepId }) =>
    childExecutionId === null
      ? []
      : (inside.get(childExecutionId) ?? []).flatMap((flow) =>
          endsOf(flow).map(({ mark, stepId: end }): FlowJoin => {
            const opener = { executionId, stepId };
            return { opener, inside: { executionId: childExecutionId, stepId: end }, mark };
          }),
        ),
  );
}

/** The steps with which a way leaves an execution, as its result, or comes into it, with its input. None for a value of one of its steps. */
function endsOf({ from, links, place, to }: ValueFlow): readonly { stepId: string; mark: FlowJoin["mark"] }[] {
  const leaves = place.kind === "RESULT" || place.kind === "ANSWER";
  if (!leaves && place.kind !== "INPUT" && place.kind !== "PROMPT") return [];
  const steps = new Set((leaves ? from : to).flatMap((station) => stepOfStation(station) ?? []));
  const isEnd = (step: string) =>
    !links.some((link) =>
      leaves ? link.from === step && steps.has(link.to) : link.to === step && steps.has(link.from),
    );
  return [...steps].filter(isEnd).map((stepId) => ({ stepId, mark: leaves ? "FROM" : "TO" }));
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

/** The line of the timeline that a station belongs to. Null for a station without one. */
export function stepOfStation(station: Station): string | null {
  switch (station.kind) {
    case "VALUE":
      return "stepId" in station.place ? station.place.stepId : null;
    case "WRITTEN":
      return station.stepId;
    case "CALL":
      return station.step.stepId;
    case "MODEL":
      return `model/${station.purpose}`;
    default:
      return null;
  }
}
