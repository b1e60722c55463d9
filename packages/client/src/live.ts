/** Values that stay current: they are read once, and again after each change that the deployment reports. */
import type { Send } from "./connection.ts";
import type { Operation } from "./operation.ts";
import type { Result } from "./result.ts";
import type { Channel, Disconnected, Failed } from "./resume.ts";

/** An item of something that is followed as a value: all of it as it is now, or why there is no newer one. */
export type Live<Value> = { readonly kind: "VALUE"; readonly value: Value } | Disconnected | Failed;

/** The part of a client that reads and follows. */
export interface Reader extends Channel {
  readonly send: Send;
  /** Grows whenever connections are made again with another credential: values of the earlier one are read again. */
  readonly generation: () => number;
}

export type Read<Data> = { readonly kind: "READ"; readonly data: Data } | Disconnected | Failed;

/** Asks until there is an answer. The last item is it, or `FAILED`. */
export async function* readUntilAnswered<Data, Variables>(
  { connection, send }: Reader,
  operation: Operation<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
): AsyncGenerator<Read<Data>, void> {
  for (let attempt = 1; ; attempt += 1) {
    const result: Result<Data> = await send(operation, variables, { signal, attempts: 1 });
    if (result.ok) {
      yield { kind: "READ", data: result.value };
      return;
    }
    const { error } = result;
    if (!error.isTransient) {
      yield { kind: "FAILED", error };
      return;
    }
    yield { kind: "DISCONNECTED", attempt, error };
    await connection.delay(attempt, error.retryAfterMs ?? 0, signal);
    signal.throwIfAborted();
  }
}
