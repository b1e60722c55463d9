/**
 * Hooks in TypeScript: functions that are called with events of executions after they are stored. A hook cannot change an execution.
 *
 * Each hook gets its events in the order of the log, at least once: one that throws or takes more than 15 seconds is called again after the
 * pauses that webhooks have, eight times at most. An execution keeps the hooks of its start. Executions that steps start have none of their
 * own.
 */
import type { CodeHook } from "../../../src/execution/webhooks/code-hook.ts";
import { ConfigurationError } from "./configuration-error.ts";

export interface HookExecution {
  /** As `Execution.id` of the API. */
  readonly id: string;
  readonly tenant: string;
  /** Who started it. */
  readonly userId: string;
  readonly kind: "PLAN" | "PROMPT" | "ASK" | "WORKFLOW" | "AGENT" | "MESSAGE";
  readonly title: string;
  /** Where it stands when the hook is called, which can be later than the event. */
  readonly status: "PENDING" | "RUNNING" | "WAITING" | "SUCCEEDED" | "PARTIAL" | "FAILED" | "CANCELLED";
  readonly contextId: string | null;
  readonly labels: readonly { readonly key: string; readonly value: string }[];
  readonly usage: {
    readonly toolCalls: number;
    readonly agentCalls: number;
    readonly modelCalls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costMicros: number;
  };
}

export interface HookFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly details: unknown;
}

type CallOutcome = "NOT_SENT" | "REJECTED" | "ANSWERED" | "UNKNOWN";

interface EventOf<Type extends string> {
  /** Unique for each event, the same on every repeat. */
  readonly id: string;
  readonly type: Type;
  /** Number in the log of the execution, counted from 1. */
  readonly sequence: number;
  readonly occurredAt: string;
  readonly execution: HookExecution;
}

interface StepEventOf<Type extends string> extends EventOf<Type> {
  readonly stepId: string;
}

/** What each hook is given. Values are whole; null stands for one that retention has removed. */
export interface HookEvents {
  readonly onExecutionStarted: EventOf<"EXECUTION_STARTED"> & {
    readonly kind: HookExecution["kind"];
    readonly planHash: string | null;
  };
  /** A call is about to be made; the intent is stored. */
  readonly onStepStarted: StepEventOf<"STEP_STARTED"> & {
    readonly attempt: number;
    readonly callId: string;
    readonly callableName: string;
    readonly groupId: string | null;
    readonly arguments: unknown;
  };
  readonly onAttemptFailed: StepEventOf<"ATTEMPT_FAILED"> & {
    readonly attempt: number;
    readonly callId: string;
    readonly outcome: CallOutcome;
    readonly failure: HookFailure;
    /** When the next attempt may leave. Null if none follows. */
    readonly retryAt: string | null;
  };
  /** Something is waited for. `request` is a question to a person; that about the whole plan is of no step. */
  readonly onStepWaiting: EventOf<"STEP_WAITING"> & {
    readonly stepId: string | null;
    readonly waitsFor: "PERSON" | "CHILD" | "REMOTE_TASK" | "TIMER" | "EVENT" | "SUBMISSION";
    readonly until: string | null;
    readonly note: string | null;
    readonly handle: string | null;
    readonly awaitedTurnKey: string | null;
    readonly awaitedEvent: unknown;
    readonly request: {
      /** What `answer` of the client and `respondToHumanInput` take. */
      readonly id: string;
      readonly kind: string;
      readonly purpose: string;
      readonly prompt: string;
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly stepId: string | null;
      /** Who may answer. Empty for everybody who may see the execution. */
      readonly addressees: readonly {
        readonly subject: string | null;
        readonly group: string | null;
        readonly scope: string | null;
      }[];
      /** Whether who started the execution may not answer. */
      readonly fourEyes: boolean;
      readonly context: unknown;
      readonly responseSchema: unknown;
    } | null;
  };
  readonly onHumanInputResolved: EventOf<"HUMAN_INPUT_RESOLVED"> & {
    readonly stepId: string | null;
    readonly requestId: string;
    readonly resolution: "ACCEPTED" | "DECLINED" | "EXPIRED" | "WITHDRAWN";
    readonly respondedBy: string | null;
    readonly reason: string | null;
    readonly response: unknown;
  };
  readonly onModelCalled: EventOf<"MODEL_CALLED"> & {
    readonly purpose: string;
    /** Calls of the execution are counted from 1. */
    readonly number: number;
    readonly model: string;
    readonly outcome: string;
    readonly durationMs: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly costMicros: number | null;
    readonly failure: HookFailure | null;
    readonly retryAt: string | null;
  };
  readonly onStepFinished: StepEventOf<"STEP_FINISHED"> & {
    readonly status: "SUCCEEDED" | "PARTIAL" | "FAILED" | "SKIPPED" | "CANCELLED";
    /** Null if none was started. */
    readonly attempt: number | null;
    readonly callId: string | null;
    readonly outcome: CallOutcome | null;
    readonly output: unknown;
    readonly groupId: string | null;
    readonly failure: HookFailure | null;
    readonly warning: HookFailure | null;
    readonly warnings: readonly { readonly code: string; readonly message: string; readonly details: unknown }[];
    /** Whether it was taken over from another execution. */
    readonly reused: boolean;
  };
  readonly onExecutionFinished: EventOf<"EXECUTION_FINISHED"> & {
    readonly status: "SUCCEEDED" | "PARTIAL" | "FAILED" | "CANCELLED";
    readonly failure: HookFailure | null;
    /** Output of a workflow or agent. */
    readonly output: unknown;
    /** The text for the user. */
    readonly response: string | null;
    /** Why there is no such text although it was asked for. */
    readonly responseFailure: HookFailure | null;
  };
}

export type HookName = keyof HookEvents;

export interface HookContext {
  /** The same on every repeat, and of no other delivery: hand it on where something is to be done once. */
  readonly deliveryId: string;
  /** Aborted after 15 seconds. Hand it on to `fetch`. */
  readonly signal: AbortSignal;
  readonly env: Cloudflare.Env;
}

export type Hooks = {
  readonly [Name in HookName]?: (event: HookEvents[Name], context: HookContext) => unknown;
};

const hookNames: { readonly [Name in HookName]: true } = {
  onExecutionStarted: true,
  onStepStarted: true,
  onAttemptFailed: true,
  onStepWaiting: true,
  onHumanInputResolved: true,
  onModelCalled: true,
  onStepFinished: true,
  onExecutionFinished: true,
};

/** The hooks as the Worker calls them. */
export function hooksOf(hooks: Hooks): ReadonlyMap<string, CodeHook> {
  if (typeof hooks !== "object" || hooks === null || Array.isArray(hooks))
    throw new ConfigurationError("hooks", "required an object of functions, found something else");
  const given = Object.entries(hooks).filter(([, hook]) => hook !== undefined);
  return new Map(
    given.map(([name, hook]) => {
      const names = Object.keys(hookNames).join(", ");
      if (!Object.hasOwn(hookNames, name))
        throw new ConfigurationError(`hooks.${name}`, `required one of ${names}, found another name`);
      if (typeof hook !== "function")
        throw new ConfigurationError(`hooks.${name}`, "required a function, found something else");
      return [name, hook as unknown as CodeHook];
    }),
  );
}
