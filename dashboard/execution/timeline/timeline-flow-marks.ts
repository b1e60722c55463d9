/** The followed value on the lines of the timeline: those of the execution on the page, and those of the children that are unfolded. */
import { useContext, useMemo } from "preact/hooks";
import {
  type FlowJoin,
  type FlowLink,
  type FlowMark,
  flowJoins,
  flowLinks,
  flowMarks,
  type OpenerLine,
} from "../../follow/flow-marks.ts";
import type { ValueFlow } from "../../follow/value-flow.ts";
import { FollowedFlow, FollowedInside } from "../following.tsx";
import type { TimelineLine } from "./timeline-lines.ts";

export interface LineFlow {
  /** Whether a value is followed. */
  readonly isKnown: boolean;
  /** Whether the ribbon between the lines is drawn. */
  readonly hasRibbon: boolean;
  readonly links: readonly FlowLink[];
  joinsOf(lines: readonly TimelineLine[]): readonly FlowJoin[];
  /** How the value goes through the step of a line. Undefined where it does not. */
  markOf(line: TimelineLine): FlowMark | undefined;
}

export function useLineFlow(): LineFlow {
  const flow = useContext(FollowedFlow).value;
  const inside = useContext(FollowedInside).value;
  const marks = useMemo(() => flowMarks(flow), [flow]);
  const links = useMemo(
    () => [...flowLinks(flow), ...[...inside.values()].flatMap((other) => flowLinks(other.flow, other.executionId))],
    [flow, inside],
  );
  const marksInside = useMemo(
    () => new Map([...inside.values()].map((other) => [other.executionId, flowMarks(other.flow)])),
    [inside],
  );
  const flowsInside = useMemo(() => {
    const flows = new Map<string, ValueFlow[]>();
    for (const other of inside.values())
      flows.set(other.executionId, [...(flows.get(other.executionId) ?? []), other.flow]);
    return flows;
  }, [inside]);
  return {
    isKnown: flow !== null,
    hasRibbon: links.length > 0 || inside.size > 0,
    links,
    joinsOf: (lines) => flowJoins(lines.map(openerOf), flowsInside),
    markOf: ({ childExecutionId, row }) =>
      (childExecutionId === null ? marks : marksInside.get(childExecutionId))?.get(row.stepId),
  };
}

function openerOf({ childExecutionId, row }: TimelineLine): OpenerLine {
  return { executionId: childExecutionId, stepId: row.stepId, childExecutionId: row.childExecutionId };
}
