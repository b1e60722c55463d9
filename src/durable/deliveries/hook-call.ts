/**
 * One call of a hook in the code of the deployment. A hook that returns has taken the event. One that throws, or takes too long, is called
 * again after the pauses of every receiver; it may still be at work then, since a function cannot be ended. A hook that the current code
 * does not have is forgotten.
 */
import type { CodeHooks } from "../../execution/webhooks/code-hook.ts";
import type { JsonObject } from "../../json/json.ts";
import { type Delivery, type DeliveryWatch, notTaken, watchedDelivery } from "./delivery-watch.ts";
import type { DeliveryResult } from "./push-sender.ts";

/** Time of a hook. */
const timeoutMs = 15_000;
/** Logged characters of an error that a hook threw. */
const longestThrown = 500;

export interface HookPorts extends DeliveryWatch {
  readonly hooks: CodeHooks;
}

export interface HookCall extends Omit<Delivery, "what"> {
  readonly name: string;
  readonly event: JsonObject;
}

/** Calls the hook within a span and as a point of the meter. Never rejects. */
export function callHook({ event, from, id, name }: HookCall, ports: HookPorts): Promise<DeliveryResult> {
  const { clock, hooks } = ports;
  const delivery = { from, id, what: "hook" } as const;
  const lost = (result: DeliveryResult, reason: string) => notTaken(delivery, result, reason, { hook: name });
  return watchedDelivery(delivery, ports, async () => {
    const hook = hooks.named(name);
    if (hook === undefined) return lost({ kind: "GONE" }, "the code that is deployed now has no hook of this name");
    const controller = new AbortController();
    const late = Promise.withResolvers<"LATE">();
    const stopTimer = clock.after(timeoutMs, () => {
      controller.abort(new Error("the hook took too long"));
      late.resolve("LATE");
    });
    const context = { deliveryId: id, signal: controller.signal, env: hooks.env };
    try {
      const end = await Promise.race([(async () => hook(event, context))(), late.promise]);
      if (end !== "LATE") return { kind: "DELIVERED" };
      return lost(again, `it took more than ${timeoutMs} ms`);
    } catch (error) {
      return lost(again, `it threw ${wordsOf(error)}`);
    } finally {
      stopTimer();
    }
  });
}

const again: DeliveryResult = { kind: "FAILED", retryAfterMs: undefined };

/** The text of a thrown value. The value may be anything, and even converting it may throw. */
function wordsOf(error: unknown): string {
  try {
    return String(error).slice(0, longestThrown);
  } catch {
    return "a value that cannot be read";
  }
}
