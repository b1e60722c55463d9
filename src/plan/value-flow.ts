/** A value with a label that reaches a call, and the verdict on the call (decision 054). The labels of a plan are in `plan/labels`. */

/** ALLOW: the call is made. ASK: a person has to permit it. REFUSE: it is not made. */
export type FlowAction = "ALLOW" | "ASK" | "REFUSE";

export interface ValueFlow {
  readonly label: string;
  /** JSON Pointer of the argument. Null for the choice to make the call. */
  readonly argument: string | null;
  /** The places that the value went through: where the label comes from first, the argument last. */
  readonly path: readonly string[];
  readonly action: FlowAction;
}

/** A label with its path, as it is pinned with an execution whose input has it. */
export interface PinnedLabel {
  readonly label: string;
  readonly path: readonly string[];
}
