/**
 * Which transport an HTTP request asked for, as a plugin of the endpoint. A subscription goes out as Server-Sent Events or in
 * parts, whichever the Accept header prefers; nothing else fits it. All other operations are answered as JSON wherever that is
 * accepted too, of the media type that it prefers. The third transport is a WebSocket, see `src/worker/sockets/graph-socket.ts`.
 */
import { type Plugin, processRegularResult } from "graphql-yoga";
import { parseAccept } from "hono/utils/accept";
import type { RequestContext } from "../base/graph-context.ts";
import { multipartSubscription, multipartSubscriptionHeaders } from "./multipart-subscription.ts";
import { resultStream, type StreamFraming } from "./result-stream.ts";
import { serverSentEvents, serverSentEventsHeaders } from "./server-sent-events.ts";

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

export const streamedResults: Plugin<object, RequestContext> = {
  async onResultProcess({ request, result, serverContext, setResultProcessor }) {
    if (Array.isArray(result)) return;
    const accepted = parseAccept(request.headers.get("accept") ?? "*/*");
    const isSubscription = Symbol.asyncIterator in result;
    const transport = isSubscription || !accepted.some(acceptsJson) ? transportOf(accepted, isSubscription) : undefined;
    if (transport !== undefined) {
      const { framing, headers, mediaType } = transport;
      const { endsAt } = serverContext.subscriptions;
      setResultProcessor(() => new Response(resultStream(result, framing, endsAt), { headers }), mediaType);
    } else if (isSubscription) {
      // Nobody will read it, and it holds a place among the subscriptions of its caller.
      await result[Symbol.asyncIterator]().return?.();
      setResultProcessor(() => notAcceptable(), "application/json");
    } else {
      // The library takes the first that is listed, whatever its weight.
      const mediaType = jsonTypeOf(accepted);
      if (mediaType !== undefined) setResultProcessor(processRegularResult, mediaType);
      else setResultProcessor(() => notAcceptableJson(), "application/json");
    }
  },
};

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

/** What a wildcard stands for comes first. */
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
