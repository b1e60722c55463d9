/**
 * A pause between two pieces of the work of an object, while other tenants begin executions in its isolate. Nothing may be stored before it
 * that what comes after it completes: an object that is lost in a pause has done nothing.
 */
import type { ExecutionOptions } from "./execution-options.ts";

/** Resolves when work of `tenant` may go on: at once where no isolate is shared, and without a neighbour. */
export async function letOthersGo(
  tenant: string,
  { childTurns, clock }: Pick<ExecutionOptions, "childTurns" | "clock">,
): Promise<void> {
  if (childTurns === undefined) return;
  const since = clock.now();
  for (let now = since; ; now = clock.now()) {
    const waitMs = childTurns.pauseMs(tenant, since, now);
    if (waitMs === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.after(waitMs, resolve);
    await promise;
    childTurns.late(tenant, now + waitMs, clock.now());
  }
}
