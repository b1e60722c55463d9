/**
 * One call of an object that may be repeated. The platform says whether a failed call is worth repeating; it then needs a fresh
 * stub, because a broken one stays broken. An overloaded object is never asked again: that would make it worse.
 */

import { requestError } from "../../graph/base/request-error.ts";
import { faultText } from "../../json/fault-text.ts";
import type { ObjectNamespace } from "./environment.ts";

const MAX_CALLS = 3;
const BASE_DELAY_MS = 50;

interface PlatformError {
  readonly retryable?: unknown;
  readonly overloaded?: unknown;
}

/**
 * Calls the object `name`. Only for calls that do no harm twice. A final refusal of the platform and a full disk become `UNAVAILABLE`; an
 * error of the object itself is a fault and passes through.
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
      if (retryable !== true) throw platformFailure(error) ?? error;
    }
    await pause(BASE_DELAY_MS * 2 ** (number - 1) * (0.5 + Math.random() / 2));
  }
}

/** A failure of the platform, for the caller; it is logged for the operator. Undefined for an error of the object. */
function platformFailure(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  // The disk of the machine is full, or the storage of the object, which has a limit on the network.
  if (error.message.includes("SQLITE_FULL")) {
    console.error(JSON.stringify({ log: "storage_full", error: faultText(error) }));
    const message = "Cannot store the data: the storage of the deployment is full. Its operator has to make room";
    return requestError("UNAVAILABLE", message);
  }
  if (!error.message.startsWith("internal error; reference = ")) return undefined;
  console.error(JSON.stringify({ log: "request_failed", error: faultText(error) }));
  return requestError("UNAVAILABLE", "Cannot reach the object that holds the data: the platform failed");
}

/** Methods of objects, each with the name of its object before its own parameters. */
type NamedMethods<Stub, Name extends keyof Stub> = {
  readonly [Method in Name]: Stub[Method] extends (...given: infer Given) => infer Result
    ? (object: string, ...given: Given) => Result
    : never;
};

/**
 * The methods `names` of the objects of a namespace, called as `callObject` does.
 *
 * @example
 * ```ts
 * const namespace = { getByName: (name: string) => ({ greet: async (word: string) => `${word}, ${name}` }) };
 * await namedMethods(namespace, ["greet"]).greet("execution", "Hello"); // "Hello, execution"
 * ```
 */
export function namedMethods<Stub, const Name extends keyof Stub>(
  namespace: ObjectNamespace<Stub>,
  names: readonly Name[],
): NamedMethods<Stub, Name> {
  const call = (object: string, method: Name, given: readonly unknown[]) =>
    callObject(namespace as ObjectNamespace<AnyMethods<Name>>, object, (stub) => stub[method](...given));
  const methods = names.map((name) => [name, (object: string, ...given: unknown[]) => call(object, name, given)]);
  return Object.fromEntries(methods) as NamedMethods<Stub, Name>;
}

type AnyMethods<Name extends PropertyKey> = {
  readonly [Method in Name]: (...given: readonly unknown[]) => Promise<unknown>;
};

function pause(delayMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, delayMs);
  return promise;
}
