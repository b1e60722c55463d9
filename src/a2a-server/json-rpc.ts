/**
 * One JSON-RPC request of A2A, from its text to its answer. The envelope, the version and the shape of the parameters are checked first;
 * then the official transport of the version drives the operation.
 *
 * 1. Nothing is begun by a request that is refused before: no object was called.
 * 2. Errors of 1.0 carry details in an array of typed objects (A2A 9.5), those of 0.3 a code and words.
 * 3. The first item of a stream is awaited, so that a stream that cannot begin is an error like any other.
 */
import { Extensions } from "@a2a-js/sdk";
import { LegacyJsonRpcTransportHandler } from "@a2a-js/sdk/compat/v0_3/server";
import { VersionNotSupportedError } from "@a2a-js/sdk/errors";
import { JsonRpcTransportHandler, ServerCallContext } from "@a2a-js/sdk/server";
import { holdsScope } from "../access/audience.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "../json/json.ts";
import { type Operation, operationOf, type ProtocolVersion, requestedVersion } from "./operations.ts";
import type { A2aSession } from "./ports.ts";
import { type RequestNotes, requestHandler } from "./request-handler.ts";
import {
  type AnswerHeaders,
  forbidden,
  type RpcAnswer,
  type RpcId,
  type RpcObject,
  refused,
  tooMany,
} from "./rpc-answer.ts";
import { checkedParams, type RpcRequest, readRpcRequest } from "./rpc-request.ts";

/** Seconds after which a stream that was refused may be tried again. */
const streamRetrySeconds = 10;

/** The facts of the HTTP request beside its body. */
export interface RpcHeaders {
  /** The header or parameter `A2A-Version` as sent. Null for none. */
  readonly version: string | null;
  /** URIs of extensions, separated by commas. Null for none. */
  readonly extensions: string | null;
}

/** Answers the request whose body is `text`. `onBeat` is called while a stream has nothing to send. */
export async function answerRpc(
  text: string,
  headers: RpcHeaders,
  session: A2aSession,
  onBeat: () => void,
): Promise<RpcAnswer> {
  const parsed = readRpcRequest(text);
  if (!parsed.ok) return parsed.answer;
  const { request } = parsed;
  const version = requestedVersion(headers.version);
  if (version === undefined) return versionRefused(request.id);
  const operation = operationOf(version, request.method);
  if (operation === undefined) {
    const found = JSON.stringify(request.method.slice(0, 100));
    return refused(request.id, -32_601, `Cannot find the method: required one of A2A ${version}, found ${found}`);
  }
  session.onOperation?.(operation.name);
  if (!holdsScope(session.caller.scopes, operation.scope)) return forbidden(request.id, operation.scope);
  const checked = checkedParams(request, version, operation, session.caller.tenant);
  if (!checked.ok) return checked.answer;
  return perform({ ...request, params: checked.params }, version, operation, headers, session, onBeat);
}

/** With parameters that were checked, and nothing else. */
type CheckedRequest = RpcRequest & { readonly params: JsonObject };

async function perform(
  request: CheckedRequest,
  version: ProtocolVersion,
  { name }: Operation,
  { extensions }: RpcHeaders,
  session: A2aSession,
  onBeat: () => void,
): Promise<RpcAnswer> {
  const entered = name === "STREAM" || name === "SUBSCRIBE" ? session.enterStream() : null;
  if (entered !== null && !entered.ok) return tooMany(request.id, entered.message, streamRetrySeconds);
  const notes: RequestNotes = { retryAt: undefined, missingScope: undefined, onBeat };
  const requested = Extensions.parseServiceParameter(extensions ?? undefined);
  const headers = extensionHeaders(version, requested, session);
  const { answer, errorOf } = await driven(request, version, requested, session, notes);
  const failed = (error: unknown): JsonObject => {
    return { jsonrpc: "2.0", id: request.id, error: errorOf(error) as unknown as Json };
  };
  const leave = entered?.leave ?? (() => undefined);
  if (!(Symbol.asyncIterator in answer)) {
    leave();
    return object(request.id, answer as unknown as JsonObject, headers, notes, session);
  }
  const items = (version === "0.3" ? withFinal(answer) : answer)[Symbol.asyncIterator]();
  try {
    const { done, value } = await items.next();
    if (done === true) throw new Error("Cannot answer: this software failed");
    return { kind: "STREAM", first: value as unknown as JsonObject, items, failed, leave, headers };
  } catch (error) {
    leave();
    return object(request.id, failed(error), headers, notes, session);
  }
}

/** The operation as the official transport of the version performs it. Made for this request: nothing of it is shared. */
async function driven(
  { id, method, params }: CheckedRequest,
  version: ProtocolVersion,
  requested: ReturnType<typeof Extensions.parseServiceParameter>,
  session: A2aSession,
  notes: RequestNotes,
) {
  const handler = requestHandler(session, version, notes);
  const body = { jsonrpc: "2.0", id, method, params };
  const context = new ServerCallContext({ requestedVersion: version, requestedExtensions: requested });
  if (version === "1.0") {
    const answer = await new JsonRpcTransportHandler(handler).handle(body, context);
    return { answer, errorOf: JsonRpcTransportHandler.mapToJSONRPCError };
  }
  const answer = await new LegacyJsonRpcTransportHandler(handler).handle(body, context);
  return { answer, errorOf: LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError };
}

function object(
  id: RpcId,
  body: JsonObject,
  headers: AnswerHeaders,
  { missingScope, retryAt }: RequestNotes,
  { now }: A2aSession,
): RpcObject {
  if (missingScope !== undefined) return forbidden(id, missingScope);
  if (retryAt === undefined) return { kind: "OBJECT", status: 200, body, headers };
  const seconds = Math.max(1, Math.ceil((retryAt - now()) / 1_000));
  return { kind: "OBJECT", status: 429, body, headers: { ...headers, "retry-after": String(seconds) } };
}

/** Those of the extensions that were asked for that the card offers, under the name that the version has for the header. */
function extensionHeaders(version: ProtocolVersion, requested: readonly string[], { card }: A2aSession): AnswerHeaders {
  const { capabilities } = card as {
    readonly capabilities: { readonly extensions: readonly { readonly uri: string }[] };
  };
  const offered = new Set(capabilities.extensions.map(({ uri }) => uri));
  const active = requested.filter((uri) => offered.has(uri));
  return active.length === 0 ? {} : { [version === "1.0" ? "a2a-extensions" : "x-a2a-extensions"]: active.join(", ") };
}

function versionRefused(id: RpcId): RpcObject {
  const error = new VersionNotSupportedError(
    "Cannot serve the version: required A2A-Version 1.0 or 0.3, found another",
  );
  const { code, data, message } = JsonRpcTransportHandler.mapToJSONRPCError(error);
  return refused(id, code, message, data as unknown as Json);
}

/**
 * Answers of a stream of A2A 0.3 with the member `final` of status updates: true for the last update of a stream. The official converter
 * says it of ended tasks alone, and streams of ours end too where a task waits for a person.
 */
async function* withFinal(answers: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
  for await (const answer of answers) yield isQuestion(answer) ? final(answer) : answer;
}

function isQuestion(answer: unknown): answer is JsonObject {
  const result = isJsonObject(answer) ? ownValue(answer, "result") : undefined;
  if (!isJsonObject(result) || ownValue(result, "kind") !== "status-update") return false;
  const status = ownValue(result, "status");
  const state = isJsonObject(status) ? ownValue(status, "state") : undefined;
  return state === "input-required" || state === "auth-required";
}

function final(answer: JsonObject): JsonObject {
  return { ...answer, result: { ...(answer.result as { readonly [member: string]: Json }), final: true } };
}
