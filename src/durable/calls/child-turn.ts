/**
 * Starts a child when its turn has come: beside other tenants of the isolate (`ports/child-pace.ts`), and within the second in which the object of its tenant
 * admits it. Both take moments, so they are waited for here and leave no row. A child that has longer to wait is asked for again by its poll.
 */
import type { StartResult } from "../../execution/commands/start-request.ts";
import { longestTurnMs } from "../ports/child-pace.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { Clock } from "../ports/ports.ts";

/** Seconds in which a child asks to be admitted. */
const maxSeconds = 10;

/** A turn that is so far away that it has not been taken. */
export interface LaterTurn {
  readonly kind: "LATER";
  /** Unix milliseconds. */
  readonly retryAt: number;
}

/** The result of `start`, undefined if `signal` aborted before the child was asked for. */
export async function startInTurn(
  tenant: string,
  signal: AbortSignal,
  start: () => Promise<StartResult>,
  { childTurns, clock }: Pick<ExecutionOptions, "childTurns" | "clock">,
): Promise<StartResult | LaterTurn | undefined> {
  const waitMs = childTurns?.waitMs(tenant, clock.now()) ?? 0;
  const turnAt = clock.now() + waitMs;
  if (waitMs > longestTurnMs) return { kind: "LATER", retryAt: turnAt };
  await pause(waitMs, signal, clock);
  if (waitMs > 0 && clock.now() > turnAt) childTurns?.late(tenant, clock.now() - turnAt);
  for (let second = 1; !signal.aborted; second++) {
    const result = await start();
    if (result.kind !== "TENANT_LIMIT" || result.isOfSecond !== true || second === maxSeconds) return result;
    await pause(result.retryAt - clock.now(), signal, clock);
  }
  return undefined;
}

async function pause(milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = clock.after(milliseconds, resolve);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  stop();
}
