/**
 * One signed request to a receiver, through the guarded fetch, without following redirects. A receiver recognises a repeat by its
 * `webhook-id` and the sender by `webhook-signature` (Standard Webhooks). Its status is the whole answer; its body is not read.
 *
 * Neither the address of a receiver nor its credentials are logged.
 */
import { EgressDenied } from "../../catalog/fetch-failure.ts";
import { retryAfterMs } from "../../catalog/retry-after.ts";
import type { GuardedFetch } from "../calls/guarded-fetch.ts";
import type { Clock } from "../ports/ports.ts";
import { type Delivery, type DeliveryWatch, notTaken, watchedDelivery } from "./delivery-watch.ts";
import type { DeliveryResult } from "./push-sender.ts";

/** Time for the receiver to answer. */
const timeoutMs = 15_000;

export interface PostPorts extends DeliveryWatch {
  /** Refuses redirects. */
  readonly fetch: GuardedFetch;
  /** Signs in the name of the tenant; gives the value of `webhook-signature`. */
  readonly sign: (tenant: string, content: string) => Promise<string>;
  readonly clock: Clock;
}

export interface SignedPost extends Delivery {
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
  /** The client's proof for its receiver. */
  readonly proofs: { readonly [header: string]: string };
  readonly what: "audit" | "push" | "webhook";
}

/** Sends `post`, within a span and as a point of the meter. Never rejects. */
export function sendPost(post: SignedPost, ports: PostPorts): Promise<DeliveryResult> {
  return watchedDelivery(post, ports, (traceparent) => posted(post, traceparent, ports));
}

async function posted(
  post: SignedPost,
  traceparent: string | undefined,
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
        ...(traceparent !== undefined && { traceparent }),
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
