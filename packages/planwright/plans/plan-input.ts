/** The plan document: `PlanInput` of the API, as data. */
import type { Json, JsonSchema } from "./json-schema.ts";
import type { MergeStrategy, Policy } from "./step-options.ts";

export interface PlanInput {
  readonly steps: readonly StepInput[];
  readonly defaults?: Policy;
  readonly finally?: readonly StepInput[];
  readonly finallyTimeoutMs?: number;
}

/** One step, under the name of its form. */
export type StepInput =
  | LeafStepInput
  | { readonly parallel: ParallelStepInput }
  | { readonly map: MapStepInput }
  | { readonly loop: LoopStepInput };

export type LeafStepInput =
  | { readonly tool: ToolStepInput }
  | { readonly humanInput: HumanInputStepInput }
  | { readonly sleep: SleepStepInput }
  | { readonly waitForEvent: WaitForEventStepInput };

/** What every step can have. */
export interface NamedStepInput {
  readonly stepId?: string;
  readonly resultKey?: string;
  readonly after?: readonly string[];
  readonly independent?: boolean;
  readonly when?: string;
}

export type JsonObject = { readonly [name: string]: Json };

export interface ToolStepInput extends NamedStepInput {
  readonly toolName: string;
  readonly arguments?: JsonObject;
  readonly policy?: Policy;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

export interface ParallelStepInput extends NamedStepInput {
  readonly steps: readonly LeafStepInput[];
  readonly maxConcurrency?: number;
  readonly mergeStrategy?: MergeStrategy;
  readonly continueOnFailure?: boolean;
}

export interface MapStepInput extends NamedStepInput {
  readonly over: Json;
  readonly step: LeafStepInput;
  readonly maxConcurrency?: number;
  readonly maxItems?: number;
  readonly maxFailures?: number;
  readonly continueOnFailure?: boolean;
}

export interface LoopStepInput extends NamedStepInput {
  readonly step: LeafStepInput;
  readonly until?: string;
  readonly while?: string;
  readonly delayMs?: number;
  readonly maxIterations: number;
  readonly continueOnFailure?: boolean;
}

export interface HumanInputStepInput extends NamedStepInput {
  readonly kind?: "APPROVAL" | "CHOICE" | "FORM";
  readonly prompt: string;
  readonly responseSchema?: JsonSchema;
  readonly choices?: readonly string[];
  readonly context?: JsonObject;
  readonly timeoutMs?: number;
  readonly onExpiry?: "FAIL" | "SKIP" | "ANSWER";
  readonly defaultResponse?: JsonObject;
  readonly onDecline?: "FAIL" | "SKIP";
  readonly addressees?: readonly AddresseeInput[];
  readonly fourEyes?: boolean;
}

/** Who may answer a question: a subject, the callers of a group, or those whose credential names a scope. */
export type AddresseeInput = { readonly subject: string } | { readonly group: string } | { readonly scope: Scope };

/** The scopes of credentials. */
export type Scope =
  | "REGISTRY_READ"
  | "REGISTRY_WRITE"
  | "EXECUTION_READ"
  | "EXECUTION_READ_OWN"
  | "EXECUTION_READ_ALL"
  | "EXECUTION_START"
  | "EXECUTION_CONTROL"
  | "EXECUTION_CONTROL_OWN"
  | "EXECUTION_CONTROL_ALL"
  | "HUMAN_INPUT_RESPOND"
  | "HUMAN_INPUT_RESPOND_OWN"
  | "EVENT_SEND"
  | "SCHEDULE_WRITE"
  | "CREDENTIALS_ADMIN"
  | "INDEX_ADMIN"
  | "DEBUG_READ"
  | "AUDIT_READ";

export interface SleepStepInput extends NamedStepInput {
  readonly seconds?: number | string;
  readonly until?: string;
}

export interface WaitForEventStepInput extends NamedStepInput {
  readonly name: string;
  readonly correlation?: string;
  readonly timeoutSeconds?: number | string;
  readonly payloadSchema?: JsonSchema;
}
