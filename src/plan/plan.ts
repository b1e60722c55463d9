/**
 * Room `plan`: the plan as data, with all that it is made of.
 *
 * Owns: the canonical plan (this file); the spelling of references in text (`reference.ts`) and how they are read
 * (`reference-reader.ts`); the definitions that an execution pins: callables (`callable.ts`), runs
 * (`run-definition.ts`), models (`model-definition.ts`), turns (`turn-work.ts`); questions to people; limits; the kinds of problem (`problem.ts`).
 * Leaves: input formats to `plan/dialects`; checks to `plan/compile`; the order of steps to `plan/order`; `when` to `plan/expressions`;
 * operands and their values to `plan/operands`; the run of a plan to `execution`.
 *
 * Invariants:
 * - A plan is immutable.
 * - A reference is an operand with a place of its own. A value is never read as text that could hold one (E13).
 * - A problem of a request is data with the facts of the finding. It is never thrown (P17).
 *
 * This file defines the canonical plan: the form that every dialect is compiled into, and the only one that is stored and run.
 */

import type { Json, JsonSchema } from "../json/json.ts";
import type { PathSegment } from "../json/value-path.ts";
import type { DeclineOutcome } from "./human-input.ts";
import type { PlanWarning } from "./problem.ts";
import type { StepPart } from "./step-part.ts";

/**
 * Where a reference takes its value from: a step, an initial binding, the input of a workflow, how the execution ended (in `finally` steps only),
 * or an item or iteration (`ItemRoot`).
 */
export type ReferenceRoot = "steps" | "bindings" | "input" | "execution" | ItemRoot;

/**
 * Roots that mean something in the step of a map or loop only: the item of a map, the position of the item or iteration from 0, and the output of
 * the iteration before. `previous` is null before the first iteration has ended.
 */
export type ItemRoot = "item" | "index" | "previous";

export function isItemRoot(root: ReferenceRoot): root is ItemRoot {
  return root === "item" || root === "index" || root === "previous";
}

/** A reference to a value that exists once the plan runs. */
export interface Reference {
  readonly root: ReferenceRoot;
  /** Id of the step, or name of the binding. The root itself for all else. */
  readonly id: string;
  /** Set where the text of the step is meant (`result-text.ts`), or its status, and not its output. */
  readonly part?: Exclude<StepPart, "output">;
  readonly path: readonly PathSegment[];
  /** The path behind each `[*]`, applied to every item of the list before it. Absent where there is none. */
  readonly each?: readonly (readonly PathSegment[])[];
  /** The expression as the author wrote it, such as `$0.output.artifact_id`. */
  readonly expression: string;
}

/** An argument before it is resolved. A literal holds no reference at any depth. */
export type Operand =
  | { readonly kind: "literal"; readonly value: Json }
  | { readonly kind: "reference"; readonly reference: Reference }
  | { readonly kind: "text"; readonly parts: readonly (string | Reference)[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, Operand])[] }
  | { readonly kind: "array"; readonly items: readonly Operand[] }
  | { readonly kind: "coalesce"; readonly choices: readonly Operand[] }
  | CelOperand;

/** A value that is calculated from others. */
export type CelOperand = { readonly kind: "cel" } & CelExpression;

/**
 * An expression whose references are operands, never text (E13, R1). `cel` is evaluated; in it the value of `references[n]` is `v.r{n}`.
 */
export interface CelExpression {
  /** As the author wrote it. */
  readonly expression: string;
  readonly cel: string;
  readonly references: readonly Reference[];
}

/** When a step runs: an expression that is true or false. */
export type Condition = CelExpression;

/** How the steps are ordered: one after another, or as soon as their inputs exist. */
export type Schedule = "SEQUENTIAL" | "DATAFLOW";

/** The policy for a call that left and whose answer was lost, if a repetition could have its effect twice (E7). */
export type InDoubtPolicy = "RETRY" | "FAIL" | "ASK";

/** Which calls a person has to permit first. */
export type ApprovalPolicy =
  | "NEVER"
  /** Calls of tools that say themselves that they may destroy data. */
  | "DECLARED_DESTRUCTIVE"
  /** Every call that may have an effect. */
  | "ALL_EFFECTS"
  /** The whole plan, once, before its first step; then each call of a tool that says itself that it may destroy data. */
  | "PLAN";

/** Which children of a group run and count: all, the first that succeeds of those that run together, or the first whose condition is true. */
export type MergeStrategy = "COLLECT_ALL" | "FIRST_SUCCESS" | "FIRST_MATCH";

export interface StepPolicy {
  /** Attempts in total, known failures only; calls after an unknown outcome are counted apart (E7). */
  readonly maxAttempts: number;
  readonly initialBackoffMs: number;
  /** Time for one attempt. Null for the limit of the execution. */
  readonly timeoutMs: number | null;
  readonly continueOnFailure: boolean;
  /** Null for the policy of the execution. */
  readonly inDoubt: InDoubtPolicy | null;
  /** The end of the step if a person declines its call. Absent for FAIL. */
  readonly onDecline?: DeclineOutcome;
  /** A person other than those who started the execution permits the call, under every policy of the execution. */
  readonly fourEyes?: true;
  /**
   * The step is skipped if it takes the output of one that was skipped. Absent if it runs, with null in that place (C3), as all steps of
   * documents and of earlier versions do.
   */
  readonly onSkippedInput?: "SKIP";
}

export const defaultStepPolicy: StepPolicy = {
  maxAttempts: 1,
  initialBackoffMs: 1_000,
  timeoutMs: null,
  continueOnFailure: false,
  inDoubt: null,
};

interface StepBase {
  /** Unique within the plan, children of groups included. Never contains `/`. */
  readonly id: string;
  /** Position among the top-level steps, the N of `$N.output`. Null for a child of a group. */
  readonly index: number | null;
  readonly resultKey: string | null;
  /** Ids of steps that must be finished first, beside those that references name. */
  readonly after: readonly string[];
  /** Takes the step out of the order that effects impose, not out of the order that references impose. */
  readonly independent: boolean;
  /** The step is skipped if it is false, and fails if it cannot be evaluated. */
  readonly when?: Condition;
  /** It runs once all steps without this member have ended, however they ended. Of a group the group has it and its children do not. */
  readonly isFinally?: true;
}

export interface ToolStep extends StepBase {
  readonly kind: "TOOL";
  readonly callableName: string;
  readonly arguments: Operand;
  readonly policy: StepPolicy;
  /** Declarations of the plan's author for the step, beside those of its callable; both are enforced. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

export interface ParallelStep extends StepBase {
  readonly kind: "PARALLEL";
  readonly children: readonly ToolStep[];
  /** Null for the limit of the execution. */
  readonly maxConcurrency: number | null;
  readonly mergeStrategy: MergeStrategy;
  readonly continueOnFailure: boolean;
}

/** Whether the output of `step` is that of one child. */
export function countsOne(step: PlanStep): boolean {
  return step.kind === "PARALLEL" && step.mergeStrategy !== "COLLECT_ALL";
}

/** Makes the same call for each item of a list that exists when the step begins. Its output is the list of their outputs, in order. */
export interface MapStep extends StepBase {
  readonly kind: "MAP";
  /** The list. */
  readonly over: Operand;
  /** The call that each item is made from, alone. Its id is that of the map with `[]`, and `[n]` that of the item n. */
  readonly children: readonly ToolStep[];
  /** How many items are unfinished at a time. Null for the limit of the execution. */
  readonly maxConcurrency: number | null;
  /** A longer list is refused before anything is called. */
  readonly maxItems: number;
  /** Items that may fail. With one more, no further item begins and the step fails. */
  readonly maxFailures: number;
  readonly continueOnFailure: boolean;
}

/** Makes the same call again and again. Its output is that of the last iteration. */
export interface LoopStep extends StepBase {
  readonly kind: "LOOP";
  /** The call that each iteration is made from, named as in a map. */
  readonly children: readonly ToolStep[];
  /** Whether another iteration follows; WHILE is asked before the first one too. */
  readonly condition: Condition & { readonly asked: "UNTIL" | "WHILE" };
  /** Between the end of an iteration and the start of the next, in milliseconds. */
  readonly delayMs: number;
  /** The step fails if the condition calls for one more. */
  readonly maxIterations: number;
  readonly continueOnFailure: boolean;
}

/** Steps that are made of others. */
export type GroupStep = ParallelStep | MapStep | LoopStep;

export type PlanStep = ToolStep | GroupStep;

/** Steps whose children are known only while they run. */
export type RepeatedStep = MapStep | LoopStep;

export function isRepeated(step: PlanStep): step is RepeatedStep {
  return step.kind === "MAP" || step.kind === "LOOP";
}

/** Beside a plan: findings of its check that do not keep it from running, with places in the plan. Absent for none, and until 0.7.0. */
export interface WarnedPlan {
  readonly planWarnings?: readonly PlanWarning[];
}

export interface Plan {
  readonly schedule: Schedule;
  /** Why a planner chose these steps. Null for a plan that was given without reasoning. */
  readonly reasoning: string | null;
  /** Answer that needs no tools. `steps` is empty then, and only then. */
  readonly directResponse: string | null;
  /** Those of `finally` stand behind all others. */
  readonly steps: readonly PlanStep[];
  /** Time for all `finally` steps together. Present if there are any, and only then. */
  readonly finallyTimeoutMs?: number;
}

/** Which document a given plan was written in; decides nothing but the projections that make sense. */
export type PlanDialect = "TYPED" | "TOOL_CALLS" | "ORCHESTRATE";

/** Dialects that a request can name. */
export type DocumentDialect = Exclude<PlanDialect, "TYPED">;

/** Started with a plan, a prompt for a planner, a question for an agent, as the run of a callable, or by a message in a conversation. */
export type ExecutionKind = "PLAN" | "PROMPT" | "ASK" | "WORKFLOW" | "AGENT" | "MESSAGE";
