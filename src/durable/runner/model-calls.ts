/**
 * Makes the model calls of one execution, one at a time. The runner owns the state; this class owns the call in flight.
 *
 * - E3: `ModelCallStarted` with its reservation is stored before the call leaves; its reply is stored before it is used.
 * - E7: a call that has begun and is in flight nowhere was lost. It counts in full before another is made.
 * - E8: a reply that comes after its call was aborted is `CallIgnored`, never state.
 * - E9: a call is aborted by the earliest of cancel, its own timeout and the timeout of the execution.
 * - R27, O19: any failure here, a fault of our own included, is a failure of the call and never of the object.
 */

import { endCause } from "../../execution/effects/cancellation.ts";
import type { Effect } from "../../execution/effects/effect.ts";
import { answeringEffects, modelCallRefused } from "../../execution/effects/model-effects.ts";
import { type CallAbortCause, CallAborted } from "../../execution/events/call-aborted.ts";
import type { TextProduced } from "../../execution/events/model-event.ts";
import { afterModelCall, type ModelCallResult } from "../../execution/settle/after-model-call.ts";
import { agentInTurn, modelCallId, modelDeadlineAt, openModelCall } from "../../execution/state/model-task.ts";
import { isFurtherPlan } from "../../execution/state/round-state.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { Failure } from "../../json/failure.ts";
import { storedValue } from "../../json/store-value.ts";
import type { ModelRequest, ModelResult } from "../../model/port.ts";
import type { ModelPurpose } from "../../plan/model-definition.ts";
import type { RunnerPorts } from "../ports/ports.ts";
import { cutModelCall, endless, whenAborted } from "./aborted-result.ts";
import { KeptRequests } from "./kept-requests.ts";
import { modelCallResult, ownModelFault } from "./model-answer.ts";
import { prepareModelCall } from "./model-request.ts";
import type { RunnerHost } from "./runner-host.ts";
import { TextHold } from "./text-hold.ts";
import { longestText, TextStream } from "./text-stream.ts";

interface CallInFlight {
  readonly call: number;
  readonly purpose: ModelPurpose;
  readonly request: ModelRequest;
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly controller: AbortController;
  readonly text: TextStream;
  isTooLong: boolean;
}

export class ModelCalls {
  readonly #ports: RunnerPorts;
  readonly #host: RunnerHost;
  readonly #kept: KeptRequests;
  #inFlight: CallInFlight | undefined;

  constructor(ports: RunnerPorts, host: RunnerHost) {
    this.#ports = ports;
    this.#host = host;
    this.#kept = new KeptRequests((position) => ports.journal.value(position));
  }

  /** Whether a call is in flight. */
  get busy(): boolean {
    return this.#inFlight !== undefined;
  }

  /** Stores the intent of the next call for `purpose` and makes it, or stores why there is none. */
  start(purpose: ModelPurpose): readonly Effect[] {
    const state = this.#host.state();
    if (state === undefined || this.#inFlight !== undefined) return [];
    const now = this.#ports.clock.now();
    const prepared = this.#prepared(state, purpose, now);
    if ("refusal" in prepared) {
      const over = endCause(state, now);
      // As after the last round, the answer is written from the results so far.
      if (purpose === "PLAN" && isFurtherPlan(state)) return answeringEffects(state, over, now);
      return this.#host.append([modelCallRefused(state, purpose, over, prepared.refusal)]);
    }
    const { request, reserved } = prepared;
    const call = state.modelCalls.length + 1;
    const inFlight = this.#newCall(state, call, purpose, request, now);
    // Registered before its row is folded, so that AWAIT_MODEL finds it in flight.
    this.#inFlight = inFlight;
    const isGone = () => {
      this.#inFlight = undefined;
      this.#kept.forget();
    };
    let effects: readonly Effect[];
    try {
      const { name: model } = request.model;
      const kept = this.#ports.models.keepsRequests ? this.#kept.keep(state.modelCalls, call, request) : {};
      effects = this.#host.append([{ kind: "ModelCallStarted", purpose, call, model, reserved, ...kept }]);
    } catch (error) {
      isGone();
      throw error;
    }
    this.#host.onceStored(() => void this.#run(inFlight), isGone);
    return effects;
  }

  /** Cuts the call in flight. */
  abort(cause: CallAbortCause): void {
    this.#inFlight?.controller.abort(new CallAborted(cause));
  }

  /** A call that no object holds any more: its answer is lost (E7). */
  lost(): readonly Effect[] {
    const state = this.#host.state();
    if (state === undefined) return [];
    return this.#host.append(
      afterModelCall(state, { kind: "INTERRUPTED", cause: "CRASH" }, undefined, this.#decisionInputs()),
    );
  }

  #prepared(state: ExecutionState, purpose: ModelPurpose, now: number): ReturnType<typeof prepareModelCall> {
    const { journal, models } = this.#ports;
    try {
      const read = (position: Parameters<typeof journal.value>[0]) => journal.value(position);
      return prepareModelCall(state, purpose, { prompts: models.prompts, read, now });
    } catch (error) {
      return { refusal: ownModelFault(error, state.pinned) };
    }
  }

  #newCall(
    state: ExecutionState,
    call: number,
    purpose: ModelPurpose,
    request: ModelRequest,
    now: number,
  ): CallInFlight {
    const controller = new AbortController();
    const { maxOutputTokens, timeoutMs } = request.model;
    const inFlight: CallInFlight = {
      call,
      purpose,
      request,
      startedAt: now,
      controller,
      isTooLong: false,
      timeoutMs: Math.max(0, Math.min(timeoutMs, modelDeadlineAt(state, purpose) - now)),
      text: new TextStream({
        clock: this.#ports.clock,
        streamId: modelCallId(purpose, call),
        maxLength: longestText(maxOutputTokens),
        hold: purpose === "AGENT" ? holdOf(state) : undefined,
        show: (text) => this.#show(inFlight, text),
        tooLong: () => {
          inFlight.isTooLong = true;
          controller.abort(new CallAborted("CANCEL"));
        },
      }),
    };
    return inFlight;
  }

  /** Reports the text of a call in flight whose end is not stored. */
  #show(inFlight: CallInFlight, text: readonly TextProduced[]): void {
    const state = this.#host.state();
    if (this.#inFlight === inFlight && state !== undefined && openModelCall(state)?.call === inFlight.call)
      this.#host.show(text);
  }

  /** Makes the call and records its end. Never rejects. */
  async #run(inFlight: CallInFlight): Promise<void> {
    const { controller, purpose, request, startedAt, text, timeoutMs } = inFlight;
    const { clock, models } = this.#ports;
    const { signal } = controller;
    const state = this.#host.state();
    if (state === undefined) return;
    const byExecution = startedAt + timeoutMs >= modelDeadlineAt(state, purpose);
    const stopTimer = clock.after(timeoutMs, () =>
      controller.abort(new CallAborted(byExecution ? "EXECUTION_TIMEOUT" : "STEP_TIMEOUT")),
    );
    let result: ModelResult | undefined;
    let late: Promise<ModelResult> | undefined;
    let fault: unknown = null;
    let isSent = false;
    try {
      const refusal = await Promise.race([models.reserve(state), whenAborted(signal)]);
      isSent = refusal === undefined && !signal.aborted;
      if (refusal !== undefined) result = notSent(refusal);
      if (isSent) {
        const onText = isShown(inFlight) ? (piece: string) => text.add(piece) : undefined;
        const answer = models.call(request, { signal, onText });
        result = await Promise.race([answer, whenAborted(signal)]);
        if (result === undefined) late = answer;
      }
    } catch (error) {
      fault = error;
    } finally {
      stopTimer();
    }
    const end = (now: ExecutionState) => this.#resultOf(now, inFlight, isSent, result, fault);
    this.#host.unattended(() => this.#ended(inFlight, end));
    if (late !== undefined) void this.#ignoreLate(inFlight, late);
  }

  #ended(inFlight: CallInFlight, resultOf: (state: ExecutionState) => ModelCallResult): void {
    this.#inFlight = undefined;
    const state = this.#host.state();
    if (state !== undefined && openModelCall(state)?.call === inFlight.call) {
      const { firstAt } = inFlight.text;
      const firstTextMs = firstAt === undefined ? null : firstAt - inFlight.startedAt;
      const result = resultOf(state);
      const rows = afterModelCall(state, result, firstTextMs ?? undefined, this.#decisionInputs());
      const isWhole = result.kind === "ANSWERED" && result.meaning.kind === "REPLY";
      this.#host.proceed([...inFlight.text.close(isWhole), ...rows]);
    }
    this.#host.ended();
  }

  /** `result` is undefined for a call that was cut or failed by `fault`, a fault of our own. */
  #resultOf(
    state: ExecutionState,
    inFlight: CallInFlight,
    isSent: boolean,
    result: ModelResult | undefined,
    fault: unknown,
  ): ModelCallResult {
    const { controller, isTooLong, purpose, timeoutMs } = inFlight;
    const { journal, models } = this.#ports;
    // The reaction of a caller to an abort is no answer.
    if (controller.signal.aborted && result?.kind !== "ANSWERED")
      return isTooLong ? endless : cutModelCall(controller.signal, timeoutMs, isSent && result?.outcome !== "NOT_SENT");
    if (result !== undefined)
      return modelCallResult(state, purpose, result, models.prompts, (position) => journal.value(position));
    const failure = ownModelFault(fault, state.pinned);
    return { kind: "FAILED", outcome: "UNKNOWN", failure, received: null };
  }

  /** An answer that comes although its call was cut changes nothing (E8). */
  async #ignoreLate({ call, purpose }: CallInFlight, answer: Promise<ModelResult>): Promise<void> {
    const result = await answer.catch(() => null);
    if (result?.kind !== "ANSWERED") return;
    const callId = modelCallId(purpose, call);
    const reason = "the model answered after its call had ended";
    const { proceed, state, unattended } = this.#host;
    if (state()?.finished !== undefined) this.#ports.ignored(callId, reason);
    else unattended(() => proceed([{ kind: "CallIgnored", step: null, callId, reason }]));
  }

  #decisionInputs() {
    return { now: this.#ports.clock.now(), random: this.#ports.random(), stored: storedValue };
  }
}

/** Whether the text is shown as it comes: that of a person's answer is, data for a program is not. */
function isShown({ purpose, request }: CallInFlight): boolean {
  const { answer } = request;
  return (purpose === "RESPOND" || purpose === "AGENT") && answer.kind === "TEXT" && answer.mayBeData !== true;
}

/** Holds back text of the active agent. Undefined for an agent that can hide nothing (T33). */
function holdOf(state: ExecutionState): TextHold | undefined {
  const agentName = agentInTurn(state)?.name;
  const triggers = (state.pinned.turns?.variables ?? []).flatMap(({ trigger }) =>
    trigger?.uiHidden === true && trigger.sourceAgent === agentName ? [trigger.value] : [],
  );
  return triggers.length === 0 ? undefined : new TextHold(triggers);
}

/** The result of a call that may not leave. */
function notSent(failure: Failure): ModelResult {
  return { kind: "FAILED", outcome: "NOT_SENT", failure, received: null };
}
