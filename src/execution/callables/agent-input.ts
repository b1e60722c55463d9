/**
 * The run of an agent of ours: a language model that plans and answers in the role of the agent, or only answers if it has no tools. The
 * request stands in its conversation as the message of the caller. The prompt of an action (O5) is added to the instructions of the agent
 * for this run.
 *
 * An agent with an input schema is given data that satisfies it: the data of the message, with its text as the member `text`. The model is shown
 * it as a block of its own.
 *
 * All others are asked with text, with structured data `{text?, action?, parameters?}`, or with both. The model is shown any other data, and
 * the address of an artifact, below the text: as JSON without `<`, so that they can end no block of a prompt (E13).
 */

import type { Failure } from "../../json/failure.ts";
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import type { ExecutionDefinitions } from "../../plan/callable.ts";
import type { AgentInput, Conversation, ConversationAgent } from "../../plan/conversation.ts";
import { planHash } from "../../plan/dialects/plan-hash.ts";
import { type ModelWork, responderTimeMs } from "../../plan/model-definition.ts";
import type { AgentAction, AgentDefinition } from "../../plan/run-definition.ts";
import { violations } from "../../schema/validator.ts";
import { type InvocationMessage, type ReceivedMessage, readMessageParts } from "../commands/invocation-message.ts";
import { noPlan } from "../state/state.ts";
import { presentParameters } from "./dual-mode.ts";
import { type CallableCall, commonInput, type ExecutionInputResult } from "./execution-input.ts";

/** A request to an agent. */
interface AgentRequest {
  /** Absent if it is asked for an action alone. */
  readonly text?: string | undefined;
  readonly action?: AgentAction | undefined;
  readonly parameters?: JsonObject | undefined;
  /** Data of another shape. */
  readonly data: Json | undefined;
  readonly artifact?: string | undefined;
  /** Of an agent with an input schema. All else is absent then. */
  readonly input?: AgentInput | undefined;
}

export function agentInput(
  definition: AgentDefinition,
  own: ExecutionDefinitions,
  call: CallableCall,
): ExecutionInputResult {
  const parsed = readRequest(definition, call.message);
  if (!parsed.ok) return parsed;
  const { request } = parsed;
  const { kind, name, outputSchema = null, plan, respond } = definition;
  const reservedMs = Math.min(respond.reservedMs, responderTimeMs(call.limits.timeoutMs));
  const modelWork: ModelWork = { route: null, plan, respond: { ...respond, reservedMs } };
  return {
    ok: true,
    work: {
      ...commonInput(own, call),
      callable: { kind, name, version: null, inputSchema: null, outputSchema, output: null },
      input: { kind: "VALUE", value: inputOf(request) },
      conversation: conversationOf(definition.agent, request),
      modelWork,
      // Without tools there is nothing to plan: the responder answers at once.
      ...(plan === null ? { plan: noPlan, planHash: planHash(noPlan) } : { plan: null, planHash: null }),
      // A planner writes calls. As for any prompt, the responder explains problems of its plan (C31): in words, which an agent with a
      // declared output does not write.
      ...(plan === null ? {} : { dialect: "TOOL_CALLS", onInvalidPlan: outputSchema === null ? "RESPOND" : "REJECT" }),
      startedWith: "AGENT",
    },
  };
}

type ParsedRequest =
  | { readonly ok: true; readonly request: AgentRequest }
  | { readonly ok: false; readonly failure: Failure };

function readRequest({ actions, inputSchema, name }: AgentDefinition, message: InvocationMessage): ParsedRequest {
  const parts = readMessageParts(message as unknown as Json);
  if (inputSchema !== undefined) return typedRequest(name, inputSchema, parts);
  const { data } = parts;
  const [stated, artifact] = [parts.text ?? undefined, parts.url ?? undefined];
  if (!isRequest(data)) {
    if (stated === undefined && data === undefined && artifact === undefined)
      return refused(name, "required a text or an action, found neither");
    return { ok: true, request: { text: stated, data, artifact } };
  }
  const given = withoutNulls(data);
  const text = stated ?? ownValue(given, "text");
  const actionId = ownValue(given, "action");
  const parameters = ownValue(given, "parameters");
  if (text !== undefined && typeof text !== "string") return refused(name, "required a text that is a string");
  if (parameters !== undefined && !isJsonObject(parameters))
    return refused(name, "required parameters that are an object");
  if (actionId === undefined) {
    if (parameters !== undefined) return refused(name, "required an action that the parameters are for, found none");
    if (text === undefined) return refused(name, "required a text or an action, found neither");
    return { ok: true, request: { text, data: undefined, artifact } };
  }
  const action = actions.find(({ id }) => id === actionId);
  if (action === undefined) return refused(name, unknownAction(actionId, actions));
  const broken = parameterViolations(action, parameters);
  if (broken.length > 0) {
    const finding = `the parameters of the action ${action.id} are not valid: ${broken[0]?.message ?? ""}`;
    return refused(name, finding, broken as unknown as Json);
  }
  return { ok: true, request: { text, action, parameters, data: undefined, artifact } };
}

function typedRequest(name: string, schema: JsonObject, { data, text, url }: ReceivedMessage): ParsedRequest {
  if (url !== null && data === undefined)
    return refused(name, "required data that satisfies its input schema, found the address of an artifact");
  if (data !== undefined && !isJsonObject(data)) return refused(name, "required data that is an object");
  const given = data ?? {};
  if (text !== null && Object.hasOwn(given, "text"))
    return refused(name, "required its text in the data or beside it, found both");
  const value = presentParameters(schema, text === null ? given : { ...given, text });
  const broken = violations(schema, value);
  const [first] = broken;
  if (first === undefined) return { ok: true, request: { data: undefined, input: { schema, value } } };
  const finding = `required data that satisfies its input schema, found ${first.instance || "/"}: ${first.message}`;
  return refused(name, finding, broken as unknown as Json);
}

const requestKeys: ReadonlySet<string> = new Set(["text", "action", "parameters"]);

/** Whether data asks in the form that agents of ours take; a caller elsewhere may send data of its own. */
function isRequest(data: Json | undefined): data is JsonObject {
  return isJsonObject(data) && Object.keys(data).length > 0 && Object.keys(data).every((key) => requestKeys.has(key));
}

/** Callers that are models write null for parameters that they leave out. */
function withoutNulls(data: JsonObject): JsonObject {
  return objectOf(Object.entries(data).filter(([, value]) => value !== null));
}

function parameterViolations({ inputSchema }: AgentAction, parameters: JsonObject | undefined) {
  if (inputSchema !== null) return violations(inputSchema, parameters ?? {});
  if (parameters === undefined || Object.keys(parameters).length === 0) return [];
  return [{ instance: "", keyword: "parameters", message: "it takes none" }];
}

function unknownAction(actionId: Json, actions: readonly AgentAction[]): string {
  const known = actions.map(({ id }) => id).join(", ");
  const required = actions.length === 0 ? "no action, because it has none" : `one of its actions, ${known}`;
  return `required ${required}, found ${JSON.stringify(actionId)?.slice(0, 100)}`;
}

function inputOf({ action, data, input, parameters, text }: AgentRequest): Json {
  if (input !== undefined) return input.value;
  if (data !== undefined) return data;
  return objectOf<Json>([
    ...(text === undefined ? [] : [["text", text] as const]),
    ...(action === undefined ? [] : [["action", action.id] as const]),
    ...(parameters === undefined ? [] : [["parameters", parameters] as const]),
  ]);
}

function conversationOf(agent: ConversationAgent, request: AgentRequest): Conversation {
  const { action, input } = request;
  const instructions = [agent.instructions, action?.prompt ?? ""].filter((words) => words.trim() !== "").join("\n\n");
  return {
    agent: { ...agent, instructions },
    ...(input === undefined ? { message: messageOf(request) } : { message: null, input }),
    systemPrompt: null,
    skills: [],
    history: [],
    usageHints: null,
    sessionContext: {},
    agentInstructions: null,
  };
}

function messageOf({ action, artifact, data, parameters, text }: AgentRequest): string {
  const parts = [
    ...(text === undefined ? [] : [text]),
    ...(action === undefined ? [] : [`Asked for: the action ${dataText(action.id)}.`]),
    ...(parameters === undefined ? [] : [`Parameters as JSON: ${dataText(parameters)}`]),
    ...(data === undefined ? [] : [`Data as JSON: ${dataText(data)}`]),
    ...(artifact === undefined
      ? []
      : [`An artifact came with the request; its address as JSON: ${dataText(artifact)}`]),
  ];
  return parts.join("\n\n");
}

function dataText(value: Json): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function refused(name: string, finding: string, details: Json = null): ParsedRequest {
  const message = `Cannot ask the agent ${name}: ${finding}`;
  return { ok: false, failure: { code: "INPUT_INVALID", message, retryable: false, details } };
}
