/**
 * Reserves a turn with the object of the conversation before anything of it is called (C9). The request is repeated until it is answered:
 * the conversation gives the same turn of the same execution the same answer, so a lost answer costs only time.
 */

import type { ExecutionState } from "../../execution/state/state.ts";
import type { ReservationResult } from "../../execution/turns/turn-request.ts";
import { faultText } from "../../json/fault-text.ts";
import { atMost } from "../ports/at-most.ts";
import { executionKeys } from "../ports/execution-keys.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";
import type { TurnPorts } from "../ports/ports.ts";

/** Pauses between two questions: the first, then twice as long each time. */
const firstPauseMs = 250;
const longestPauseMs = 10_000;

export function turnReservations(options: Pick<ExecutionOptions, "clock" | "conversation">): TurnPorts {
  return {
    async reserve(state, reservation, signal) {
      const { tenant, turns } = pinnedTurns(state);
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
        signal.throwIfAborted();
        const aborted = abortOf(signal);
        try {
          const asked = options.conversation(tenant, turns.conversation).reserve(reservation);
          return await Promise.race<ReservationResult>([asked, aborted.promise]);
        } catch (error) {
          signal.throwIfAborted();
          const { turn } = reservation;
          const line = { log: "turn_not_reserved", ...executionKeys(state.pinned), turn, error: faultText(error) };
          console.warn(JSON.stringify(line));
          await atMost(options.clock, pauseMs, aborted.promise);
        } finally {
          aborted.forget();
        }
      }
    },
  };
}

function pinnedTurns({ pinned: { tenant, turns } }: ExecutionState) {
  if (turns === null) throw new Error("an execution without agents that take turns reserves none");
  return { tenant, turns };
}

/** Rejects with the reason of the signal once that is aborted. */
function abortOf(signal: AbortSignal): { readonly promise: Promise<never>; forget(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const aborted = () => reject(signal.reason);
  signal.addEventListener("abort", aborted, { once: true });
  // The answer may come when it is not awaited any more.
  promise.catch(() => undefined);
  return { promise, forget: () => signal.removeEventListener("abort", aborted) };
}
