/**
 * The response to an HTTP request, in the transport that it asked for. A subscription goes out as Server-Sent Events or in parts, whichever
 * the Accept header prefers; nothing else fits it. All other operations are answered as JSON wherever that is accepted too, of the media
 * type that it prefers. The third transport is a WebSocket, see `src/worker/sockets/graph-socket.ts`.
 */
import type { ExecutionResult } from "graphql";
import { parseAccept } from "hono/utils/accept";
import type { LoadMeter, SubscriptionGate } from "../base/graph-context.ts";
import { multipartSubscription, multipartSubscriptionHeaders } from "./multipart-subscription.ts";
import { resultStream, type StreamFraming } from "./result-stream.ts";
import { serverSentEvents, serverSentEventsHeaders } from "./server-sent-events.ts";
import { shownResult } from "./shown-result.ts";

interface Transport {
  readonly mediaType: string;
  readonly framing: StreamFraming;
  readonly headers: { readonly [name: string]: string };
}

const events: Transport = {
  mediaType: "text/event-stream",
  framing: serverSentEvents,
  headers: serverSentEventsHeaders,
};

const parts: Transport = {
  mediaType: "multipart/mixed",
  framing: multipartSubscription,
  headers: multipartSubscriptionHeaders,
};

const SUBSCRIPTION_SPEC = "1.0";

/** The response to `request`. A stream of results ends within `bounds`, without being completed. Written bytes are reported to `load`. */
export async function responseTo(
  request: Request,
  result: ExecutionResult | AsyncIterable<ExecutionResult>,
  bounds: Pick<SubscriptionGate, "endsAt" | "isRevoked">,
  load: LoadMeter,
): Promise<Response> {
  const accepted = parseAccept(request.headers.get("accept") ?? "*/*");
  const isSubscription = Symbol.asyncIterator in result;
  const transport = isSubscription || !accepted.some(acceptsJson) ? transportOf(accepted, isSubscription) : undefined;
  if (transport !== undefined)
    return new Response(resultStream(result, transport.framing, bounds, load), { headers: transport.headers });
  if (isSubscription) {
    // It will not be read, and it holds a place among the subscriptions of its caller.
    await result[Symbol.asyncIterator]().return?.();
    return notAcceptable();
  }
  const mediaType = jsonTypeOf(accepted);
  return mediaType === undefined ? notAcceptableJson() : jsonResponse(result, mediaType, load);
}

/** HTTP facts of the response in errors and results. */
interface HttpFacts {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  /** Whether the status is that of the specification, which shows it under its own media type only. */
  readonly spec?: boolean;
}

/** Errors without a status of their own leave that of success, but for a fault that leaves no data. */
function jsonResponse(result: ExecutionResult, mediaType: string, load: LoadMeter): Response {
  const { errors = [], extensions } = result;
  const headers: Record<string, string> = { "content-type": `${mediaType}; charset=utf-8` };
  Object.assign(headers, (extensions?.http as HttpFacts | undefined)?.headers);
  let status: number | undefined;
  let isFault = false;
  for (const error of errors) {
    const http = error.extensions.http as HttpFacts | undefined;
    Object.assign(headers, http?.headers);
    if (http === undefined) isFault ||= error.extensions.unexpected === true;
    else if (http.spec !== true || mediaType !== "application/json") status = Math.max(status ?? 0, http.status ?? 0);
  }
  status ??= isFault && result.data === undefined ? 500 : 200;
  const text = JSON.stringify(shownResult(result));
  load.answered(text.length);
  return new Response(text, { status, headers });
}

type Accepted = ReturnType<typeof parseAccept>[number];

/** The stream that is accepted first, in the order of preference. `any` lets wildcards stand for Server-Sent Events. */
function transportOf(accepted: readonly Accepted[], any: boolean): Transport | undefined {
  for (const { params, q, type } of accepted) {
    const mediaType = type.toLowerCase();
    if (q === 0) continue;
    if (mediaType === events.mediaType || (any && (mediaType === "*/*" || mediaType === "text/*"))) return events;
    if (mediaType === parts.mediaType && subscriptionSpec(params) === SUBSCRIPTION_SPEC) return parts;
  }
  return undefined;
}

function acceptsJson({ q, type }: Accepted): boolean {
  return q > 0 && /^(?:\*\/\*|application\/(?:\*|json|graphql-response\+json))$/i.test(type);
}

/** The media type of JSON that is preferred. One of the weight 0 is refused by its name, also where a wildcard accepts it. */
function jsonTypeOf(accepted: readonly Accepted[]): string | undefined {
  const refused = new Set(accepted.flatMap(({ q, type }) => (q === 0 ? [type.toLowerCase()] : [])));
  for (const { params, q, type } of accepted) {
    const mediaType = type.toLowerCase();
    if (q === 0 || (params.charset ?? "utf-8").toLowerCase() !== "utf-8") continue;
    const fitting = jsonTypes.filter(
      (json) => mediaType === json || mediaType === "*/*" || mediaType === "application/*",
    );
    const found = fitting.find((json) => !refused.has(json));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The media types of a wildcard, the preferred one first. */
const jsonTypes = ["application/json", "application/graphql-response+json"];

/** Names of parameters are written in any case. */
function subscriptionSpec(params: Accepted["params"]): string | undefined {
  return Object.entries(params).find(([name]) => name.toLowerCase() === "subscriptionspec")?.[1];
}

function notAcceptableJson(): Response {
  const message = `Cannot answer as the header Accept asks: required ${jsonTypes.join(" or ")} with a weight above 0`;
  return Response.json({ errors: [{ message, extensions: { code: "BAD_USER_INPUT" } }] }, { status: 406 });
}

function notAcceptable(): Response {
  const message =
    'Cannot answer a subscription: required text/event-stream or multipart/mixed;subscriptionSpec="1.0" among what is accepted';
  return Response.json({ errors: [{ message, extensions: { code: "BAD_USER_INPUT" } }] }, { status: 406 });
}
