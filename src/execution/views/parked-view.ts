/**
 * The view of an execution whose log begins with a row of a later version, or of one that is too old (E2). The row is not understood, but
 * members of `ExecutionStarted` with the owner and the request keep their names and meaning in every version, and so does the status of
 * `ExecutionFinished`: `stableStart` and `stableEnd` are this promise, and tests hold rows of today and of releases against it. Plan,
 * steps, values and consumption are left out, because only the fold of all rows has them.
 */
import * as z from "zod";
import { confinementOf } from "../../access/audience.ts";
import { isJsonObject, type JsonObject } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import type { ExecutionStarted, FinalExecutionStatus } from "../events/event.ts";
import type { OrchestrationState } from "../events/orchestration-state.ts";
import { noChildUsage } from "../state/usage-sum.ts";
import type { ExecutionView } from "./execution-view.ts";
import type { ExecutionSummary } from "./summary.ts";

/** Members of `ExecutionStarted` that no later version renames, removes or gives another meaning. */
const stableStart = madeOnce(() => {
  const count = z.number().int();
  const text = z.string();
  return z.object({
    execution: text,
    tenant: text,
    fingerprint: text,
    subject: text,
    visibility: z.exactOptional(z.enum(["OWN", "GROUP"])),
    group: z.exactOptional(text),
    requestId: text,
    traceparent: text,
    codeVersion: text,
    title: text,
    idempotencyKey: text.nullable(),
    contextId: text.nullable(),
    startedWith: z.enum(["PLAN", "PROMPT", "ASK", "WORKFLOW", "AGENT", "MESSAGE"]),
    dialect: z.enum(["TYPED", "TOOL_CALLS", "ORCHESTRATE"]),
    onInvalidPlan: z.enum(["REJECT", "RESPOND"]),
    inDoubt: z.enum(["RETRY", "FAIL", "ASK"]),
    approval: z.enum(["NEVER", "DECLARED_DESTRUCTIVE", "ALL_EFFECTS", "PLAN"]),
    labels: z.array(z.object({ key: text, value: text })),
    origin: z.object({
      root: text,
      parent: z.object({ execution: text, stepPath: text }).nullable(),
      depth: count,
      ancestors: z.array(text),
    }),
    limits: z.object({
      maxSteps: count,
      maxParallel: count,
      maxDepth: count,
      maxDescendants: z.exactOptional(count),
      stepTimeoutMs: count,
      timeoutMs: count,
      maxModelCalls: count,
      maxTokens: count.nullable(),
      maxCostMicros: count.nullable(),
    }),
  }) satisfies z.ZodType<Partial<ExecutionStarted>>;
});

const stableEnd = madeOnce(() => z.object({ status: z.enum(["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"]) }));

export type StableStart = z.infer<ReturnType<typeof stableStart>>;

/** Facts of the rows of an execution that need no understanding of them. Times in Unix milliseconds. */
export interface ParkedRows {
  readonly start: StableStart;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Number of the last row. */
  readonly sequence: number;
  /** Where the state machine stands, by the last row that moved it. */
  readonly orchestrationState: OrchestrationState;
  /** Null before the end. */
  readonly end: { readonly status: FinalExecutionStatus; readonly at: number } | null;
}

/** Returns undefined if `body` does not keep the promise. */
export function readStableStart(body: unknown): StableStart | undefined {
  return stableStart().safeParse(body).data;
}

/** Members that no version before 0.6.0 wrote, with their values of that time: without models, titles and runs of callables. */
const membersBefore = { title: "", startedWith: "PLAN", onInvalidPlan: "REJECT", codeVersion: "" };
const limitsBefore = { maxModelCalls: 10, maxTokens: null, maxCostMicros: null };

/** The same of a body that is older than the oldest that is understood. */
export function readOlderStart(body: JsonObject): StableStart | undefined {
  const { limits, origin } = body;
  return readStableStart({
    ...membersBefore,
    ...body,
    limits: isJsonObject(limits) ? { ...limitsBefore, ...limits } : null,
    origin: isJsonObject(origin) ? { ancestors: [], ...origin } : null,
  });
}

/** Returns undefined if `body` does not keep the promise. */
export function readStableEnd(body: unknown): FinalExecutionStatus | undefined {
  return stableEnd().safeParse(body).data?.status;
}

/** Nothing runs until a version comes that knows the rows. */
function standing({ createdAt, end, orchestrationState, start, updatedAt }: ParkedRows) {
  const { contextId, execution, labels, startedWith, subject } = start;
  return {
    contextId,
    execution,
    labels,
    startedWith,
    subject,
    ...confinementOf(start),
    createdAt,
    updatedAt,
    status: end?.status ?? "WAITING",
    state: orchestrationState,
    finishedAt: end?.at ?? null,
    startedAt: null,
    waitingFor: null,
    currentStep: null,
    usage: noChildUsage,
  } as const;
}

export function parkedView(rows: ParkedRows, parkedBy: string, isTooOld: boolean): ExecutionView {
  const { approval, dialect, idempotencyKey, inDoubt, limits, onInvalidPlan, origin, requestId, tenant, title } =
    rows.start;
  const nothing = { inline: {}, bytes: 2, digest: null };
  return {
    ...standing(rows),
    approval,
    dialect,
    idempotencyKey,
    inDoubt,
    limits,
    onInvalidPlan,
    origin,
    requestId,
    tenant,
    title,
    traceparent: rows.start.traceparent,
    sequence: rows.sequence,
    plan: null,
    planHash: null,
    planProblems: null,
    callable: null,
    callables: [],
    steps: [],
    turns: null,
    conversation: null,
    message: null,
    input: null,
    output: null,
    response: null,
    responseFailure: null,
    artifacts: [],
    humanInputs: [],
    modelCalls: [],
    routing: null,
    derivation: null,
    directResponse: null,
    deadlineAt: null,
    cancelRequestedAt: null,
    retryAt: null,
    failure: null,
    resumptions: 0,
    archived: null,
    bindings: { sequence: 1, slot: "bindings", ...nothing },
    parkedBy,
    isTooOld,
  };
}

/**
 * For an index without a summary of the execution. Its revision is 0, so that a summary of a version that can read the rows replaces it.
 */
export function parkedSummary(rows: ParkedRows): ExecutionSummary {
  const { root, parent } = rows.start.origin;
  const origin = { root, parent: parent?.execution ?? null };
  return { ...standing(rows), ...origin, revision: 0, callables: [], outline: null };
}
