/**
 * The run of `cp__agent_orchestrate` (O2, O10, O11): a given plan is compiled here against the callables of the caller; a prompt is handed
 * to a planner, which is never offered orchestration itself (O27). The message holds the input of the tool as its data.
 */
import * as z from "zod";
import type { Failure, FailureCode } from "../../json/failure.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { madeOnce } from "../../json/made-once.ts";
import { callablesByName, type ExecutionDefinitions, offeredCallable } from "../../plan/callable.ts";
import { compilePlan } from "../../plan/compile/compile.ts";
import { emptyConversation } from "../../plan/conversation.ts";
import { keptWarnings, planWarningsMember } from "../../plan/kept-warnings.ts";
import { noModelWork } from "../../plan/model-definition.ts";
import type { Schedule } from "../../plan/plan.ts";
import type { OrchestrationDefinition } from "../../plan/run-definition.ts";
import { childKeyOf, definitionsFor } from "../../plan/run-definitions.ts";
import { jsonObject } from "../../plan/shape-problems.ts";
import { readMessageParts } from "../commands/invocation-message.ts";
import type { ExecutionInput } from "../commands/start-request.ts";
import { type CallableCall, commonInput, type ExecutionInputResult } from "./execution-input.ts";

/** Name of the tool (O1), and of the run of it. */
export const orchestrationName = "cp__agent_orchestrate";

/** How the steps of a plan can be ordered, as the argument `schedule` says it. */
export const schedules = ["SEQUENTIAL", "DATAFLOW"] as const satisfies readonly Schedule[];

/** Null means absent, because the callers are language models. */
const inputShape = madeOnce(() =>
  z.strictObject({
    prompt: z.string().nullish(),
    plan: jsonObject().nullish(),
    bindings: jsonObject().nullish(),
    timeout_ms: z.int().min(1).nullish(),
    max_parallel: z.int().min(1).nullish(),
    schedule: z.enum(schedules, 'expected "SEQUENTIAL" or "DATAFLOW"').nullish(),
  }),
);

export function orchestrationInput(
  definition: OrchestrationDefinition,
  own: ExecutionDefinitions,
  call: CallableCall,
): ExecutionInputResult {
  const { data, text } = readMessageParts(call.message as unknown as Json);
  const parsed = inputShape().safeParse(data ?? (text === null ? {} : { prompt: text }));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refused("INPUT_INVALID", `${issue?.path.join(".") || "input"}: ${issue?.message ?? "not valid"}`);
  }
  const { bindings, max_parallel, plan, prompt, schedule = null, timeout_ms } = parsed.data;
  const caps = call.caps ?? call.limits;
  const maxParallel = max_parallel ?? call.limits.maxParallel;
  if (maxParallel > caps.maxParallel)
    return refused("INPUT_INVALID", `max_parallel: required at most ${caps.maxParallel}, found ${maxParallel}`);
  // A longer time is cut to the remaining time (O15).
  const timeoutMs = Math.min(timeout_ms ?? call.limits.timeoutMs, caps.timeoutMs);
  const limits = { ...call.limits, maxParallel, timeoutMs };
  const common = {
    ...commonInput(own, { ...call, limits }),
    callable: orchestrationRun,
    bindings: (bindings ?? {}) as Json,
  };
  const input = { kind: "VALUE", value: (data ?? { prompt: text }) as Json } as const;
  const isPlan = plan !== null && plan !== undefined;
  const isPrompt = prompt !== null && prompt !== undefined;
  if (isPlan === isPrompt) {
    const found = isPlan ? "both" : "neither";
    return refused("INPUT_INVALID", `required exactly one of plan and prompt, found ${found}`);
  }
  if (isPlan) return planned({ ...common, input }, plan as JsonObject, schedule, definition);
  return prompted({ ...common, input }, prompt ?? "", schedule, definition);
}

const orchestrationRun: ExecutionInput["callable"] = {
  kind: "ORCHESTRATION",
  name: orchestrationName,
  version: null,
  inputSchema: null,
  outputSchema: null,
  output: null,
};

type Common = ReturnType<typeof commonInput> & Pick<ExecutionInput, "callable" | "input">;

function planned(
  common: Common,
  plan: JsonObject,
  schedule: Schedule | null,
  { maxJsonDepth, maxPlanBytes }: OrchestrationDefinition,
): ExecutionInputResult {
  const { bindings, definitions, limits } = common;
  const callables = callablesByName(definitions);
  const compilation = compilePlan({
    source: { kind: "DOCUMENT", document: plan, dialect: "ORCHESTRATE" },
    bindings,
    requestedLimits: {},
    schedule: schedule ?? undefined,
    sourcePath: ["plan"],
    callable: (name) => offeredCallable(definitions, name),
    callableNames: () => callables.keys(),
    settings: { defaults: limits, caps: limits, maxPlanBytes, maxJsonDepth },
  });
  if (!compilation.ok) {
    const [first] = compilation.problems;
    const details = compilation.problems.map(({ kind, message, path }) => ({ kind, message, path: [...path] }));
    return refused("PLAN_INVALID", first?.message ?? "the plan is not valid", details);
  }
  const used = compilation.callables.map(({ name }) => name);
  return {
    ok: true,
    work: {
      ...common,
      definitions: definitionsFor(definitions, used),
      dialect: compilation.dialect,
      plan: compilation.plan,
      planHash: compilation.planHash,
      ...planWarningsMember(keptWarnings(compilation.warnings, ["plan"])),
      conversation: null,
      modelWork: noModelWork,
      startedWith: "PLAN",
    },
  };
}

function prompted(
  common: Common,
  prompt: string,
  schedule: Schedule | null,
  { key, plan }: OrchestrationDefinition,
): ExecutionInputResult {
  if (prompt.trim() === "") return refused("INPUT_INVALID", "prompt: required words, found none");
  if (plan === null)
    return refused("INPUT_INVALID", "prompt: required a language model that the setting MODELS configures, found none");
  const { definitions } = common;
  const offered = definitions.callables.filter((callable) => childKeyOf(definitions, callable) !== key);
  return {
    ok: true,
    work: {
      ...common,
      definitions: definitionsFor(
        definitions,
        offered.map(({ name }) => name),
      ),
      dialect: "TOOL_CALLS",
      conversation: { ...emptyConversation, message: prompt },
      // Groups are written as the structs of the document (O11).
      modelWork: { ...noModelWork, plan: { ...plan, schedule, dialect: "ORCHESTRATE" } },
      plan: null,
      planHash: null,
      startedWith: "PROMPT",
    },
  };
}

function refused(code: FailureCode, finding: string, details: Json = null): { ok: false; failure: Failure } {
  const message = `Cannot orchestrate: ${finding}`;
  return { ok: false, failure: { code, message, retryable: false, details } };
}
