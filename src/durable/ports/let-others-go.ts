/**
 * A pause between two pieces of the work of an object, while other tenants begin executions in its isolate. Nothing may be stored before it
 * that what comes after it completes: an object that is lost in a pause has done nothing.
 */
import type { ExecutionOptions } from "./execution-options.ts";
import { leastPauseMs } from "./lateness-rest.ts";
import type { Clock } from "./ports.ts";

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
    await passed(waitMs, clock);
    childTurns.late(tenant, now + waitMs, clock.now());
  }
}

/** The same for work of children, which rest before their turn: a moment, in which all that waits in the isolate goes first. */
export async function letOthersGoOnce(
  tenant: string,
  { childTurns, clock }: Pick<ExecutionOptions, "childTurns" | "clock">,
): Promise<void> {
  const now = clock.now();
  if (childTurns !== undefined && childTurns.pauseMs(tenant, now, now) > 0) await passed(leastPauseMs, clock);
}

function passed(milliseconds: number, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  clock.after(milliseconds, resolve);
  return promise;
}
