/**
 * Reads the card of an A2A agent through the guarded fetch, which checks the egress rules again at every redirect and limits the size.
 * The version header is always sent: without it a server that speaks both versions replies as one of 0.3 (A2A, section 3.6).
 */
import {
  agentCardUrl,
  maxCardBytes,
  type ParsedAgentCard,
  parseAgentCard,
} from "../../catalog/agents/parse-agent-card.ts";
import { EgressDenied, RedirectRefused, ResponseTooLarge } from "../../catalog/fetch-failure.ts";
import { withoutSecret, withSecretReplacedIn } from "../../catalog/without-secret.ts";
import { type Json, utf8Bytes } from "../../json/json.ts";
import { maxValueDepth } from "../../plan/limits.ts";
import { isTooDeep } from "../callee-edge.ts";

export interface CardRequest {
  /** Base URL of the agent, or URL of its card. */
  readonly url: string;
  /** Value of the secret that is sent as bearer token. Undefined if none is. */
  readonly bearer: string | undefined;
  /** The guarded fetch, bounded to the bytes of a card. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
}

export type CardDiscovery =
  | { readonly ok: true; readonly parsed: ParsedAgentCard }
  | {
      readonly ok: false;
      readonly code: "INVALID_INPUT" | "EGRESS_DENIED" | "UPSTREAM_ERROR" | "LIMIT_EXCEEDED";
      readonly message: string;
    };

type Refused = Extract<CardDiscovery, { readonly ok: false }>;

/** Fetches and reads a card. Never rejects for anything that a server can cause. */
export async function discoverAgentCard(request: CardRequest): Promise<CardDiscovery> {
  const cardUrl = agentCardUrl(request.url);
  if (cardUrl === undefined) return refused("INVALID_INPUT", "required an absolute URL, found none");
  const received = await receivedCard(cardUrl, request);
  if (!received.ok) return received;
  if (isTooDeep(received.json as Json))
    return refused("UPSTREAM_ERROR", `required at most ${maxValueDepth} levels of objects and arrays, found more`);
  // A card is stored and shown, and may repeat the request for it.
  const json = withSecretReplacedIn(received.json as Json, request.bearer);
  const result = parseAgentCard(cardUrl, json, received.url);
  const plain = (message: string) => withoutSecret(message, request.bearer);
  if (!result.ok) return { ok: false, code: result.refusal.code, message: plain(result.refusal.message) };
  const warnings = result.parsed.warnings.map(({ code, message }) => ({ code, message: plain(message) }));
  return { ok: true, parsed: { ...result.parsed, warnings } };
}

async function receivedCard(
  cardUrl: string,
  { bearer, fetch, signal }: CardRequest,
): Promise<{ readonly ok: true; readonly json: unknown; readonly url: string } | Refused> {
  const headers: Record<string, string> = { accept: "application/json", "a2a-version": "1.0" };
  if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
  let text: string;
  let url = cardUrl;
  try {
    const response = await fetch(cardUrl, { headers, signal });
    if (!response.ok) {
      // Only the status counts. A body that cannot be cancelled is no error.
      response.body?.cancel().catch(() => undefined);
      return refused("UPSTREAM_ERROR", `required an HTTP status 2xx, found ${response.status}`);
    }
    if (response.url !== "") url = response.url;
    text = await response.text();
  } catch (error) {
    return unreachable(error, signal);
  }
  if (utf8Bytes(text) > maxCardBytes) return tooLarge();
  try {
    return { ok: true, json: JSON.parse(text), url };
  } catch {
    return refused("UPSTREAM_ERROR", "required JSON, found something else");
  }
}

function unreachable(error: unknown, signal: AbortSignal): Refused {
  if (error instanceof EgressDenied) {
    const where = error.requestSent ? "a redirect of the agent card" : "the address of the agent card";
    return { ok: false, code: "EGRESS_DENIED", message: `Cannot follow ${where}: ${error.refusal.finding}` };
  }
  if (error instanceof ResponseTooLarge) return tooLarge();
  if (error instanceof RedirectRefused) return refused("UPSTREAM_ERROR", error.finding);
  if (signal.aborted) return refused("UPSTREAM_ERROR", "required an answer in time, found none");
  return refused("UPSTREAM_ERROR", "required an answer, found that the connection failed");
}

function tooLarge(): Refused {
  return refused("LIMIT_EXCEEDED", `required a card of at most ${maxCardBytes} bytes, found a larger one`);
}

function refused(code: Refused["code"], finding: string): Refused {
  return { ok: false, code, message: `Cannot read the agent card: ${finding}` };
}
