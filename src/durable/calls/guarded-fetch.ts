/**
 * The only outgoing `fetch`. It checks the egress rules before every hop, follows redirects itself, takes a permit while it awaits response
 * headers (E10) and cuts bodies that are too large. The caller's signal covers the body too (E9). Its own errors are in
 * `src/catalog/fetch-failure.ts`.
 */
import {
  bindingIn,
  bindingRefusal,
  credentialOrigin,
  type EgressRefusal,
  type EgressRules,
  egressRefusal,
  noServiceBindings,
  type ServiceBindings,
} from "../../catalog/egress.ts";
import { type ExemptBytes, type ExemptingFetch, isOverLimit } from "../../catalog/exempt-bytes.ts";
import { AbortedBeforeSending, EgressDenied, RedirectRefused, ResponseTooLarge } from "../../catalog/fetch-failure.ts";
import { watchedBody } from "../../catalog/watched-body.ts";
import type { RequestProofs } from "../../tools/oauth/proof-of-possession.ts";

export interface GuardedFetchOptions {
  readonly rules: EgressRules;
  readonly maxResponseBytes: number;
  /** Redirects that are followed; 5 if nothing is said. */
  readonly maxRedirects?: number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Service bindings that may be reached. None if nothing is said. */
  readonly bindings?: ServiceBindings;
  /** Headers that prove who asks. None if nothing is said. */
  readonly credential?: SentCredential | undefined;
  /** Runs `run` under a permit. Rejects without running it if `signal` is aborted while it waits. */
  readonly awaitHeaders: <T>(signal: AbortSignal | undefined, run: () => Promise<T>) => Promise<T>;
}

/** Headers that are sent to one origin, and left out wherever a redirect leads. */
export interface SentCredential {
  readonly origin: string;
  headers: SentHeaders;
  /** Signs each request (DPoP). Undefined where the headers are sent as they are. */
  proofs?: RequestProofs | undefined;
  /**
   * Other headers for a request that the origin refused with `response` (401 or 403), which is then sent once more: it was refused unseen.
   * Undefined if there are none. Absent where nothing can be renewed.
   */
  readonly renewed?: (response: Response) => Promise<SentHeaders | undefined>;
}

export type SentHeaders = readonly (readonly [name: string, value: string])[];

export type GuardedFetch = ExemptingFetch;

const maxRedirects = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Headers that prove nothing and belong to no session. A redirect to another origin is sent these alone: a key may stand in any other. */
const unboundHeaders =
  /^(?:accept|accept-language|content-type|content-language|idempotency-key|last-event-id|traceparent|tracestate|user-agent|mcp-protocol-version|mcp-method|mcp-name|mcp-param-.+|(?:x-)?a2a-(?:version|extensions))$/;

/**
 * Binds the guard to its rules, its limit and the runtime's fetch.
 *
 * @example
 * ```ts
 * const rules = { allowPrivate: false, allowHttp: true };
 * const get = guardedFetch({ rules, maxResponseBytes: 1_000_000, fetch, awaitHeaders: (_, run) => run() });
 * await get("http://169.254.169.254/").catch((error) => error.name); // "EgressDenied"
 * ```
 */
export function guardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const followed = options.maxRedirects ?? maxRedirects;
  return async function guarded(url, { exempt, ...init } = {}) {
    const signal = init.signal ?? undefined;
    let current = String(url);
    let sent: RequestInit = { ...init, redirect: "manual" };
    for (let hop = 0; ; hop++) {
      const refused = egressRefusal(current, options.rules);
      if (refused !== undefined) {
        // The scheme of a binding is refused by the rules, and no redirect leads to one.
        const binding = hop === 0 ? bindingIn(current) : undefined;
        if (binding === undefined) throw new EgressDenied(refused, hop > 0);
        return boundFetch(options, current, binding, sent, exempt);
      }
      const response = await sendRenewing(options, current, sent, hop > 0);
      const location = redirectStatuses.has(response.status) ? response.headers.get("location") : null;
      if (location === null) {
        const limited = limitBody(response, options.maxResponseBytes, signal, exempt);
        // A response that was made here has no address of its own.
        return limited.url === current
          ? limited
          : Object.defineProperty(limited, "url", { value: current, configurable: true });
      }
      await unread(response);
      if (hop === followed) throw new RedirectRefused(response.status, `required at most ${followed} redirects`);
      const next = redirectTarget(response.status, location, current, init);
      if (next.origin !== new URL(current).origin) sent = { ...sent, headers: withoutOriginBound(sent.headers) };
      current = next.href;
    }
  };
}

/** A request to a Worker that the deployment has bound. A redirect is refused, because the binding names this Worker alone. */
async function boundFetch(
  { bindings = noServiceBindings, ...options }: GuardedFetchOptions,
  url: string,
  { name, target }: { readonly name: string; readonly target: string },
  init: RequestInit,
  exempt: ExemptBytes | undefined,
): Promise<Response> {
  const refused = bindingRefusal(name, bindings);
  const binding = bindings.get(name);
  if (refused !== undefined || binding === undefined) throw new EgressDenied(refused as EgressRefusal, false);
  const fetch: GuardedFetchOptions["fetch"] = (_, sent) => binding.fetch(target, sent);
  const response = await sendRenewing({ ...options, fetch }, url, init, false, target);
  if (redirectStatuses.has(response.status) && response.headers.has("location")) {
    await unread(response);
    throw new RedirectRefused(response.status, "required none of a service binding");
  }
  const limited = limitBody(response, options.maxResponseBytes, init.signal ?? undefined, exempt);
  return limited.url === url ? limited : Object.defineProperty(limited, "url", { value: url, configurable: true });
}

function withCredential({ credential }: Pick<GuardedFetchOptions, "credential">, url: string, init: RequestInit) {
  if (credential === undefined || credentialOrigin(url) !== credential.origin) return init;
  const headers = new Headers(init.headers);
  for (const [name, value] of credential.headers) headers.set(name, value);
  return { ...init, headers };
}

/** Sends the request, and once more if its credential was refused and could be renewed. `target` is where it is sent, if not to `url`. */
async function sendRenewing(
  options: GuardedFetchOptions,
  url: string,
  init: RequestInit,
  sentBefore: boolean,
  target = url,
): Promise<Response> {
  const response = await sendProven(options, url, init, sentBefore, target);
  const { credential } = options;
  if (credential?.renewed === undefined || (response.status !== 401 && response.status !== 403)) return response;
  if (credentialOrigin(url) !== credential.origin || init.body instanceof ReadableStream) return response;
  const headers = await credential.renewed(response);
  if (headers === undefined) return response;
  await unread(response);
  credential.headers = headers;
  return sendProven(options, url, init, true, target);
}

/** Sends the request with its credential, and once more if a proof of it lacked the nonce that the server wants: it was refused unseen. */
async function sendProven(
  options: GuardedFetchOptions,
  url: string,
  init: RequestInit,
  sentBefore: boolean,
  target: string,
): Promise<Response> {
  const sent = withCredential(options, url, init);
  const proofs = sent === init ? undefined : options.credential?.proofs;
  if (proofs === undefined) return sendOnce(options, target, sent, sentBefore);
  const response = await sendOnce(options, target, await proofs.signed(target, sent), sentBefore);
  if (!proofs.takesNonce(response) || init.body instanceof ReadableStream) return response;
  await unread(response);
  const again = await sendOnce(options, target, await proofs.signed(target, sent), true);
  proofs.takesNonce(again);
  return again;
}

async function sendOnce(options: GuardedFetchOptions, url: string, init: RequestInit, sentBefore: boolean) {
  const signal = init.signal ?? undefined;
  let sent = sentBefore;
  try {
    return await options.awaitHeaders(signal, () => {
      signal?.throwIfAborted();
      sent = true;
      return options.fetch(url, init);
    });
  } catch (error) {
    if (!sent && signal?.aborted === true) throw new AbortedBeforeSending(signal.reason);
    throw error;
  }
}

/**
 * 307 and 308 repeat the request as it is. 301, 302 and 303 would turn a POST into a GET, which asks something else,
 * so only GET and HEAD follow them. A body that can be read only once cannot be sent again.
 */
function redirectTarget(status: number, location: string, base: string, init: RequestInit): URL {
  const method = (init.method ?? "GET").toUpperCase();
  if (status < 307 && method !== "GET" && method !== "HEAD") {
    throw new RedirectRefused(status, `required one that keeps the method ${method}, 307 or 308`);
  }
  if (init.body instanceof ReadableStream) {
    throw new RedirectRefused(status, "required a body that can be sent again, found a stream");
  }
  const target = URL.parse(location, base);
  if (target === null) throw new RedirectRefused(status, "required a valid location");
  return target;
}

/** Gives up the body of an answer. One that cannot be cancelled is no error: nobody reads it. */
async function unread({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => undefined);
}

function withoutOriginBound(headers: RequestInit["headers"]): Headers {
  const kept = [...new Headers(headers)].filter(([name]) => unboundHeaders.test(name));
  return new Headers(kept);
}

/**
 * A declared length within the limit is enforced by the runtime, unless it counts compressed bytes or the body comes in chunks, whose
 * length the runtime believes instead.
 */
function limitBody(
  response: Response,
  limitBytes: number,
  signal: AbortSignal | undefined,
  exempt: ExemptBytes | undefined,
): Response {
  const { headers } = response;
  const declared = headers.get("content-length");
  const isTooLarge = declared !== null && Number(declared) > limitBytes;
  const isBounded =
    /^\d+$/.test(declared ?? "") && !["content-encoding", "transfer-encoding"].some((name) => headers.has(name));
  // Reported before the body is accessed, because accessing it makes a stream of it.
  if (isBounded && !isTooLarge) return response;
  if (response.body === null) return response;
  if (isTooLarge) {
    // The body is given up; a failure to cancel it has no reader.
    response.body.cancel().catch(() => undefined);
    throw new ResponseTooLarge(limitBytes);
  }
  return new Response(cappedBody(response.body, limitBytes, signal, exempt), {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

/**
 * `source` with a limit: it fails with `ResponseTooLarge` beyond it, not counting exempt bytes, and with the reason of a signal when that
 * is aborted (E9).
 */
export function cappedBody(
  source: ReadableStream<Uint8Array>,
  limitBytes: number,
  signal: AbortSignal | undefined,
  exempt?: ExemptBytes,
): ReadableStream<Uint8Array> {
  let readBytes = 0;
  const body = watchedBody(source, {
    signal: signal ?? null,
    onBytes({ byteLength }) {
      readBytes += byteLength;
      if (isOverLimit(readBytes, limitBytes, exempt)) throw new ResponseTooLarge(limitBytes);
    },
  });
  return body.stream;
}
