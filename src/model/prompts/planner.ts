/**
 * PLAN: the request to the planner and the reading of its reply (P2–P5, C19, C34). The reply is brought into the shape of the document;
 * whether it is a plan is decided by the compiler (E12).
 *
 * FUNCTION: the messages are those of the conversation and nothing else; the rules of a plan stand in the function. JSON: no function; the
 * rules follow as one further message, the same for the same callables (O11). A planner that may make several plans is informed of that and
 * of their results (`round-report.ts`).
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonIn, objectOf, ownValue } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";
import type { Conversation } from "../../plan/conversation.ts";
import type { CallableSearch, ModelDefinition, PlannerEncoding } from "../../plan/model-definition.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { ModelMessage, ModelReply, ModelRequest } from "../port.ts";
import { conversationMessages } from "./conversation-messages.ts";
import { bytesInJson } from "./cut-to-fit.ts";
import { dataBlock } from "./data-block.ts";
import { cuttable, fittedText } from "./fitted-text.ts";
import { asAnswer, type ParsedJson, readJsonAnswer } from "./json-answer.ts";
import {
  type PlanForm,
  planningFunction,
  planningFunctionName,
  planningRules,
  planSchema,
} from "./planning-function.ts";
import { type PlannerRounds, roundsText } from "./round-report.ts";

/** A correction names the problem; it does not repeat an endless answer. */
const maxCorrectionBytes = 8_192;

/** UTF-16 code units of a planner's search. The rest is left out. */
const longestSearch = 500;

export interface PlannerInput extends PlanForm {
  readonly model: ModelDefinition;
  readonly encoding: PlannerEncoding;
  readonly conversation: Conversation;
  /** The callables of the plan. */
  readonly callables: readonly CallableDefinition[];
  /** Names of the initial bindings that the plan may refer to. */
  readonly bindings: readonly string[];
  /** Set where a search chose `callables` out of more. */
  readonly search?: CallableSearch | undefined;
  readonly maxSteps: number;
  /** Absent for a planner that makes one plan. */
  readonly rounds?: PlannerRounds | undefined;
  /** Plans that were rejected, oldest first. */
  readonly corrections: readonly { readonly reply: Json; readonly problems: readonly PlanProblem[] }[];
}

/** The request to the planner. */
export function plannerRequest(input: PlannerInput): ModelRequest {
  const { model, encoding, callables, maxSteps } = input;
  const corrections = input.corrections.map(correctionMessage);
  const spoken = withRounds(input, conversationMessages(input), corrections);
  if (encoding === "FUNCTION") {
    const answer = { kind: "FUNCTION", function: planningFunction(callables, maxSteps, input) } as const;
    return { model, messages: [...spoken, ...corrections], answer };
  }
  const schema = planSchema(callables, input);
  const instructions: ModelMessage = {
    role: "USER",
    text: `Do not answer yet: plan the answer. Reply with one JSON object that satisfies the schema below, without any other text.\n${planningRules(maxSteps)}\n${dataBlock("plan_schema", [schema])}`,
  };
  return { model, messages: [...spoken, instructions, ...corrections], answer: { kind: "JSON", name: "plan", schema } };
}

/** The bound is that of all messages together. */
function withRounds(
  { maxSteps, rounds }: PlannerInput,
  spoken: readonly ModelMessage[],
  corrections: readonly ModelMessage[],
): readonly ModelMessage[] {
  if (rounds === undefined) return spoken;
  const used = [...spoken, ...corrections].reduce((sum, { text }) => sum + bytesInJson(text), 0);
  return [...spoken, { role: "USER", text: roundsText(rounds, maxSteps, rounds.maxBytes - used) }];
}

/** Both as data in the role USER: an answer may have been empty, or cut here, and no provider takes that for an answer of its own. */
function correctionMessage({ reply, problems }: PlannerInput["corrections"][number]): ModelMessage {
  const parts = [
    "This plan was refused, and nothing of it was called. Hand over a whole new plan in the same way, without these problems.",
    cuttable("rejected_plan", [reply]),
    cuttable("problems", problems as unknown as readonly Json[]),
  ];
  return { role: "USER", text: fittedText(parts, maxCorrectionBytes) };
}

export type ParsedPlannerReply =
  /** The document that the planner wrote; whether it is a plan is the compiler's to say. */
  | { readonly ok: true; readonly document: Json }
  /** It asks for callables that these words fit, before it plans. */
  | { readonly ok: true; readonly search: string }
  /** `message` completes "the planner answered with …"; `refused` if the model would not answer at all. */
  | { readonly ok: false; readonly message: string; readonly refused: boolean };

/** The answer of the planner. Plain JSON is read for every kind of request, because some servers ignore the demand for a function. */
export function readPlannerReply(reply: ModelReply, encoding: PlannerEncoding): ParsedPlannerReply {
  if (reply.stop === "REFUSED") return { ok: false, message: "a refusal", refused: true };
  if (reply.stop === "LENGTH") return notRead("an answer that was cut at its greatest length");
  const answer = answerOf(reply, encoding);
  return answer.ok ? asDocument(answer.value) : notRead(answer.message);
}

function answerOf({ functions, text }: ModelReply, encoding: PlannerEncoding): ParsedJson {
  const [called] = functions;
  if (called === undefined) return readJsonAnswer(text);
  if (functions.length > 1) return { ok: false, message: `${functions.length} calls of functions instead of one` };
  if (encoding === "JSON" || called.name !== planningFunctionName) {
    return { ok: false, message: `a call of the function "${called.name.slice(0, 100)}", which was not offered` };
  }
  if (!called.isJson) return { ok: false, message: "arguments that are not JSON" };
  // Some servers put the text of the arguments into JSON once more.
  const unwrapped = typeof called.arguments === "string" ? jsonIn(called.arguments) : called.arguments;
  return unwrapped === undefined ? { ok: false, message: "arguments that are not JSON" } : asAnswer(unwrapped);
}

/**
 * From the one shape of the function to those of documents (C19 to P4, P5; O9a). Models fill in members that another shape needs:
 *
 * - null stands for a member that is absent.
 * - `reasoning` and an empty `calls` beside a direct answer say nothing that the document has a place for; the stored reply keeps them.
 * - `content` beside calls is the model thinking aloud. It is kept with the reasoning: to refuse a good plan for it would cost the user an
 *   answer, and to drop it would hide the model's text.
 * - `schedule` beside a direct answer says nothing either, and SEQUENTIAL beside calls is their order anyhow.
 * - Calls or steps beside a direct answer, and calls beside steps, are two decisions, and refused.
 */
function asDocument(answer: JsonObject): ParsedPlannerReply {
  const given = objectOf(Object.entries(answer).filter(([, value]) => value !== null));
  const { calls, steps, ...rest } = given;
  const [hasCalls, hasSteps] = [calls, steps].map((list) => list !== undefined && !isEmptyList(list));
  switch (ownValue(given, "type")) {
    case "direct_response": {
      if (isJsonArray(calls) && hasCalls === true) return notRead(`a direct response beside ${calls.length} calls`);
      if (isJsonArray(steps) && hasSteps === true) return notRead(`a direct response beside ${steps.length} steps`);
      const { reasoning: _, schedule: __, ...document } = rest;
      return { ok: true, document: hasCalls === true || hasSteps === true ? given : document };
    }
    case "tool_calls":
    case "plan":
      if (hasCalls === true && hasSteps === true) return notRead("calls beside steps");
      if (hasSteps !== true) {
        const chain = without(given, "steps");
        const isChain = ownValue(chain, "schedule") === "SEQUENTIAL";
        return { ok: true, document: withContentAsReasoning(isChain ? without(chain, "schedule") : chain) };
      }
      return { ok: true, document: stepsDocument(without(without(given, "type"), "calls")) };
    case "search":
      return searchOf(ownValue(given, "search"));
    default:
      return { ok: true, document: given };
  }
}

function searchOf(text: Json | undefined): ParsedPlannerReply {
  if (typeof text !== "string" || text.trim() === "") return notRead("a search without words");
  return { ok: true, search: text.trim().slice(0, longestSearch).toWellFormed() };
}

/** The document Agent orchestration, whose steps have a type, has no place for reasoning; the stored reply keeps it. */
function stepsDocument(given: JsonObject): JsonObject {
  const { content: _, reasoning: __, ...document } = given;
  const { steps } = document;
  const isTyped = !(isJsonArray(steps) && steps.some((step) => isJsonObject(step) && Object.hasOwn(step, "type")));
  return isTyped ? withContentAsReasoning(given) : document;
}

function isEmptyList(value: Json): boolean {
  return isJsonArray(value) && value.length === 0;
}

function without(given: JsonObject, member: string): JsonObject {
  return objectOf(Object.entries(given).filter(([name]) => name !== member));
}

function withContentAsReasoning(given: JsonObject): JsonObject {
  const { content, ...document } = given;
  const { reasoning = "" } = document;
  // Members of the wrong type are left for the compiler to refuse.
  if (typeof content !== "string" || typeof reasoning !== "string") return given;
  const thoughts = [reasoning, content].filter((thought) => thought.trim() !== "");
  return thoughts.length === 0 ? document : { ...document, reasoning: thoughts.join("\n") };
}

function notRead(message: string): ParsedPlannerReply {
  return { ok: false, message, refused: false };
}
