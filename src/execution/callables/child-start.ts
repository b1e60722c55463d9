/**
 * The request that makes a child: the run of a run definition, made from the state of the execution that waits for it and the message that calls
 * it. The child is given the time that is left, the reserved part of the budgets, the subject, context and trace, and its depth.
 */

import { confinementOf } from "../../access/audience.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { TraceContext } from "../../json/trace-context.ts";
import { labelsThrough, pinnedLabels } from "../../plan/labels/label.ts";
import { childPlaces } from "../budget/child-places.ts";
import type { InvocationMessage } from "../commands/invocation-message.ts";
import type { StartRequest } from "../commands/start-request.ts";
import type { SubBudget } from "../events/usage.ts";
import { ancestryOf } from "../settle/nesting.ts";
import { workDeadlineAt } from "../state/clock.ts";
import { toolStepAt } from "../state/planned-step.ts";
import { type ExecutionState, nodeAt } from "../state/state.ts";
import { labelsOf } from "../state/state-labels.ts";
import type { StepWait } from "../state/step-state.ts";
import { executionInput } from "./callable-input.ts";

export interface ChildCall {
  /** Ordinal of the step that waits for the child. */
  readonly ordinal: number;
  /** Key of the run definition that the child runs. */
  readonly key: string;
  readonly wait: StepWait;
  readonly message: InvocationMessage;
  /** The content of the artifact that the message refers to, so that the child need not read it. Undefined if it is unknown. */
  readonly payload: Json | undefined;
  /** Names the span of the attempt that the child is. */
  readonly trace: TraceContext;
  /** Its reservation in the budgets for language models. */
  readonly budget: SubBudget;
  /** Unix milliseconds. */
  readonly now: number;
}

export type ChildStart =
  | { readonly ok: true; readonly request: StartRequest }
  | { readonly ok: false; readonly failure: Failure };

/** The request for the child that `call.wait` names. Made again it has the same fingerprint, so it finds the same child (E1). */
export function childStart(state: ExecutionState, call: ChildCall): ChildStart {
  const { budget, key, message, now, ordinal, payload, trace, wait } = call;
  const { pinned } = state;
  const execution = wait.handle;
  if (execution === undefined) throw new Error("a wait for a child has no handle");
  const timeoutMs = Math.max(1, Math.floor((wait.until ?? workDeadlineAt(state)) - now));
  const maxDescendants = childPlaces(state, ordinal);
  const limits = {
    ...pinned.limits,
    ...budget,
    timeoutMs: Math.min(timeoutMs, pinned.limits.timeoutMs),
    ...(maxDescendants !== undefined && { maxDescendants }),
  };
  const prepared = executionInput(pinned.definitions, key, { message, limits });
  if (!prepared.ok) return prepared;
  const { id: stepPath } = nodeAt(state, ordinal).step;
  const { contextId, inDoubt, approval, humanInputTimeoutMs, origin, requestId, subject, tenant } = pinned;
  const { approvers, fourEyes, ownerAlone, starters } = pinned;
  return {
    ok: true,
    request: {
      ...prepared.work,
      ...(payload === undefined ? {} : { input: { kind: "VALUE", value: payload } }),
      execution,
      tenant,
      surface: "child",
      idempotencyKey: null,
      subject,
      ...confinementOf(pinned),
      fingerprint: hashOfParts([key, message as unknown as Json]),
      origin: {
        root: origin.root,
        parent: { execution: pinned.execution, stepPath },
        depth: origin.depth + 1,
        ancestors: ancestryOf(state),
      },
      requestId: `${requestId}.${stepPath}`,
      ...trace,
      contextId,
      labels: [],
      ...inputLabelsOf(state, ordinal),
      ...(approvers !== undefined && { approvers }),
      ...(fourEyes !== undefined && { fourEyes }),
      ...(ownerAlone !== undefined && { ownerAlone }),
      ...(starters !== undefined && { starters }),
      inDoubt,
      approval,
      humanInputTimeoutMs,
      waitMs: 0,
      withValues: false,
    },
  };
}

/** The child has the labels of its input, and every rule of its caller. */
function inputLabelsOf(state: ExecutionState, ordinal: number): Pick<StartRequest, "flowRules" | "inputLabels"> {
  const { definitions, flowRules } = state.pinned;
  if (definitions.flow === undefined && flowRules === undefined) return {};
  const step = toolStepAt(state, ordinal);
  const given = labelsOf(state).operand(step.arguments, step.id);
  const inputLabels = pinnedLabels(labelsThrough(given, `${step.id}.arguments`));
  return { inputLabels, ...(flowRules === undefined ? {} : { flowRules }) };
}
