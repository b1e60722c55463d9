/**
 * One JSON-RPC request to a remote agent and its response. The SDK's client writes the request in the version of the interface, 1.0 or 0.3,
 * and decodes the result. The exchange is recorded in a `CallObservation`, because the SDK's exceptions do not say how far it came. The SDK
 * has no timeout and does not check the envelope; the signal, the guarded fetch and the envelope checks are ours.
 */

import type { Message, Task } from "@a2a-js/sdk";
import type { Client } from "@a2a-js/sdk/client";
import { provesNothingSent } from "../../catalog/fetch-failure.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import { type TraceContext, traceHeaders } from "../../json/trace-context.ts";
import { type CallObservation, newObservation } from "../call-observation.ts";
import { contentTypeProblem, receivedJson } from "../received-json.ts";
import type { A2aConnection } from "./a2a-connection.ts";
import type { A2aSdk } from "./a2a-sdk.ts";
import { lenientReply } from "./lenient-reply.ts";

/** The address of a request, and its content beside its body. */
export interface A2aAddress {
  readonly url: string;
  readonly connection: A2aConnection;
  readonly bearer: string | undefined;
  readonly trace: TraceContext;
  /** Key of the call (E5). Undefined for a request that has no effect to be kept from happening twice. */
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
  /** The guarded fetch. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

type RequestOptions = NonNullable<Parameters<Client["getTask"]>[1]>;

export interface A2aExchange {
  readonly seen: CallObservation;
  /** `result` of the answer, in the shape that the version asks for. Undefined if no answer to this request came. */
  received: Json | undefined;
  /** "required …, found …", where the result was read leniently. Undefined if it was correct. */
  leniency: string | undefined;
  /** `data` of the error that was answered. Undefined if there was none. */
  errorData: Json | undefined;
  /** The task or message in the result, in the JSON form of A2A 1.0. Undefined also if the SDK could not read it. */
  answer: JsonObject | undefined;
}

/** Performs one operation of the SDK's client. Never rejects: errors are in the exchange. */
export async function exchangeA2a(
  sdk: A2aSdk,
  address: A2aAddress,
  perform: (client: Client, options: RequestOptions) => Promise<Message | Task>,
): Promise<A2aExchange> {
  const exchange: A2aExchange = {
    seen: newObservation(),
    received: undefined,
    leniency: undefined,
    errorData: undefined,
    answer: undefined,
  };
  try {
    const client = await clientOf(sdk, address, observedFetch(address, exchange));
    const answer = await perform(client, { serviceParameters: headersOf(address) });
    const json = "messageId" in answer ? sdk.Message.toJSON(answer) : sdk.Task.toJSON(answer);
    // Read again as text, because bytes and members that are undefined are no JSON.
    exchange.answer = JSON.parse(JSON.stringify(json)) as JsonObject;
  } catch {
    // Network errors were noted when they occurred. Otherwise the SDK could not write the request, so nothing was sent, or could not read
    // the result.
  }
  return exchange;
}

/** A client of the stored interface. No card is fetched: of one, the SDK needs the interface alone. */
async function clientOf(sdk: A2aSdk, { connection, url }: A2aAddress, fetchImpl: typeof fetch): Promise<Client> {
  const { protocolVersion, tenant } = connection;
  const card = sdk.AgentCard.fromJSON({
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion, tenant: tenant ?? "" }],
  });
  const factory = new sdk.JsonRpcTransportFactory({ fetchImpl, legacyCompat: { enabled: true } });
  return new sdk.Client(await factory.create(url, card), card);
}

/** The client adds `A2A-Version`, and sends the extensions under the name that the version has for them. */
function headersOf({ bearer, connection, idempotencyKey, trace }: A2aAddress): { [name: string]: string } {
  const extensions = connection.extensions ?? [];
  return {
    ...traceHeaders(trace),
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": `"${idempotencyKey}"` }),
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(extensions.length === 0 ? {} : { "A2A-Extensions": extensions.join(",") }),
  };
}

/** The fetch of one request. It gives the SDK nothing but complete results of that request. */
function observedFetch(address: A2aAddress, exchange: A2aExchange): typeof fetch {
  const { seen } = exchange;
  return async (url, init = {}) => {
    const response = await fetched(address, String(url), init, seen);
    const problem = contentTypeProblem(response.headers.get("content-type"));
    if (problem !== undefined) {
      seen.unreadable = problem;
      // The body is not read, as it may be an endless stream. A failed cancellation is no error.
      response.body?.cancel().catch(() => undefined);
      throw new Error(problem);
    }
    const { id: requestId, method } = requestIn(init.body);
    const envelope = receivedJson(await textOf(response, seen), seen);
    const result = resultIn(envelope, requestId, exchange);
    if (!response.ok || result === undefined) throw new Error("No result came");
    seen.answered = true;
    const { finding, value } = lenientReply(result, address.connection.protocolVersion, method);
    exchange.received = value;
    exchange.leniency = finding;
    // Without the rest of the envelope: the SDK would take a member `error` that is null for an error.
    const answer = { jsonrpc: "2.0", id: requestId, result: value };
    return Object.defineProperty(response, "json", { value: () => Promise.resolve(answer) });
  };
}

async function fetched(address: A2aAddress, url: string, init: RequestInit, seen: CallObservation): Promise<Response> {
  seen.requestSent = true;
  try {
    const response = await address.fetch(url, { ...init, signal: address.signal });
    seen.status = response.status;
    seen.retryAfter = response.headers.get("retry-after");
    return response;
  } catch (error) {
    seen.requestSent = !provesNothingSent(error);
    seen.fetchError = error;
    throw error;
  }
}

async function textOf(response: Response, seen: CallObservation): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    seen.fetchError = error;
    throw error;
  }
}

/**
 * The result in an answer to the request `requestId`; undefined if there is none, and the exchange says why. An error may have the id
 * null, if the request was not understood.
 */
function resultIn(envelope: Json | undefined, requestId: Json, exchange: A2aExchange): Json | undefined {
  const { seen } = exchange;
  if (envelope === undefined) return undefined;
  if (!isJsonObject(envelope) || ownValue(envelope, "jsonrpc") !== "2.0") {
    seen.unreadable = "required a JSON-RPC answer, found something else";
    return undefined;
  }
  const id = ownValue(envelope, "id") ?? null;
  const error = ownValue(envelope, "error") ?? null;
  if (id !== requestId && !(error !== null && id === null)) {
    seen.unreadable = "required an answer with the id of the request, found another id";
  } else if (isJsonObject(error)) {
    const [code, message] = [ownValue(error, "code"), ownValue(error, "message")];
    seen.jsonRpcError = {
      code: typeof code === "number" ? code : 0,
      message: typeof message === "string" ? message : "",
    };
    exchange.errorData = ownValue(error, "data");
  } else if (error !== null || !Object.hasOwn(envelope, "result")) {
    seen.unreadable = "required a result or an error, found neither";
  } else {
    return envelope.result;
  }
  return undefined;
}

function requestIn(body: RequestInit["body"]): { readonly id: Json; readonly method: string } {
  const { id = null, method = "" } = (typeof body === "string" ? JSON.parse(body) : {}) as {
    readonly id?: Json;
    readonly method?: string;
  };
  return { id, method };
}
