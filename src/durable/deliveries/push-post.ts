/**
 * One signed request to a receiver, through the guarded fetch, without following redirects. A receiver recognises a repeat by its
 * `webhook-id` and the sender by `webhook-signature` (Standard Webhooks). Its status is the whole answer; its body is not read.
 *
 * Neither the address of a receiver nor its credentials are logged.
 */
import { EgressDenied } from "../../catalog/fetch-failure.ts";
import { retryAfterMs } from "../../catalog/retry-after.ts";
import type { PinnedExecution } from "../../execution/state/state.ts";
import { callTraceparent, spanIdOf } from "../../json/trace-context.ts";
import type { GuardedFetch } from "../calls/guarded-fetch.ts";
import { executionKeys, type KeyedExecution } from "../ports/execution-keys.ts";
import type { Meter } from "../ports/meter.ts";
import type { Clock } from "../ports/ports.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { DeliveryResult } from "./push-sender.ts";

/** Time for the receiver to answer. */
const timeoutMs = 15_000;

export interface PostPorts {
  /** Refuses redirects. */
  readonly fetch: GuardedFetch;
  /** Signs in the name of the tenant; gives the value of `webhook-signature`. */
  readonly sign: (tenant: string, content: string) => Promise<string>;
  readonly clock: Clock;
  readonly tracer: Tracer;
  /** Absent where nobody counts. */
  readonly meter: Meter | undefined;
}

export interface SignedPost {
  readonly from: KeyedExecution & Pick<PinnedExecution, "execution" | "tenant">;
  readonly url: string;
  /** The same on every repeat. */
  readonly id: string;
  readonly body: string;
  readonly contentType: string;
  /** What the receiver gave to be recognised by. */
  readonly proofs: { readonly [header: string]: string };
  /** What the log calls it. */
  readonly what: "push" | "webhook";
}

/** Sends `post`, within a span and as a point of the meter. Never rejects. */
export function sendPost(post: SignedPost, ports: PostPorts): Promise<DeliveryResult> {
  const { from, id, what } = post;
  const { clock, meter, tracer } = ports;
  const startedAt = clock.now();
  // Every repeat of a delivery is the same span to its receiver.
  const traceparent = callTraceparent(from.traceparent, [from.execution, id]);
  const attributes = () => ({ ...executionKeys(from), kind: what, delivery_id: id, span_id: spanIdOf(traceparent) });
  return tracer.span("webhook.delivery", attributes, async (span) => {
    const result = await posted(post, traceparent, ports);
    span.set({ result: result.kind });
    if (result.kind !== "DELIVERED") span.failed(result.kind);
    const dimensions = { kind: what, result: result.kind };
    meter?.count("delivery", from.tenant, { dimensions, values: { latencyMs: clock.now() - startedAt } });
    return result;
  });
}

async function posted(
  post: SignedPost,
  traceparent: string,
  { clock, fetch, sign }: PostPorts,
): Promise<DeliveryResult> {
  const { body, contentType, from, id, proofs, url } = post;
  const controller = new AbortController();
  const stopTimer = clock.after(timeoutMs, () => controller.abort(new Error("the receiver took too long")));
  try {
    const timestamp = String(Math.floor(clock.now() / 1_000));
    const response = await fetch(url, {
      method: "POST",
      body,
      signal: controller.signal,
      headers: {
        "content-type": contentType,
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": await sign(from.tenant, `${id}.${timestamp}.${body}`),
        traceparent,
        ...proofs,
      },
    });
    await response.body?.cancel();
    if (response.ok) return { kind: "DELIVERED" };
    const reason = `status ${response.status}`;
    if (response.status === 410) return notTaken(post, { kind: "GONE" }, reason);
    const isAskedToWait = response.status === 429 || response.status === 503;
    const header = isAskedToWait ? response.headers.get("retry-after") : null;
    return notTaken(post, { kind: "FAILED", retryAfterMs: retryAfterMs(header, clock.now()) ?? undefined }, reason);
  } catch (error) {
    if (error instanceof EgressDenied) return notTaken(post, { kind: "REFUSED" }, error.message);
    return notTaken(post, { kind: "FAILED", retryAfterMs: undefined }, "no answer");
  } finally {
    stopTimer();
  }
}

function notTaken({ from, what }: SignedPost, result: DeliveryResult, reason: string): DeliveryResult {
  console.warn(JSON.stringify({ log: `${what}_not_taken`, ...executionKeys(from), result: result.kind, reason }));
  return result;
}
