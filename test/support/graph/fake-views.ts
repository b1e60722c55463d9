/** Views of executions that do not run, and the values in them. */
import { givenConfinement } from "../../../src/access/given-visibility.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { ExecutionFinished } from "../../../src/execution/events/event.ts";
import { titleOf } from "../../../src/execution/events/title.ts";
import type { ExecutionView, StepView, TurnsView } from "../../../src/execution/views/execution-view.ts";
import { sha256Hex } from "../../../src/json/digest.ts";
import { canonicalJson, type Json, utf8Bytes } from "../../../src/json/json.ts";
import type { StoredValue, ValueFrame, ValueSlot } from "../../../src/json/stored-value.ts";
import type { PlanStep } from "../../../src/plan/plan.ts";
import type { TurnWork } from "../../../src/plan/turn-work.ts";
import { noUsage } from "./list-model.ts";

/** 2026-01-31T09:30:00.000Z. */
export const startTime = Date.UTC(2026, 0, 31, 9, 30);

export function storedValue(value: Json): StoredValue {
  const text = canonicalJson(value);
  return { bytes: utf8Bytes(text), digest: sha256Hex(text), inline: value };
}

export function frame(value: Json, slot: ValueSlot, sequence = 1): ValueFrame {
  return { ...storedValue(value), slot, sequence };
}

/** A frame that leaves its value out, as those of large values do. */
export function largeFrame(value: Json, slot: ValueSlot, sequence = 1): ValueFrame {
  const text = JSON.stringify(value);
  return { bytes: utf8Bytes(text), digest: sha256Hex(text), preview: text.slice(0, 100), slot, sequence };
}

/** A snapshot of an execution that was just started. */
export function freshView({ group, visibility, ...request }: StartRequest): ExecutionView {
  return {
    ...givenConfinement({ visibility, group }, "TENANT"),
    ...request,
    title: titleOf({ ...request, message: request.conversation?.message ?? null }),
    status: "RUNNING",
    state: "dispatching_step",
    sequence: 1,
    createdAt: startTime,
    startedAt: null,
    finishedAt: null,
    updatedAt: startTime,
    deadlineAt: startTime + request.limits.timeoutMs,
    cancelRequestedAt: null,
    callables: request.definitions.callables,
    steps: (request.plan?.steps ?? []).flatMap((step) =>
      step.kind === "TOOL"
        ? [freshStep(step, null)]
        : [freshStep(step, null), ...step.children.map((child) => freshStep(child, step.id))],
    ),
    conversation: request.conversation === null ? null : frame(jsonOf(request.conversation), "conversation"),
    routing: request.chosenAgent,
    planProblems: request.rejected === null ? null : frame(jsonOf(request.rejected.problems), "problems"),
    ...{ response: null, responseFailure: null, modelCalls: [] },
    message: request.message === null ? null : frame(jsonOf(request.message), "message"),
    input: request.input.kind === "VALUE" ? frame(request.input.value, "input") : null,
    ...{ output: null, artifacts: [] },
    bindings: frame(request.bindings, "bindings"),
    turns: request.turns === null ? null : turnsView(request.turns),
    directResponse: null,
    failure: null,
    ...{ waitingFor: null, retryAt: null },
    currentStep: null,
    humanInputs: [],
    usage: noUsage,
    resumptions: 0,
    archived: null,
    parkedBy: null,
    isTooOld: false,
  };
}

/** Where turns stand before the first. */
function turnsView({ appId, chatId, conversation, manifest, start }: TurnWork): TurnsView {
  const variables = { ...start.variables, ...start.set };
  return { chatId, appId, conversation, manifest, turns: [], variables, waitingTurnKey: null };
}

/** As a row would hold it. */
function jsonOf(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

/** The last event of an execution that ended well and without words, or as `more` says. */
export function finishedEvent(more: Partial<ExecutionFinished> = {}): ExecutionFinished {
  return {
    ...{ kind: "ExecutionFinished", status: "SUCCEEDED", failure: null },
    ...{ directResponse: null, response: null, responseFailure: null, output: null },
    ...more,
  };
}

function freshStep(step: PlanStep, group: string | null): StepView {
  return {
    ...{ id: step.id, index: step.index, kind: step.kind, resultKey: step.resultKey, group },
    callableName: step.kind === "TOOL" ? step.callableName : null,
    ...{ status: "PENDING", callId: null, input: null, output: null, content: null, failure: null, warning: null },
    ...{ child: null, remoteTaskId: null, waitNote: null },
    ...{ outcome: null, waitsFor: null, startedAt: null, finishedAt: null, attempts: [], reused: false },
    children: step.kind === "PARALLEL" ? step.children.map(({ id }) => id) : [],
  };
}
