/**
 * The wait of a step, as a union by `waitsFor`: each kind of wait owns its fields. In the journal all kinds share one row form, which holds
 * null for every field that does not apply; `waitingRow` and `waitingOf` translate.
 */

import type { Json, JsonObject } from "../../json/json.ts";
import type { StoredValue } from "../../json/stored-value.ts";
import type { HumanInputRequest } from "../../plan/human-input.ts";
import type { SubBudget } from "./usage.ts";

/** A person is asked. */
export type AskingPerson = WaitingForPerson | WaitingForPlanApproval;

/** A step waits, or continues waiting with another note. */
export type StepWaiting =
  | AskingPerson
  | WaitingForChild
  | WaitingForRemoteTask
  | WaitingForTimer
  | WaitingForEvent
  | WaitingForSubmission;

/** SUBMISSION: the output of an agent that runs elsewhere. */
export type WaitKind = StepWaiting["waitsFor"];

interface Waiting {
  readonly kind: "StepWaiting";
  /** Unix milliseconds at which the wait ends by itself. Absent if it does not. */
  readonly until?: number;
  readonly attemptStartedAt?: number;
}

interface StepsWait extends Waiting {
  readonly step: string;
  readonly group: string | null;
}

interface PersonsWait extends Waiting {
  readonly waitsFor: "PERSON";
  readonly request: HumanInputRequest;
  /** Identifier of the remote task that asks. Absent if none is at work meanwhile. */
  readonly handle?: string;
  /** The data needed to continue a call whose callee asks. Absent otherwise. */
  readonly details?: Json;
  /** Number of the attempt whose callee asks. Absent for all else. */
  readonly attempt?: number;
  /** The data that the person is shown: the proposed call, the data of a step that asks, or the plan. Absent for none. */
  readonly arguments?: StoredValue;
  /** JSON Schema that the answer must satisfy. Absent for a question that is only accepted or declined. */
  readonly responseSchema?: StoredValue;
}

/** A question to a person, of a step or of its callee. */
export interface WaitingForPerson extends PersonsWait, StepsWait {
  readonly waitsFor: "PERSON";
}

/** The question about the whole plan, which is of no step. */
export interface WaitingForPlanApproval extends PersonsWait {
  readonly step: null;
  readonly group: null;
}

export interface WaitingForChild extends StepsWait {
  readonly waitsFor: "CHILD";
  /** Name of the object of the child. */
  readonly handle: string;
  /** Number of the attempt that the child is. */
  readonly attempt: number;
  /** The child's part of the execution's budgets for language models. Absent for a further row of the same wait. */
  readonly reserved?: SubBudget;
  /** How many of its places the execution gives the child (E10). Absent for a further row of the same wait, and where there is no cap. */
  readonly places?: number;
  /** Why the child was not made yet. Absent if it was. */
  readonly note?: string;
}

export interface WaitingForRemoteTask extends StepsWait {
  readonly waitsFor: "REMOTE_TASK";
  /** Identifier of the task at the callee. */
  readonly handle: string;
  readonly attempt: number;
  /** The data needed to poll the task again. */
  readonly details?: Json;
  /** What the task itself waits for. Absent while it works. */
  readonly note?: string;
}

export interface WaitingForTimer extends StepsWait {
  readonly waitsFor: "TIMER";
}

/** An event that somebody sends to the tenant. */
export interface WaitingForEvent extends StepsWait {
  readonly waitsFor: "EVENT";
  /** Names this wait in the mailbox. */
  readonly handle: string;
  /** Number of the attempt that waits. */
  readonly attempt: number;
  readonly details: EventAddress;
}

/** The address of an event, for its sender and for a step that waits. */
export type EventAddress = {
  readonly name: string;
  /** Distinguishes events of one name, for example by the number of an order. Empty for none. */
  readonly correlation: string;
};

export interface WaitingForSubmission extends StepsWait {
  readonly waitsFor: "SUBMISSION";
  /** Key of the turn whose output is awaited. */
  readonly handle: string;
}

/**
 * The row form of `event`, without its kind: a field that does not apply is null. Fields stand in the order of 0.7.0, so that a row has the
 * same bytes.
 */
export function waitingRow({ kind: _, ...facts }: StepWaiting): object {
  const { group, step, waitsFor } = facts;
  switch (facts.waitsFor) {
    case "PERSON": {
      const numbered = facts.attempt === undefined ? {} : { attempt: facts.attempt };
      const asked = { waitsFor, until: null, request: null, handle: null, details: null, note: null, ...numbered };
      const shown = { arguments: null, responseSchema: null, step, group };
      return { ...asked, ...shown, ...facts };
    }
    case "CHILD":
    case "EVENT":
    case "REMOTE_TASK": {
      const { attempt, handle } = facts;
      const awaited = { step, group, waitsFor, handle, details: null, note: null, attempt, until: null };
      return { ...awaited, request: null, arguments: null, responseSchema: null, ...facts };
    }
    default: {
      const awaited = { step, group, waitsFor, handle: null, until: null, request: null, details: null, note: null };
      return { ...awaited, arguments: null, responseSchema: null, ...facts };
    }
  }
}

/** The event of a row form: fields that do not apply are absent. */
export function waitingOf(row: JsonObject): StepWaiting {
  const facts = Object.entries(row).filter(([name, value]) => value !== null || name === "step" || name === "group");
  // As for all kinds, the row of a known version has the shape of its type.
  return { ...Object.fromEntries(facts), kind: "StepWaiting" } as unknown as StepWaiting;
}
