/**
 * The meaning of a model's reply for the purpose of its call: an agent, a plan that passes validation (E12), a text, or an unusable reply.
 */

import { furtherPlans } from "../../execution/budget/further-plans.ts";
import { worstCase } from "../../execution/budget/worst-case.ts";
import { agentPlan } from "../../execution/callables/agent-plan.ts";
import type { PlanProposed } from "../../execution/events/model-event.ts";
import type { ModelCallResult, ModelMeaning } from "../../execution/settle/after-model-call.ts";
import { agentInTurn, maySearch, requiredOutput } from "../../execution/state/model-task.ts";
import { conversationOf, type ReadValue } from "../../execution/state/read-reference.ts";
import { isFurtherPlan, maxRoundsOf, roundMember, stepsLeft } from "../../execution/state/round-state.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { flowsOfProposal } from "../../execution/state/state-labels.ts";
import { checkedOutput } from "../../execution/turns/checked-output.ts";
import { turnOfferOf } from "../../execution/turns/turn-rounds.ts";
import type { Failure, FailureCode } from "../../json/failure.ts";
import { isJsonObject, type Json, utf8Bytes } from "../../json/json.ts";
import type { ModelReply, ModelResult } from "../../model/port.ts";
import type { ModelPrompts } from "../../model/prompts/model-prompts.ts";
import { planningFunctionName } from "../../model/prompts/planning-function.ts";
import { offeredCallable } from "../../plan/callable.ts";
import { limitExceeded } from "../../plan/compile/check-limits.ts";
import { compilePlan } from "../../plan/compile/compile.ts";
import { parallelWarnings } from "../../plan/compile/parallel-warning.ts";
import { planHash } from "../../plan/dialects/plan-hash.ts";
import { keptWarnings, planWarningsMember } from "../../plan/kept-warnings.ts";
import { builtInLimits, maxItems } from "../../plan/limits.ts";
import type { ModelPurpose } from "../../plan/model-definition.ts";
import type { Plan, PlanDialect } from "../../plan/plan.ts";
import { leafCalls } from "../../plan/plan-scope.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { invalidInput } from "../../plan/shape-problems.ts";
import type { OutputModel } from "../../plan/turn-work.ts";
import type { KeyedExecution } from "../ports/execution-keys.ts";
import { ownFault } from "./aborted-result.ts";

/** UTF-16 code units of a model name of a provider, and of a short problem: both are in rows and in the state (E14). */
const longestModelName = 200;
const longestFinding = 1_000;

/** UTF-16 code units that are kept of an answer that should have been an output and is none; the whole stands in the row of its call. */
const longestNoOutput = 8_192;

/** A plan stands in one row, in a form that can take many times the bytes of its document; the platform bounds a row to 2 MB. */
const maxStoredPlanBytes = 1_800_000;

/** Reads the result of a call for `purpose`. Never throws. */
export function modelCallResult(
  state: ExecutionState,
  purpose: ModelPurpose,
  result: ModelResult,
  prompts: ModelPrompts,
  read: ReadValue,
): ModelCallResult {
  if (result.kind === "FAILED") return result;
  const { reply } = result;
  const { usage } = reply;
  const model = reply.model?.slice(0, longestModelName).toWellFormed();
  const meaning = safely(state, () => meaningOf(state, purpose, reply, prompts, read));
  const received = meaning.kind === "TEXT" ? meaning.text : receivedOf(reply);
  return { kind: "ANSWERED", model, usage, received, stop: reply.stop, meaning };
}

/** A fault of our own while an answer is read is a failure of the call. Its cost is still known (O19). */
function safely({ pinned }: ExecutionState, meaning: () => ModelMeaning): ModelMeaning {
  try {
    return meaning();
  } catch (error) {
    return { kind: "UNUSABLE", failure: ownModelFault(error, pinned) };
  }
}

/** The failure of a model call by a fault of our own. The fault itself is for the log, not for readers. */
export function ownModelFault(error: unknown, of: KeyedExecution | undefined): Failure {
  return { ...ownFault(error, of), message: "the call of the model failed by a fault of this software" };
}

function meaningOf(
  state: ExecutionState,
  purpose: ModelPurpose,
  reply: ModelReply,
  prompts: ModelPrompts,
  read: ReadValue,
): ModelMeaning {
  const { modelWork } = state.pinned;
  switch (purpose) {
    case "ROUTE": {
      const parsed = prompts.readRouterReply(reply, modelWork.route?.candidates ?? []);
      if (!parsed.ok) return { kind: "UNUSABLE", failure: answeredWith("MODEL_ERROR", "router", parsed.message) };
      const { agentName, confidence, reason, unknownAgentName } = parsed;
      const plan = agentPlanOf(state, agentName, read);
      return {
        kind: "ROUTED",
        routed: {
          kind: "AgentRouted",
          mode: "AUTO",
          agentName: agentName ?? null,
          confidence: confidence ?? null,
          reason: reason ?? null,
          ...(unknownAgentName !== undefined && { unknownAgentName }),
        },
        proposed: proposed(state, plan, planHash(plan), state.pinned.dialect, read),
      };
    }
    case "PLAN": {
      const parsed = prompts.readPlannerReply(reply, modelWork.plan?.encoding ?? "FUNCTION");
      if (parsed.ok && "search" in parsed) return searchMeaning(state, parsed.search);
      if (parsed.ok) return compiled(state, parsed.document, read);
      if (parsed.refused) return { kind: "UNUSABLE", failure: answeredWith("MODEL_ERROR", "planner", parsed.message) };
      const failure = answeredWith("PLANNER_OUTPUT_INVALID", "planner", parsed.message);
      return { kind: "REJECTED", failure, problems: [invalidInput([], `expected a plan, found ${parsed.message}`)] };
    }
    case "RESPOND": {
      const required = requiredOutput(state);
      if (required !== undefined) return outputMeaning(required, reply, prompts);
      const parsed = prompts.readResponderReply(reply);
      return parsed.ok
        ? { kind: "TEXT", text: parsed.text }
        : { kind: "UNUSABLE", failure: answeredWith("MODEL_ERROR", "responder", parsed.message) };
    }
    case "AGENT":
      return agentMeaning(state, reply, prompts);
  }
}

/** A search that was offered, which it is once. */
function searchMeaning(state: ExecutionState, query: string): ModelMeaning {
  if (maySearch(state)) return { kind: "SEARCH", query };
  const found = "a search, which it was not offered";
  const failure = answeredWith("PLANNER_OUTPUT_INVALID", "planner", found);
  return { kind: "REJECTED", failure, problems: [invalidInput([], `expected a plan, found ${found}`)] };
}

/**
 * The output of an agent of a conversation in its turn. A text that is no output counts as one that breaks its schema, so that it is
 * corrected.
 */
function agentMeaning(state: ExecutionState, reply: ModelReply, prompts: ModelPrompts): ModelMeaning {
  const inTurn = agentInTurn(state);
  const { isOptional, output } = turnOfferOf(state);
  const parsed = prompts.readAgentReply(reply, output, isOptional);
  switch (parsed.kind) {
    case "TEXT":
      return { kind: "REPLY", text: parsed.text };
    case "OUTPUT":
      return { kind: "OUTPUT", data: parsed.data };
    case "NO_OUTPUT": {
      const data = reply.text.slice(0, longestNoOutput).toWellFormed();
      return { kind: "OUTPUT", data, finding: parsed.finding };
    }
    case "UNUSABLE":
      return { kind: "UNUSABLE", failure: answeredWith("MODEL_ERROR", `agent ${inTurn.name}`, parsed.message) };
  }
}

/** The output that an agent owes, checked against its schema. Its text is written again, with its missing defaults. */
function outputMeaning(required: OutputModel, reply: ModelReply, prompts: ModelPrompts): ModelMeaning {
  const parsed = prompts.readAgentReply(reply, required);
  if (parsed.kind === "UNUSABLE" || parsed.kind === "TEXT") {
    const found = parsed.kind === "TEXT" ? "text" : parsed.message;
    return { kind: "UNUSABLE", failure: answeredWith("MODEL_ERROR", `agent ${required.name}`, found) };
  }
  const [given, finding] = parsed.kind === "OUTPUT" ? [parsed.data, undefined] : [null, parsed.finding];
  const { data, violations } = checkedOutput(required, given, finding);
  const [first] = violations;
  if (first === undefined) return { kind: "TEXT", text: JSON.stringify(data) };
  const message = `the answer of the agent ${required.name} does not satisfy its output schema: ${first.pointer || "/"}: ${first.message}`;
  const details = violations.map(({ message: found, pointer }) => ({ instance: pointer, message: found }));
  return { kind: "BROKEN_OUTPUT", failure: { code: "OUTPUT_INVALID", message, retryable: false, details } };
}

function agentPlanOf(state: ExecutionState, agentName: string | undefined, read: ReadValue): Plan {
  const conversation = conversationOf(state.pinned.conversation, read);
  if (conversation === undefined) throw new Error("the execution was started without a conversation");
  return agentPlan(agentName, conversation, state.pinned.definitions);
}

/** Checks a plan against the offered callables, under the limits of the execution: the same checks as for a given plan (O10, P11). */
function compiled(state: ExecutionState, document: Json, read: ReadValue): ModelMeaning {
  const { callables, definitions, modelWork } = state.pinned;
  // The plans of all rounds share the steps that one may have.
  const limits = { ...state.pinned.limits, maxSteps: stepsLeft(state) };
  const { dialect: asked, maxPlanBytes = builtInLimits.maxPlanBytes } = modelWork.plan ?? {};
  const compilation = compilePlan({
    // A chain of calls is a plan in every dialect. A planner that may write only chains is held to that (P5).
    source: { kind: "DOCUMENT", document, dialect: asked === "TOOL_CALLS" ? asked : undefined },
    bindings: read(state.pinned.bindings) ?? {},
    requestedLimits: {},
    schedule: modelWork.plan?.schedule ?? undefined,
    callable: (name) => offeredCallable(definitions, name),
    callableNames: () => callables.keys(),
    settings: { ...builtInLimits, maxPlanBytes, defaults: limits, caps: limits },
    sourcePath: [],
  });
  const flows = compilation.ok ? flowsOfProposal(state, compilation.plan, compilation.argumentsPlace) : undefined;
  const problems = compilation.ok
    ? [...storedSizeProblems(compilation.plan), ...roundProblems(state, compilation.plan), ...(flows?.problems ?? [])]
    : compilation.problems;
  if (!compilation.ok || problems.length > 0) return { kind: "REJECTED", failure: invalidPlan(problems), problems };
  const { dialect, plan, planHash: hash, warnings } = compilation;
  const capped = parallelWarnings(plan, definitions, limits.maxParallel, ["options", "limits", "maxParallel"]);
  const found = planWarningsMember(keptWarnings([...warnings, ...(flows?.warnings ?? []), ...capped]));
  return { kind: "PLANNED", proposed: { ...proposed(state, plan, hash, dialect, read), ...found } };
}

/** Items of all rounds are kept in memory together, and none of them is the last for certain. */
function roundProblems(state: ExecutionState, plan: Plan): readonly PlanProblem[] {
  if (maxRoundsOf(state) > 1 && plan.finallyTimeoutMs !== undefined)
    return [invalidInput(["finally"], "expected no such steps in a plan that another may follow")];
  if (!isFurtherPlan(state)) return [];
  const itemsIn = (one: Plan) => leafCalls(one).reduce((sum, { times }) => sum + (times > 1 ? times : 0), 0);
  const found = itemsIn(state.pinned.plan) + itemsIn(plan);
  return found > maxItems ? [limitExceeded([], "maxItems", maxItems, found)] : [];
}

function storedSizeProblems(plan: Plan): readonly PlanProblem[] {
  const found = utf8Bytes(JSON.stringify(plan));
  return found > maxStoredPlanBytes ? [limitExceeded([], "storedPlanBytes", maxStoredPlanBytes, found)] : [];
}

function proposed(
  state: ExecutionState,
  plan: Plan,
  hash: string,
  dialect: PlanDialect,
  read: ReadValue,
): PlanProposed {
  const { bindings, callables, conversation, definitions, inDoubt, limits, modelWork } = state.pinned;
  const given = read(bindings);
  const responderData = [
    conversation === undefined ? null : (read(conversation) ?? null),
    isJsonObject(given) ? Object.keys(given) : [],
  ];
  const required = requiredOutput(state);
  // A plan that answers by itself needs no responder (P8), unless another output is required.
  const respond = plan.directResponse === null || required !== undefined ? modelWork.respond : null;
  const worst = worstCase({
    plan,
    callables,
    definitions,
    limits,
    inDoubt,
    respond: respond ?? undefined,
    responderData,
    requiredOutput: required,
    further: furtherPlans(state, plan),
  });
  return { kind: "PlanProposed", ...roundMember(state), plan, planHash: hash, dialect, worstCase: worst };
}

/** The failure of a plan that does not pass validation, in short; the problems stand beside it. */
function invalidPlan(problems: readonly PlanProblem[]): Failure {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  const found = first?.message.slice(0, longestFinding).toWellFormed() ?? "it has no steps";
  const message = `the plan does not pass validation: ${found}${more}`;
  return { code: "PLAN_INVALID", message, retryable: false, details: null };
}

function answeredWith(code: FailureCode, who: string, found: string): Failure {
  return { code, message: `the ${who} answered with ${found}`, retryable: false, details: null };
}

/** The kept part of an answer: its text, the arguments of the required function, otherwise all of it. Null if nothing came. */
function receivedOf({ functions, text }: ModelReply): Json {
  const [called] = functions;
  if (called === undefined) return text === "" ? null : text;
  if (functions.length === 1 && text === "" && called.name === planningFunctionName) return called.arguments;
  return { text, functions: functions.map(({ arguments: given, name }) => ({ name, arguments: given })) };
}
