/**
 * One call of an object that may be repeated. The platform says whether a failed call is worth repeating; it then needs a fresh
 * stub, because a broken one stays broken. An overloaded object is never asked again: that would make it worse.
 */
import { requestError } from "../../graph/base/request-error.ts";
import type { ObjectNamespace } from "./environment.ts";

const MAX_CALLS = 3;
const BASE_DELAY_MS = 50;

interface PlatformError {
  readonly retryable?: unknown;
  readonly overloaded?: unknown;
}

/**
 * Calls the object `name`. Only for calls that do no harm twice. What the platform refuses for good becomes `UNAVAILABLE`;
 * what the object itself throws is a fault and passes through.
 *
 * @example
 * ```ts
 * const namespace = { getByName: () => ({ read: async () => ({ status: "RUNNING" }) }) };
 * await callObject(namespace, "execution", (stub) => stub.read()); // { status: "RUNNING" }
 * ```
 */
export async function callObject<Stub, Answer>(
  namespace: ObjectNamespace<Stub>,
  name: string,
  call: (stub: Stub) => Promise<Answer>,
): Promise<Answer> {
  for (let number = 1; ; number++) {
    try {
      return await call(namespace.getByName(name));
    } catch (error) {
      const { overloaded, retryable } = (typeof error === "object" && error !== null ? error : {}) as PlatformError;
      if (overloaded === true || (retryable === true && number === MAX_CALLS)) {
        throw requestError(
          "UNAVAILABLE",
          "Cannot reach the object that holds the data: it is overloaded or being moved",
        );
      }
      if (retryable !== true) throw error;
    }
    await pause(BASE_DELAY_MS * 2 ** (number - 1) * (0.5 + Math.random() / 2));
  }
}

function pause(delayMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, delayMs);
  return promise;
}
