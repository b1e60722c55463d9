/** Requests to a Worker that may be gone, or whose object stopped dead under them. */
import { setTimeout as delay } from "node:timers/promises";
import type { Planwright } from "../support/deployed/planwright.ts";

/** Where the Worker is now; null while it is gone. */
export type Whereabouts = () => Planwright | null;

/** The answer, or an error after five seconds: an object that stopped dead never answers. */
export async function within<Answer>(answer: Promise<Answer> | undefined): Promise<Answer> {
  const timer = new AbortController();
  const late = delay(5_000, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error("no answer came within five seconds");
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([answer ?? Promise.reject(new Error("nobody is there")), late]);
  } finally {
    timer.abort();
  }
}

/** Sends until it is answered, as a caller does that has a key. */
export async function untilAnswered<Answer>(
  whereabouts: Whereabouts,
  send: (planwright: Planwright) => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const planwright = whereabouts();
    try {
      if (planwright !== null) return await within(send(planwright));
    } catch {
      // The Worker or the object was crashed under the request.
    }
    await delay(100);
  }
}
