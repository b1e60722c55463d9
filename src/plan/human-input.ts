/**
 * Questions to people: their kinds, their answers, and the end of the step if the answer is declined or never comes. A question is asked
 * once and resolved once. A second answer, a late one, and one that breaks the schema change nothing.
 */
import type { Address } from "../access/address.ts";
import type { Json } from "../json/json.ts";
import type { ValueFlow } from "./value-flow.ts";

/** The kind of a question to a person. */
export type HumanInputKind = "APPROVAL" | "IN_DOUBT" | "CHOICE" | "FORM" | "UI_TOOL" | "CONNECT" | "AUTHORIZE";

/** The purpose of a question and of its answer. */
export type HumanInputPurpose =
  /** The policy of the execution wants a call permitted before it is made. */
  | "APPROVAL"
  /** The policy of the execution wants the whole plan permitted before its first step. The request is of no step. */
  | "PLAN_APPROVAL"
  /** A call left and its answer was lost. */
  | "IN_DOUBT"
  /** The step itself asks: a `humanInput` step or a tool of the user interface. The answer is its output. */
  | "STEP"
  /** An MCP server or a remote agent needs input to continue with a call. The answer is sent to it. */
  | "CALLEE";

/** A component of the user interface. */
export interface UiComponent {
  readonly component: string;
  /** How it is shown, such as `artifact` or `inline`. Null if nothing is said. */
  readonly mode: string | null;
}

/** The end of the step without an answer in time. */
export type ExpiryOutcome =
  | { readonly kind: "FAIL" }
  | { readonly kind: "SKIP" }
  /** It continues with this answer, which satisfies the schema. 8 KB at most. */
  | { readonly kind: "ANSWER"; readonly response: Json };

export type DeclineOutcome = "FAIL" | "SKIP";

/** A question to a person, as its row has it. The schema of the answer and the data that is shown are values of that row. */
export interface HumanInputRequest extends Address {
  /** Unique within the execution: step path and number of the question; `plan/1` for that about the whole plan, `steps/plan/1` for one of a step `plan`. */
  readonly requestId: string;
  readonly purpose: HumanInputPurpose;
  readonly kind: HumanInputKind;
  readonly prompt: string;
  /** Null for a generic form. */
  readonly ui: UiComponent | null;
  readonly onExpiry: ExpiryOutcome;
  readonly onDecline: DeclineOutcome;
  /** Why a flow rule asks for the approval. Absent where none does. */
  readonly flows?: readonly ValueFlow[];
  /** The connection to make, by its name within the tenant. Absent for every kind but CONNECT. */
  readonly connect?: string;
  /**
   * The address at which a person permits the callee's action. It comes from the callee, so it is not trusted. Absent for every kind but
   * AUTHORIZE.
   */
  readonly link?: string;
}

/** Size of the data of an answer, as UTF-8 JSON. */
export const maxResponseBytes = 262_144;

/** Whether a question is about a call: one that is proposed, left, or cannot continue without the answer. */
export function isAboutCall(purpose: HumanInputPurpose): boolean {
  return purpose === "APPROVAL" || purpose === "IN_DOUBT" || purpose === "CALLEE";
}
