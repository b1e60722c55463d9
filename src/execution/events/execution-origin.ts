/** Where an execution comes from: its parent, the execution that it derives from, and the schedule that started it. Pinned with it. */

/** Where an execution comes from. A root is its own root. */
export interface ExecutionOrigin {
  /** Name of the object of the root execution. */
  readonly root: string;
  readonly parent: { readonly execution: string; readonly stepPath: string } | null;
  /** 0 for a root, unless a caller elsewhere says that it is nested itself (C23). */
  readonly depth: number;
  /** Keys of the run definitions that are being run above this execution, outermost first. */
  readonly ancestors: readonly string[];
}

/** The schedule that an execution is a run of. */
export interface ScheduleOrigin {
  /** Name of the schedule. */
  readonly name: string;
  /** The time that the run is for, Unix milliseconds. */
  readonly nominalAt: number;
  readonly cause: "TIME" | "CATCH_UP" | "TRIGGER";
}

/** How an execution derives from another one, by retry or fork. */
export interface Derivation {
  readonly kind: "RETRY" | "FORK";
  /** Name of the object of the execution it derives from. */
  readonly execution: string;
  /** The step that was named as the first to run again. Null if none was. */
  readonly fromStep: string | null;
  /** Steps whose outputs were reused, in the order of the plan. */
  readonly reused: readonly string[];
  /** Keys that calls continue with (E5). A step that is not listed has a key of its own, as if it had never been called. */
  readonly keys: readonly ReuseKey[];
}

/** The effect key of a step that was called in an earlier execution, or could have been. */
export interface ReuseKey {
  readonly step: string;
  /** Name of the object of the execution in which the call was first meant. */
  readonly origin: string;
  /** Raised each time the call definitely failed. */
  readonly generation: number;
  /** Whether a call under this key may have had its effect already. */
  readonly unknown: boolean;
}
