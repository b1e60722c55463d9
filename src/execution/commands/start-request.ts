/**
 * Room `execution/commands`: requests to an execution or a conversation, and their answers.
 *
 * Owns: the requests to start, cancel, delete and answer, with their answers (this file); the A2A message that calls an agent or a workflow
 * (`invocation-message.ts`); push configurations (`push-config.ts`); messages and reports to a conversation (`conversation-peer.ts`).
 * Leaves: the effect of an answer to `execution/decide`; the objects that receive requests to `durable`; the requests of outside clients to
 * `graph`, `a2a-server` and `mcp-server`.
 *
 * Invariants:
 * - Requests and answers are plain data, because they pass between objects.
 * - A start request was checked before, and holds every definition that the execution needs (E12, E15).
 * - A refusal is an answer with a kind of its own, never an exception.
 *
 * This file defines the requests to the object of an execution.
 */

import type { AddressRefusal } from "../../access/address.ts";
import type { Accessor, Visibility } from "../../access/audience.ts";
import type { Failure } from "../../json/failure.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { Conversation } from "../../plan/conversation.ts";
import type { Plan, WarnedPlan } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { CallOutcome } from "../events/attempt.ts";
import type { ExecutionStarted, ExecutionStatus, FinalStepStatus } from "../events/event.ts";
import type { AgentChoice } from "../events/model-event.ts";
import type { StepWarning } from "../events/step-warning.ts";
import type { OutputViolation } from "../events/turn-event.ts";
import type { ExecutionView } from "../views/execution-view.ts";
import type { Webhook } from "../webhooks/webhook.ts";
import type { InvocationMessage } from "./invocation-message.ts";

export interface StartRequest
  extends Omit<
    ExecutionStarted,
    "kind" | "bindings" | "conversation" | "codeVersion" | "input" | "message" | "title" | "visibility"
  > {
  /** Absent leaves it to the deployment, until the request reaches the object; there absent is TENANT. */
  readonly visibility?: Visibility;
  readonly bindings: Json;
  /** Null for an execution that is started without a message. */
  readonly message: InvocationMessage | null;
  readonly input: EntryInput;
  /** Null if no model is called. */
  readonly conversation: Conversation | null;
  /** The agent that was chosen for a question before, by the caller or in the execution that this one derives from. Null if none was. */
  readonly chosenAgent: AgentChoice | null;
  /** The problems of the given plan, if the responder is to explain them (C31). Null if there is a plan, or none was given. */
  readonly rejected: { readonly failure: Failure; readonly problems: readonly PlanProblem[] } | null;
  /** Reused outputs of the execution that this one derives from, in the order of the plan. */
  readonly reused: readonly ReusedStep[];
  /** Reused further plans of it (decision 041), from the second on. Absent for none. */
  readonly furtherPlans?: readonly FurtherPlan[];
  /** Answer only when the execution has ended or waits for a person, or this time has passed. 0 for at once. */
  readonly waitMs: number;
  /** Whether the view in the answer shall carry small values; without them it is made without reading a row. */
  readonly withValues: boolean;
  /** Webhooks that its events are delivered to. Not part of its journal. Absent for none. */
  readonly webhooks?: readonly Webhook[];
}

/** The part of a request with the work: a plan, the source of a plan, or the run of a callable. */
export type ExecutionInput = Pick<
  StartRequest,
  | "bindings"
  | "callable"
  | "chosenAgent"
  | "conversation"
  | "definitions"
  | "derivation"
  | "dialect"
  | "furtherPlans"
  | "input"
  | "limits"
  | "message"
  | "modelWork"
  | "onInvalidPlan"
  | "plan"
  | "planHash"
  | "planWarnings"
  | "rejected"
  | "reused"
  | "startedWith"
  | "turns"
>;

/** The input of a run, checked by the run itself against the schema of its callable (W15). */
export type EntryInput =
  | { readonly kind: "NONE" }
  | { readonly kind: "VALUE"; readonly value: Json }
  /** A stored artifact holds it as JSON; read on entry. */
  | { readonly kind: "ARTIFACT"; readonly url: string };

export type StartResult =
  | { readonly kind: "STARTED"; readonly replayed: boolean; readonly view: ExecutionView }
  | { readonly kind: "IDEMPOTENCY_CONFLICT"; readonly execution: string }
  /** The execution of this name was deleted. Its key is free again at that time, in Unix milliseconds. */
  | { readonly kind: "DELETED"; readonly until: number }
  /** The tenant has as many executions as it may. Nothing was stored. */
  | TenantLimit;

/** A cap of the tenant that was reached. */
export interface TenantLimit {
  readonly kind: "TENANT_LIMIT";
  /** Name of the cap. That of one root is met by descendants alone. */
  readonly limit:
    | "maxConcurrentExecutions"
    | "maxConcurrentExecutionsPerSubject"
    | "maxExecutionsPerMinute"
    | "maxExecutionsPerMinutePerSubject"
    | "maxExecutionsPerRoot"
    | "maxStoredBytes"
    | "maxStoredBytesPerSubject";
  readonly maximum: number;
  /** Whether `maximum` is how many of a minute may begin within one second. That is met by descendants alone. */
  readonly isOfSecond?: true;
  /** When trying again may help, Unix milliseconds. */
  readonly retryAt: number;
  /** How much was found. Absent for as many as are permitted. */
  readonly found?: number;
}

/** "required …, found …", for the message of a refusal. */
export function limitFinding({ found, limit, maximum }: TenantLimit): string {
  switch (limit) {
    case "maxConcurrentExecutions":
      return `required at most ${maximum} executions of the tenant at a time, found as many`;
    case "maxConcurrentExecutionsPerSubject":
      return `required at most ${maximum} executions of the subject at a time, found as many; wait for the end of one, or cancel it`;
    case "maxExecutionsPerMinute":
      return `required at most ${maximum} executions of the tenant begun within a minute, found as many`;
    case "maxExecutionsPerMinutePerSubject":
      return `required at most ${maximum} executions of the subject begun within a minute, found as many`;
    case "maxExecutionsPerRoot":
      return `required at most ${maximum} executions of one root, found as many`;
    case "maxStoredBytes":
    case "maxStoredBytesPerSubject": {
      const whose = limit === "maxStoredBytes" ? "of the tenant" : "of the subject";
      const stored = `required at most ${maximum} bytes stored ${whose}, found ${found ?? "more"}`;
      return `${stored}; delete executions or conversations, or wait until their retention is over`;
    }
  }
}

export type DeleteResult =
  | { readonly kind: "DELETED" }
  /** `parkedBy` names the reason why this code may not touch it, in any status. */
  | { readonly kind: "NOT_FINISHED"; readonly status: ExecutionStatus; readonly parkedBy: string | null }
  | { readonly kind: "NOT_FOUND" };

export type CancelResult =
  | { readonly kind: "CANCELLED"; readonly view: ExecutionView }
  | { readonly kind: "ALREADY_FINISHED"; readonly view: ExecutionView }
  /** Its end was decided otherwise and its `finally` steps run, which only a forced cancel ends. */
  | { readonly kind: "ENDING"; readonly view: ExecutionView }
  | { readonly kind: "NOT_FOUND" };

/** The answer of a person. */
export interface GivenResponse {
  readonly requestId: string;
  readonly isAccepted: boolean;
  /** The data that was given. Null if it was declined. */
  readonly response: JsonObject | null;
  /** Why it was declined. */
  readonly reason: string | null;
  /** Subject who answered. */
  readonly by: string;
  /** Who that is, as far as it decides whether the answer is taken. Absent for one that may answer everything. */
  readonly accessor?: Accessor;
  /** That it reaches the execution was found before, by the one thing that its credential is for. */
  readonly isAdmitted?: true;
}

/** How an answer breaks the schema of its question. */
export interface AnswerViolation extends OutputViolation {
  /** The keyword of the schema, such as `required`; `maxBytes` and `maxDepth` for the bounds of every answer. */
  readonly keyword: string;
}

export type RespondResult =
  | { readonly kind: "RESOLVED"; readonly view: ExecutionView }
  /** Answered or withdrawn before; `status` says which. */
  | { readonly kind: "ALREADY_RESOLVED"; readonly view: ExecutionView }
  /** It is addressed to others. Its state does not matter. */
  | { readonly kind: "REFUSED"; readonly refusal: AddressRefusal; readonly view: ExecutionView }
  /** Its time was over. */
  | { readonly kind: "EXPIRED"; readonly view: ExecutionView }
  /** The data does not satisfy the schema; the question stays open. */
  | { readonly kind: "INVALID"; readonly violations: readonly AnswerViolation[] }
  | { readonly kind: "NOT_FOUND" };

/** A plan that a model made with the results of the one before, with the ids that its steps have in it. */
export interface FurtherPlan extends WarnedPlan {
  readonly plan: Plan;
  readonly planHash: string;
}

/** The end of a reused step. A group has neither output nor content: they are those of its children. */
export interface ReusedStep {
  readonly step: string;
  /** Other than SUCCEEDED and SKIPPED for a step of an earlier round alone. */
  readonly status: FinalStepStatus;
  /** How it failed. Absent for one that did not. */
  readonly failure?: Failure;
  /** Absent unless it failed. */
  readonly outcome?: CallOutcome;
  readonly output: StoredValue | null;
  readonly content: StoredValue | null;
  readonly warning: Failure | null;
  /** As in `StepFinished`. */
  readonly warnings?: readonly StepWarning[];
  /** Of an item: how many its map has, or how many iterations of its loop are reused. Absent otherwise. */
  readonly items?: number;
}
