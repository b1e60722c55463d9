/** The names of steps in the timeline and the graph, shown and spoken. Pure. */
import { plural, spokenDuration } from "../../parts/numbers.ts";
import type { StepKind, StepRow } from "../store/execution-model.ts";
import { purposeOf, roundOfRow } from "../store/model-work.ts";

const modelWork: Readonly<Record<string, string>> = {
  "model/PLAN": "plan",
  "model/ROUTE": "route",
  "model/RESPOND": "answer",
};

const kinds: Readonly<Record<StepKind, string>> = {
  TOOL: "tool",
  AGENT: "agent",
  WORKFLOW: "workflow",
  HUMAN_INPUT: "human input",
  PARALLEL: "group",
  MAP: "map",
  LOOP: "loop",
  ROUND: "plan",
  MODEL: "model",
};

/** The name of a line: the id of its step in its plan. Work of models has names of its own. */
export function nameOfRow({ stepId }: Pick<StepRow, "stepId">): string {
  const round = roundOfRow(stepId);
  if (round !== null) return `plan ${round}`;
  if (stepId.startsWith("rounds/")) return stepId.replace(/^rounds\/\d+\//, "");
  return Object.hasOwn(modelWork, stepId) ? (modelWork[stepId] ?? stepId) : (purposeOf(stepId) ?? stepId);
}

export function kindWord(kind: StepKind): string {
  return kinds[kind];
}

/** `SUCCEEDED` as "succeeded", `BACKING_OFF` as "backing off". */
export function statusWord(status: StepRow["status"]): string {
  return status.toLowerCase().replaceAll("_", " ");
}

/** The second line of a node: whether it belongs to `finally`, and its callable. */
export function captionOf(row: StepRow, isWithin: boolean): string {
  const called = calledOf(row, isWithin);
  return row.isFinally === true ? `finally · ${called}` : called;
}

/** The callable, with its kind where that adds to the name. */
function calledOf({ callableName, kind }: StepRow, isWithin: boolean): string {
  if (kind === "MODEL" || (kind === "TOOL" && isWithin && callableName !== "")) return callableName;
  return callableName === "" ? kindWord(kind) : `${kindWord(kind)} · ${callableName}`;
}

/** Milliseconds that a step has taken by `now`. Null if it did not start. */
export function durationOf({ finishedAt, startedAt }: StepRow, now: number): number | null {
  return startedAt === null ? null : Math.max(0, (finishedAt ?? now) - startedAt);
}

/**
 * The sentence of a row: "research, tool, failed, 1.2 seconds, attempt 2". The time of a running step is in whole seconds, so that the
 * sentence changes no more often.
 */
export function sentenceOf(row: StepRow, now: number): string {
  const taken = durationOf(row, now);
  const shown = taken !== null && row.finishedAt === null ? Math.floor(taken / 1_000) * 1_000 : taken;
  return [
    nameOfRow(row),
    kindWord(row.kind),
    row.isFinally === true ? "one of finally" : "",
    statusWord(row.status),
    shown === null ? "" : spokenDuration(shown),
    row.reused ? "output reused" : "",
    warningWords(row),
    row.note,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** "1 warning", or nothing. */
export function warningWords({ warningCount }: Pick<StepRow, "warningCount">): string {
  return warningCount === 0 ? "" : plural(warningCount, "warning");
}

/** A JSON Pointer as people write paths: `/artifact/items/0` as `.artifact.items[0]`. Empty for the whole. */
export function dotted(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) =>
      /^\d+$/.test(part) ? `[${part}]` : /^[\w-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
    )
    .join("");
}
