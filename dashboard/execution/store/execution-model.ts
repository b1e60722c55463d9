/**
 * The data of the views of one execution: the shapes alone. The store makes them from two sources: the log of events, which has the times,
 * and the head, a snapshot that is read again while things happen. Each says which event it reflects; the newer one decides where a step
 * stands.
 */
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Problem } from "../../api/problem.ts";
import type { ShownStatus } from "../../parts/status.tsx";
import type { ExecutionHeadQuery } from "./execution-head.generated.ts";
import type { ExecutionLogSubscription } from "./execution-log.generated.ts";
import type { LogWindow, WindowMove } from "./log-window.ts";

/** One event as the log keeps it. Its other members are read when it is opened. */
export type LoggedEvent = ExecutionLogSubscription["executionEvents"]["events"][number];

/** A snapshot as it is answered. Without the steps of plans that were read before, since a plan never changes, and at times without where steps stand. */
export type AnsweredHead = NonNullable<ExecutionHeadQuery["execution"]>;

type AnsweredPlan = NonNullable<AnsweredHead["plan"]>;
type AnsweredSteps = NonNullable<AnsweredHead["rounds"][number]["plan"]["steps"]>;

export type AnsweredStands = NonNullable<AnsweredHead["steps"]>;

/** The plans of all rounds as one, with the ids that steps have in the execution. */
type Plan = AnsweredPlan & {
  readonly steps: AnsweredSteps;
  readonly rounds: number;
};

export type ExecutionHead = Omit<AnsweredHead, "plan" | "rounds" | "steps"> & {
  readonly plan: Plan | null;
  readonly steps: AnsweredStands;
  /** The event that `steps` reflect, where they are those of an earlier snapshot. Left out where they reflect `lastSequence`. */
  readonly stepsAsOf?: number;
  /** Of a long run the first steps alone are known yet, both of the plan and where they stand. Left out once all are. */
  readonly isPart?: true;
};

/** ROUND holds the steps of one plan of several. */
export type StepKind = "TOOL" | "AGENT" | "WORKFLOW" | "HUMAN_INPUT" | "PARALLEL" | "MAP" | "LOOP" | "ROUND" | "MODEL";

/** The state of a step in one time segment. Instants are Unix milliseconds of the server. */
export interface Segment {
  /**
   * QUEUED: its predecessors had ended and it had not begun. ATTEMPT: a call ran. BACKOFF: until the next try. CHILD: the execution that it
   * started ran. WAIT: for a person, a timer, a remote task or a submission. GROUP: from its first child to its end.
   */
  readonly kind: "QUEUED" | "ATTEMPT" | "BACKOFF" | "CHILD" | "WAIT" | "GROUP";
  readonly from: number;
  /** Null while it lasts. Never before `from`. */
  readonly to: number | null;
  /** How an attempt or a child ended. Null for all else and while it runs. */
  readonly end: "SUCCEEDED" | "FAILED" | "CANCELLED" | null;
  /** Number of the attempt, from 1. Null where there is none. */
  readonly attempt: number | null;
  /** In words: "attempt 1 refused with TOOL_ERROR", "waiting for a person". */
  readonly says: string;
}

/** The keys by which a step is read. The global IDs of a thousand steps would be most of the head, and half of its time. */
export interface StepName {
  readonly executionId: string;
  readonly stepId: string;
}

/** A line of the timeline, a node of the graph: a step of the plan, a group, or a model's work for the execution. */
export interface StepRow {
  /** Id of the step; for model work `model/PLAN`, `model/RESPOND`, `model/ROUTE`. */
  readonly stepId: string;
  /** The step as the API knows it. Null for model work and where the head does not know it yet. */
  readonly named: StepName | null;
  /** Id of the group that it is in. */
  readonly groupId: string | null;
  /** 1 for a step of the plan, 2 for one in a group, and so on. */
  readonly level: number;
  /** Whether it is one of `finally`, or within one. Absent for all others. */
  readonly isFinally?: true;
  readonly kind: StepKind;
  /** The callable; for a group its merge strategy ("first success"); for model work the model. */
  readonly callableName: string;
  readonly status: ShownStatus;
  /** In the order of time. */
  readonly segments: readonly Segment[];
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Progress that the callee reports for the call in flight. Null if it reported none. */
  readonly progress: CalleeProgress | null;
  /** A short note on the step: "2 attempts", "TOOL_ERROR", "cancelled by first success". Empty for none. */
  readonly note: string;
  /** While it waits: when the wait ends by itself. Null if it does not. */
  readonly waitsUntil: number | null;
  /** The execution that it started. Null if it started none. */
  readonly childExecutionId: string | null;
  readonly reused: boolean;
  /** How many warnings its result bears. */
  readonly warningCount: number;
  /** References of its arguments and its condition: from which step, which path. */
  readonly references: readonly { readonly sourceStepId: string; readonly path: string; readonly target: string }[];
  /** Steps that it follows by order alone. */
  readonly after: readonly string[];
}

/** How far a callee says that it is: the newest of each. */
export interface CalleeProgress {
  readonly progress: number | null;
  readonly total: number | null;
  readonly said: string | null;
}

/** Text of a model as far as it was written. */
export interface WrittenText {
  readonly streamId: string;
  readonly stepId: string | null;
  readonly text: string;
  readonly startedAt: number;
  /** Whether more may come. */
  readonly isOpen: boolean;
}

/** One execution on the page. Made by `openExecution`, ended by `close`. */
export interface ExecutionStore {
  readonly executionId: string;
  /** Of an execution as it was at a place of its log: the store of the present. Left out of that one. */
  readonly live?: ExecutionStore;
  /** Null until it was read. */
  readonly head: ReadonlySignal<ExecutionHead | null>;
  /** Why the execution cannot be shown: it does not exist, was deleted meanwhile, belongs to somebody else. Null while it can. */
  readonly problem: ReadonlySignal<Problem | null>;
  /**
   * The log, oldest first, without gap or double. The same array grows; a change of `logLength` shows that. Of a long log the part of
   * `window`.
   */
  readonly log: readonly LoggedEvent[];
  readonly logLength: ReadonlySignal<number>;
  /** The part of a long log that is in the page. Null while the log is there whole. */
  readonly window: ReadonlySignal<LogWindow | null>;
  /** Why another part could not be read. Null if it was. */
  readonly windowProblem: ReadonlySignal<Problem | null>;
  /** Reads another part in the place of the present one. */
  moveWindow(move: WindowMove): void;
  /** Events that retention removed. Null if the log is whole. */
  readonly gap: ReadonlySignal<{ readonly firstSequence: number; readonly lastSequence: number } | null>;
  /** Lines in the order of the plan, groups before their children; model work where it happened. */
  readonly rows: ReadonlySignal<readonly StepRow[]>;
  /** Texts of models, in the order in which they began. */
  readonly texts: ReadonlySignal<readonly WrittenText[]>;
  /** The line that is shown in the inspector. Opens at the step that failed, else at the one that runs. */
  readonly selected: Signal<string | null>;
  /**
   * The line of a child execution that is selected below `selected`, the step that started the child: the steps down to it, as the lines of the
   * timeline have them, such as `step0/post`. Null while a step of this execution is selected.
   */
  readonly selectedWithin: Signal<string | null>;
  /** Whether hidden messages are part of the log. Setting it reads the log again; needs the scope DEBUG_READ. */
  readonly includesHidden: Signal<boolean>;
  /** Whether views follow the newest events. */
  readonly isFollowing: Signal<boolean>;
  close(): void;
}
