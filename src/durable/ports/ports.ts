/**
 * Room `durable/ports`: the interfaces between the parts of an object and its surroundings, and the few functions on time that all objects
 * share. It owns the ports of the runner (this file), the options of executions and conversations, the store of artifacts, the messages
 * between executions, and the ports for spans and counters.
 *
 * It leaves every implementation to others: storage to `durable/storage`, calls to `durable/calls`, budgets and leases to `durable/tenant`,
 * and the bindings of the platform to `worker/platform` and `worker/clients`.
 *
 * Invariants:
 *
 * - No SQL, no request and no binding of the platform is in this room. `system-clock.ts` alone reads the real time.
 * - Options are read once, by the code that makes the class; no file here reads a setting.
 * - Spans and counters carry names, codes and sizes, never an argument, an output, a secret or a person's text.
 *
 * This file has the ports of the runner. Production passes the platform's adapters; tests pass adapters that they control.
 */

import type { ArtifactRecord } from "../../execution/events/artifact-record.ts";
import type { AttemptResult, CalleeAnswer, PollResult } from "../../execution/events/attempt.ts";
import type { ProgressNotice } from "../../execution/events/callee-progress.ts";
import type { RecordedEvent } from "../../execution/events/event.ts";
import type { KeptAttachment } from "../../execution/events/kept-attachment.ts";
import type { RoutingMode } from "../../execution/events/model-event.ts";
import type { OrchestrationTransition } from "../../execution/events/orchestration-state.ts";
import type { UnknownEvent } from "../../execution/events/upcast.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import type { StepWait } from "../../execution/state/step-state.ts";
import type { ReservationResult, TurnReservation } from "../../execution/turns/turn-request.ts";
import type { PagedEvent } from "../../execution/views/execution-view.ts";
import type { Failure } from "../../json/failure.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import type { ValuePosition } from "../../json/stored-value.ts";
import type { TraceContext } from "../../json/trace-context.ts";
import type { ModelRequest, ModelResult } from "../../model/port.ts";
import type { ModelPrompts } from "../../model/prompts/model-prompts.ts";
import type { CallableDefinition, ExecutionDefinitions, ProviderDefinition } from "../../plan/callable.ts";
import type { KeyedExecution } from "./execution-keys.ts";

/** The rows of one execution (E2). Everything is synchronous: a turn either stores all of its rows or none. */
export interface Journal {
  /** Stores the records in one transaction. Throws if they cannot be stored; then none is. */
  append(records: readonly RecordedEvent[]): void;
  /** Records after `after`, oldest first, at most `maxBytes` of them but at least one. */
  read(after: number, maxBytes: number): JournalPage;
  value(position: Pick<ValuePosition, "sequence" | "slot">): Json | undefined;
  /** Size of all that is stored. Absent where it is not needed. */
  storedBytes?(): number;
}

export interface JournalPage {
  readonly records: readonly RecordedEvent[];
  /** Whether no record follows. */
  readonly complete: boolean;
  /** The first row that this code does not know; the page ends before it. */
  readonly unknown: UnknownEvent | undefined;
}

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Runs `task` once after `delayMs` unless the returned function is called before. */
  after(delayMs: number, task: () => void): () => void;
}

export type FinalResult = Extract<AttemptResult, { readonly kind: "SUCCEEDED" | "FAILED" }>;

/** One call, with all that the callee and the tracing need to recognise it (E5). */
export interface Call {
  readonly callable: CallableDefinition;
  readonly provider: ProviderDefinition;
  readonly arguments: JsonObject;
  /** The same on every attempt. */
  readonly callId: string;
  readonly attempt: number;
  readonly stepId: string;
  readonly execution: {
    readonly contextId: string | null;
    readonly requestId: string;
    /** Names the span of this attempt. */
    readonly trace: TraceContext;
    readonly userId: string;
    readonly depth: number;
    /** Keys of the run definitions that are being run, this execution included, outermost first. */
    readonly ancestors: readonly string[];
    /** Who chose the callable: a model, or the caller (H5). */
    readonly routingMode: RoutingMode;
    /** The execution consists of this one call. */
    readonly isOnlyCall: boolean;
  };
  /** The answer for a callee that asked a person. The call continues with it. Absent for a call that has no such answer. */
  readonly continuation: CalleeAnswer | undefined;
  /** Records that an artifact was stored for the call (`ArtifactStored`). The same one twice is recorded once. */
  readonly onArtifact: (artifact: ArtifactRecord) => void;
  /** Takes progress reports of the callee during its work. After the end of the attempt it changes nothing. */
  readonly onProgress: (notice: ProgressNotice) => void;
  /** Aborted with a `CallAborted` by the earliest of cancel, attempt and execution; bodies are read under it (E9). */
  readonly signal: AbortSignal;
}

/** The permits under which the requests of an attempt await their headers (E10). */
export interface Connection {
  /** Runs `run` under a permit. Rejects without running it if `signal` is aborted while it waits. */
  readonly awaitHeaders: <T>(signal: AbortSignal | undefined, run: () => Promise<T>) => Promise<T>;
  /** Called when the attempt has ended, whether it made a request or none. */
  readonly end: () => void;
}

/** Requests that await their headers at a time: the platform lets six of an object through (E10). */
export interface Connections {
  /** Admits an attempt whose first request can leave at once. Undefined if no permit is free; `onFree` is called when one is. */
  admit(): Connection | undefined;
  /** Sets the task to run whenever one is free again. */
  onFree(task: () => void): void;
  /** The execution has nothing in flight: a permit that was kept for it may go to another. */
  rested(): void;
}

/** Calls a tool or agent and returns how the call ended. Rejects for nothing that a callee can cause. */
export type CallTool = (call: Call, connection: Pick<Connection, "awaitHeaders">) => Promise<AttemptResult>;

/** Work elsewhere that steps wait for: children, which are made here, and tasks of remote agents. */
export interface WaitPorts {
  /**
   * Asks how it stands. A child that is not there yet is made: any number of times, it is the same (E1). Never rejects but for a
   * fault of our own.
   */
  poll(call: Call, wait: StepWait, state: ExecutionState): Promise<PollResult>;
  /** Cancels it, because it is not awaited any more. True once that was acknowledged. Never rejects. */
  stop(call: Call, wait: StepWait, state: ExecutionState): Promise<boolean>;
}

/** Keeps attachments of results as artifacts of the execution. */
export interface AttachmentPort {
  /**
   * The result with its kept attachments, in bounded time, at once when the signal of the call aborts. Undefined if there is nothing to do.
   * Never rejects.
   */
  keep<Result extends FinalResult>(call: Call, result: Result): Promise<Result> | undefined;
  /** Removes the kept attachments of a result that does not count. */
  discard(kept: readonly KeptAttachment[]): void;
}

/** The conversation, as turns of agents use it. */
export interface TurnPorts {
  /** Reserves a turn before anything of it is called (C9). Repeats it until it is answered or `signal` aborts; then it rejects. */
  reserve(state: ExecutionState, reservation: TurnReservation, signal: AbortSignal): Promise<ReservationResult>;
}

/** Calls a language model and returns how the call ended (E7). Rejects only by a fault of our own. */
export type InvokeModel = (
  request: ModelRequest,
  /** As in `ModelCallContext`. */
  context: { readonly signal: AbortSignal; readonly onText: ((text: string) => void) | undefined },
) => Promise<ModelResult>;

/** Language models, as the runner uses them for plans and answers. */
export interface ModelPorts {
  readonly call: InvokeModel;
  readonly prompts: ModelPrompts;
  /** Whether requests to models are kept for readers. */
  readonly keepsRequests: boolean;
  /** Asks the tenant for the reservation of the call under way. Absent if it may leave. Never rejects. */
  readonly reserve: (state: ExecutionState) => Promise<Failure | undefined>;
}

export interface RunnerPorts {
  readonly journal: Journal;
  readonly call: CallTool;
  /** Bytes, as JSON, that the arguments of one call, and the output of a run, may have. */
  readonly maxArgumentBytes: number;
  readonly connections: Connections;
  readonly waits: WaitPorts;
  /** Absent where the deployment has bound no bucket. Attachments of results are then in their content alone. */
  readonly attachments: AttachmentPort | undefined;
  readonly turns: TurnPorts;
  readonly models: ModelPorts;
  /**
   * The callables of the tenant's catalog that fit `query` and are not offered yet, pinned whole. Rejects if the catalog cannot be reached.
   */
  readonly findCallables: (state: ExecutionState, query: string) => Promise<ExecutionDefinitions>;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Called with each transition of the state machine once it is stored, never on replay (O22). */
  readonly onTransition: (transition: OrchestrationTransition, execution: KeyedExecution) => void;
  /** Called after every transaction, in the same turn, with the stored events that were not reported before. */
  readonly publish: (records: readonly RecordedEvent[], state: ExecutionState) => void;
  /** Called with text of models and progress of calls in flight, which is stored with the next transaction. */
  readonly show: (events: readonly PagedEvent[], state: ExecutionState) => void;
  /** A result that came after its call had ended, when the execution can no longer record it (E8). */
  readonly ignored: (callId: string, reason: string) => void;
}

/** Journal bytes that are read at a time. */
export const pageBytes = 256 * 1_024;
