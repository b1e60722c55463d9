/** What the Worker hands to the object of an execution: a request that was checked, with everything it will ever need (E12, E15). */
import type { ExecutionStarted } from "./event.ts";
import type { ExecutionView } from "./execution-view.ts";
import type { Json } from "./json.ts";

export interface StartRequest extends Omit<ExecutionStarted, "kind" | "bindings" | "codeVersion"> {
  readonly bindings: Json;
  /** Answer only when the execution has ended or waits for a person, or this time has passed. 0 for at once. */
  readonly waitMs: number;
  /** Whether the view in the answer shall carry small values; without them it is made without reading a row. */
  readonly withValues: boolean;
}

export type StartAnswer =
  | { readonly kind: "STARTED"; readonly replayed: boolean; readonly view: ExecutionView }
  | { readonly kind: "IDEMPOTENCY_CONFLICT"; readonly execution: string };

export type CancelAnswer =
  | { readonly kind: "CANCELLED"; readonly view: ExecutionView }
  | { readonly kind: "ALREADY_FINISHED"; readonly view: ExecutionView }
  | { readonly kind: "NOT_FOUND" };

export type RespondAnswer =
  | { readonly kind: "RESOLVED"; readonly view: ExecutionView }
  | { readonly kind: "ALREADY_RESOLVED"; readonly view: ExecutionView }
  | { readonly kind: "NOT_FOUND" };
