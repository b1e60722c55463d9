/** Requests about turns between objects, and their answers: the conversation reserves turns, and callers elsewhere submit output. */
import type { Json } from "../../json/json.ts";

/** A turn to be reserved by the conversation before anything of it is called (C9). The same one again is answered the same. */
export interface TurnReservation {
  readonly execution: string;
  readonly turn: number;
  readonly agentName: string;
  /** A key of the caller's. Null to have one made (T23). */
  readonly key: string | null;
  /** Of the submitted body. Null for a turn that is only begun. */
  readonly bodyHash: string | null;
}

/** One for output that was submitted. */
export interface SubmittedReservation extends TurnReservation {
  readonly key: string;
  readonly bodyHash: string;
}

export type ReservationResult =
  | { readonly kind: "RESERVED"; readonly key: string }
  /** Another turn has the key, with the same body. */
  | { readonly kind: "DUPLICATE" }
  /** Another turn has the key, with another body. */
  | { readonly kind: "CONFLICT" }
  /** The turn lies at or below the highest that has left the window: it counts as a duplicate. */
  | { readonly kind: "BELOW_WINDOW"; readonly highestEvicted: number }
  /** The conversation is in another execution by now, or has no such turn to submit anything for. */
  | { readonly kind: "NOT_RUNNING" };

/** The event `chat.structured_output_ready` of the document Auto-tools (T6), as an agent elsewhere submits it. */
export interface OutputSubmission {
  readonly agentName: string;
  readonly modelName: string;
  readonly structuredData: Json;
  readonly autoToolMode: boolean;
  readonly turnKey: string;
  /** The number that comes with a key of the caller, read from a key in the form of T23. Null for a key of another form. */
  readonly turn: number | null;
  readonly submittedBy: string;
}

export type SubmissionResult =
  /** `autoToolMode` was false (T7). */
  | { readonly kind: "IGNORED" }
  | { readonly kind: "ACCEPTED"; readonly turn: number }
  | { readonly kind: "DUPLICATE" }
  | { readonly kind: "CONFLICT" }
  | { readonly kind: "BELOW_WINDOW"; readonly turn: number; readonly highestEvicted: number }
  /** It is not the turn of this agent, or its agent does not run elsewhere; `message` says "required …, found …". */
  | { readonly kind: "NOT_DUE"; readonly message: string }
  | { readonly kind: "INVALID"; readonly field: keyof OutputSubmission; readonly message: string }
  | { readonly kind: "NOT_FOUND" };
