import { describe, expect, it } from "vitest";
import { alarmTime } from "../../../src/durable/ports/alarm-time.ts";

const idle = { now: 1_000, leaseMs: 30_000, busy: false, unacknowledged: false, wakeAt: undefined };

describe("the alarm of an execution", () => {
  it("[E6, N100] is never later than half a second while an attempt is in flight, whatever else is due later", () => {
    expect(alarmTime({ ...idle, busy: true })).toEqual({ at: 1_500, orEarlier: true });
    expect(alarmTime({ ...idle, busy: true, unacknowledged: true, wakeAt: 90_000 })?.at).toBe(1_500);
  });

  it("[E6, E11] rings for a back-off in time although the index has not acknowledged", () => {
    expect(alarmTime({ ...idle, unacknowledged: true, wakeAt: 3_000 })).toEqual({ at: 3_000, orEarlier: true });
    expect(alarmTime({ ...idle, unacknowledged: true, wakeAt: 90_000 })?.at).toBe(31_000);
    expect(alarmTime({ ...idle, unacknowledged: true })?.at).toBe(31_000);
  });

  it("[E11] is set for the end of a wait exactly, and for nothing if nothing will be due", () => {
    expect(alarmTime({ ...idle, wakeAt: 90_000 })).toEqual({ at: 90_000, orEarlier: false });
    expect(alarmTime(idle)).toBeUndefined();
  });
});
