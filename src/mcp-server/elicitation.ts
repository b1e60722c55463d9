/**
 * Questions of a run that the caller's own client puts to a person (elicitation, revision 2026-07-28): a call that waits for an answer is answered
 * with the question, and made again with the response and the state of the call.
 *
 * - Asked are questions of a step for data that fits a form of the protocol, and approvals, if the client takes forms and the caller may answer.
 *   Questions that are addressed to others, under four eyes or asked by a flow rule are left to the inbox, where a person sees all that there is to see.
 * - The state of a call is sealed with its tenant, subject, tool and arguments: it leads to no other run, and nobody else uses it.
 * - A response is an answer like any other. The object of the execution decides about it, whenever it comes. A question without a response is asked again.
 */

import { frameValue } from "../execution/client/frame-value.ts";
import type { ExecutionView, HumanInputView } from "../execution/views/execution-view.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../json/json.ts";
import type { ValueFrame } from "../json/stored-value.ts";
import type { McpSession } from "./ports.ts";

/** Characters of what a person is shown. A question that would show more is left to the inbox. */
const maxMessage = 4_000;
/** Questions that are asked at a time. */
const maxQuestions = 10;

/** A question as the protocol has it. */
export interface Elicited {
  readonly requestId: string;
  readonly message: string;
  readonly requestedSchema: JsonObject;
}

/** Which call a client goes on with. */
export interface CallState {
  readonly tool: string;
  /** Hash of the tool and its arguments. */
  readonly fingerprint: string;
  readonly execution: string;
}

/** Whether the client shows forms; a client that says nothing else of its elicitation does. */
export function takesForms(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities as Json)
    ? ownValue(capabilities as JsonObject, "elicitation")
    : undefined;
  if (!isJsonObject(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || ownValue(elicitation, "form") !== undefined;
}

export async function sealedState(
  { execution, fingerprint, tool }: CallState,
  { caller, clients }: McpSession,
): Promise<string> {
  return clients.seal(JSON.stringify(["MCP_CALL", caller.tenant, caller.subject, tool, fingerprint, execution]));
}

/** The execution of a call that goes on. Undefined for what is no state of it. */
export async function executionOf(
  state: string,
  { fingerprint, tool }: Omit<CallState, "execution">,
  { caller, clients }: McpSession,
): Promise<string | undefined> {
  const content = await clients.open(state);
  // All that is sealed is JSON, that of other things too.
  const parts: Json = content === undefined ? null : JSON.parse(content);
  const [kind, tenant, subject, of, print, execution] = isJsonArray(parts) ? parts : [];
  const isOwn = kind === "MCP_CALL" && tenant === caller.tenant && subject === caller.subject;
  return isOwn && of === tool && print === fingerprint && typeof execution === "string" ? execution : undefined;
}

/** The questions that the client is asked now, but for those in `left`. */
export async function elicited(
  execution: string,
  left: ReadonlyMap<string, string | null>,
  session: McpSession,
): Promise<readonly Elicited[]> {
  const view = await session.clients.executions.read(execution, true);
  if (view === null) return [];
  const found: Elicited[] = [];
  for (const question of view.humanInputs) {
    const finding = left.get(question.requestId);
    if (finding === null || found.length === maxQuestions || !mayElicit(question)) continue;
    const form = await formOf(question, view, session);
    if (form !== undefined)
      found.push({ ...form, message: `${finding === undefined ? "" : `${finding}\n`}${form.message}` });
  }
  return found;
}

function mayElicit({ addressees, flows, kind, notBy, purpose, status }: HumanInputView): boolean {
  if (status !== "PENDING" || addressees !== undefined || notBy !== undefined || flows !== undefined) return false;
  return purpose === "APPROVAL" ? kind === "APPROVAL" : purpose === "STEP" && (kind === "FORM" || kind === "CHOICE");
}

async function formOf(
  question: HumanInputView,
  view: ExecutionView,
  session: McpSession,
): Promise<Elicited | undefined> {
  const { arguments: shown, prompt, purpose, requestId, responseSchema } = question;
  const data = shown === null ? "" : `\n${JSON.stringify(await valueAt(shown, view, session))}`;
  const message = `${prompt}${data}`;
  if (message.length > maxMessage) return undefined;
  if (purpose === "APPROVAL") return { requestId, message, requestedSchema: { type: "object", properties: {} } };
  const requestedSchema =
    responseSchema === null ? undefined : formSchema(await valueAt(responseSchema, view, session));
  return requestedSchema && { requestId, message, requestedSchema };
}

/** Keywords of the members of a form. A schema with another one is no form: the client would not hold a person to it. */
const memberKeywords: ReadonlySet<string> = new Set([
  "type",
  "title",
  "description",
  "default",
  "enum",
  "minLength",
  "maxLength",
  "format",
  "minimum",
  "maximum",
]);
const memberTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);
const textFormats: ReadonlySet<unknown> = new Set(["email", "uri", "date", "date-time"]);

/** The schema as the protocol has it for forms. Undefined where it has none for it. */
function formSchema(schema: Json): JsonObject | undefined {
  if (!isJsonObject(schema) || ownValue(schema, "type") !== "object") return undefined;
  const properties = ownValue(schema, "properties");
  const required = ownValue(schema, "required") ?? [];
  const isPlain = Object.keys(schema).every((key) =>
    ["type", "properties", "required", "additionalProperties", "title", "description"].includes(key),
  );
  if (!isPlain || !isJsonObject(properties) || !isJsonArray(required)) return undefined;
  if (!Object.values(properties).every(isFormMember)) return undefined;
  return { type: "object", properties, required };
}

function isFormMember(member: Json): boolean {
  if (!isJsonObject(member) || !memberTypes.has(ownValue(member, "type"))) return false;
  if (!Object.keys(member).every((key) => memberKeywords.has(key))) return false;
  const [choices, format] = [ownValue(member, "enum"), ownValue(member, "format")];
  if (format !== undefined && !textFormats.has(format)) return false;
  if (choices === undefined) return true;
  return (
    ownValue(member, "type") === "string" && isJsonArray(choices) && choices.every((one) => typeof one === "string")
  );
}

async function valueAt(frame: ValueFrame, { execution }: ExecutionView, { clients }: McpSession): Promise<Json> {
  return (await frameValue(clients.executions, execution, frame)) ?? null;
}

/**
 * Takes the responses of the client. Gives what is left to others, with null, and what is asked again, with the problem of the response. A
 * finding as text if a response is none of this call.
 */
export async function takeResponses(
  responses: Readonly<Record<string, unknown>>,
  execution: string,
  session: McpSession,
): Promise<string | ReadonlyMap<string, string | null>> {
  const view = await session.clients.executions.read(execution, false);
  const known = new Map(view?.humanInputs.map((question) => [question.requestId, question]));
  const left = new Map<string, string | null>();
  for (const [requestId, response] of Object.entries(responses)) {
    const question = known.get(requestId);
    const action = isJsonObject(response as Json) ? ownValue(response as JsonObject, "action") : undefined;
    // The protocol demands that responses nobody asked for are passed over.
    if (question === undefined) continue;
    if (action !== "accept" && action !== "decline" && action !== "cancel")
      return `required the action accept, decline or cancel in the response to ${JSON.stringify(requestId)}, found another`;
    // A person who closes the form has said nothing: the question stays open for whom it concerns.
    if (action === "cancel") left.set(requestId, null);
    else if (question.status === "PENDING") {
      const finding = await answer(question, action === "accept", response as JsonObject, execution, session);
      if (finding !== undefined) left.set(requestId, finding);
    }
  }
  return left;
}

/** Why a question is left to others (null), or asked again; undefined if it is settled. */
async function answer(
  { purpose, requestId }: HumanInputView,
  isAccepted: boolean,
  response: JsonObject,
  execution: string,
  { caller, clients }: McpSession,
): Promise<string | null | undefined> {
  const content = ownValue(response, "content");
  const result = await clients.executions.respond(execution, {
    requestId,
    isAccepted,
    response: isAccepted && purpose === "STEP" ? (isJsonObject(content) ? content : {}) : null,
    reason: null,
    by: caller.subject,
  });
  if (result.kind === "REFUSED") return null;
  if (result.kind !== "INVALID") return undefined;
  const [first] = result.violations;
  return `The answer was not taken${first === undefined || first.pointer === "" ? "" : ` at ${first.pointer}`}: ${first?.message ?? "it does not satisfy the schema"}`;
}
