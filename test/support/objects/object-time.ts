/** Time of real objects: clocks that are ahead, alarms that a test holds back. */
import type { Clock } from "../../../src/durable/ports/ports.ts";
import { systemClock } from "../../../src/durable/ports/system-clock.ts";

/** A clock that is ahead of the real one. */
export function clockAhead(ms: number): Clock {
  return { now: () => Date.now() + ms, after: (delayMs, run) => systemClock.after(delayMs, run) };
}

/**
 * Holds back the alarms of an object: they would ring at another instance than the one of a test, which the platform keeps meanwhile and
 * which knows nothing of what that one stores.
 */
export function heldAlarm(storage: DurableObjectStorage): { readonly at: () => number | null; release(): void } {
  let alarmAt: number | null = null;
  const setAlarm = async (at: number | Date) => {
    alarmAt = Number(at);
  };
  Object.defineProperty(storage, "setAlarm", { value: setAlarm, configurable: true });
  return { at: () => alarmAt, release: () => void Reflect.deleteProperty(storage, "setAlarm") };
}
