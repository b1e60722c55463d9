/**
 * When a child begins: in its turn beside other tenants of the isolate (`ports/child-pace.ts`), and within the second in which the object of its tenant
 * admits it. Both take moments, so they are waited for here and leave no row. A child that has longer to wait is asked for again by its poll.
 *
 * Shortly before its turn a child looks how late the isolate is. That puts off all children of the tenant that wait, so the turn may move away while it
 * is waited for.
 */
import type { StartResult } from "../../execution/commands/start-request.ts";
import { longestTurnMs } from "../ports/child-pace.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import { leastPauseMs } from "../ports/lateness-rest.ts";
import type { Clock } from "../ports/ports.ts";

/** Seconds in which a child asks to be admitted. */
const maxSeconds = 10;

/** A turn that is so far away that it has not been taken. */
export interface LaterTurn {
  readonly kind: "LATER";
  /** Unix milliseconds. */
  readonly retryAt: number;
}

/** A child whose turn is nearer looks how late the isolate is. So few look at a time. */
const lookFromMs = 100;
const lookMs = 20;

/** A child that has looked for so long begins, however late the isolate is. */
const longestLookMs = 1_000;

/** Waits for the turn of a child of `tenant`. Undefined if `signal` aborted before. */
export async function childTurn(
  tenant: string,
  signal: AbortSignal,
  { childTurns, clock }: Pick<ExecutionOptions, "childTurns" | "clock">,
): Promise<LaterTurn | { readonly kind: "TURN" } | undefined> {
  if (childTurns === undefined) return { kind: "TURN" };
  const since = clock.now();
  // A child does not begin within the piece of work that asks for it.
  let turnAt =
    since +
    Math.max(childTurns.waitMs(tenant, since), Math.min(leastPauseMs, childTurns.pauseMs(tenant, since, since)));
  let putOffMs = childTurns.putOffMs(tenant);
  let looksUntil = Number.POSITIVE_INFINITY;
  for (let now = clock.now(); !signal.aborted; now = clock.now()) {
    const leftMs = Math.min(turnAt, looksUntil) - now;
    if (leftMs <= 0) return { kind: "TURN" };
    if (leftMs > longestTurnMs) return { kind: "LATER", retryAt: turnAt };
    if (leftMs <= lookFromMs) looksUntil = Math.min(looksUntil, now + longestLookMs);
    const sleepMs = leftMs > lookFromMs ? leftMs - lookFromMs : Math.min(leftMs, lookMs);
    await pause(sleepMs, signal, clock);
    childTurns.late(tenant, now + sleepMs, clock.now());
    turnAt += childTurns.putOffMs(tenant) - putOffMs;
    putOffMs = childTurns.putOffMs(tenant);
  }
  return undefined;
}

/** The result of `start`, undefined if `signal` aborted before the child was admitted. */
export async function startInSecond(
  signal: AbortSignal,
  start: () => Promise<StartResult>,
  { clock }: Pick<ExecutionOptions, "clock">,
): Promise<StartResult | undefined> {
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
  const cut = () => resolve();
  signal.addEventListener("abort", cut, { once: true });
  await promise;
  signal.removeEventListener("abort", cut);
  stop();
}
