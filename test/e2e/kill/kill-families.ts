/**
 * Plans of the kill tests whose one step is a workflow: an execution and its child. One family for each place stops there, the parent by
 * its label, the child, which carries none, by the text that it is given. The workflow is that of the ten-step plan.
 */
import { type Planwright, tool } from "../../support/deployed/planwright.ts";
import { type KillPlace, placesOf } from "./kill-places.ts";

export const parentRows = [
  "EXECUTION_STARTED",
  "STEP_STARTED keep",
  "STEP_WAITING keep",
  "ARTIFACT_STORED keep",
  "STEP_FINISHED keep",
  "EXECUTION_FINISHED",
] as const;

export const childRows = [
  "EXECUTION_STARTED",
  "STEP_STARTED keep",
  "STEP_FINISHED keep",
  "EXECUTION_FINISHED",
] as const;

export interface FamilyPlace extends KillPlace {
  readonly who: "parent" | "child";
  /** The text that the child is given, by which it stops if it is who stops; the key of the parent. */
  readonly text: string;
}

const familyPlacesOf = (who: "parent" | "child", places: readonly KillPlace[]): readonly FamilyPlace[] =>
  places.map((place) => ({ ...place, who, text: `${who} ${place.moment}:${place.row}` }));

/** A parent that was lost before its first row is nobody's. */
export const familyPlaces = [
  ...familyPlacesOf("parent", placesOf(parentRows, [3, 1, 2])).slice(1),
  ...familyPlacesOf("child", placesOf(childRows, [2, 2])),
];

/** Starts the family that stops at a place. A parent that stops in the turn of its request is never answered. */
export async function familyToStop(planwright: Planwright, { moment, row, text, who }: FamilyPlace): Promise<void> {
  const labels = who === "parent" ? [{ key: "stopAt", value: `${moment}:${row}` }] : [];
  const source = { plan: { steps: [tool("keep", "workflow_keep", { text })] } };
  const { errors = [] } = await planwright.send(
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }",
    { input: { source, options: { idempotencyKey: text, labels } } },
  );
  const isAnswered = who === "child" || row > 3;
  if (isAnswered && errors.length > 0) throw new Error(`Cannot start ${text}: ${JSON.stringify(errors)}`);
}

export interface FamilySeen {
  readonly status: string;
  readonly requestId: string;
  readonly rows: readonly string[];
  readonly children: readonly { readonly status: string; readonly rows: readonly string[] }[];
}

interface Rows {
  readonly events: { readonly nodes: readonly { readonly type: string; readonly stepId: string | null }[] };
}

const rows = "events(first: 50) { nodes { type stepId } }";
const rowsOf = ({ events }: Rows) =>
  events.nodes.map(({ stepId, type }) => (stepId === null ? type : `${type} ${stepId}`));

/** What became of a family. */
export async function familyAt(planwright: Planwright, { text }: FamilyPlace): Promise<FamilySeen> {
  const { execution } = await planwright.ask<{
    execution:
      | (Rows & { status: string; requestId: string; children: { nodes: (Rows & { status: string })[] } })
      | null;
  }>(
    `query ($by: ExecutionSelector!) {
      execution(by: $by) { status requestId ${rows} children(first: 10) { nodes { status ${rows} } } }
    }`,
    { by: { idempotencyKey: text } },
  );
  if (execution === null) throw new Error(`The family that stopped at ${text} is lost`);
  const { children, requestId, status } = execution;
  const seen = children.nodes.map((child) => ({ status: child.status, rows: rowsOf(child) }));
  return { status, requestId, rows: rowsOf(execution), children: seen };
}
