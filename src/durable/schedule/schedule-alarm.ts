/** The alarm of the schedules of a tenant: when it rings, and its work. */
import { takeoverMs } from "../ports/alarm-time.ts";
import { type AlarmParts, ObjectAlarm } from "../ports/object-alarm.ts";
import type { ScheduleDriver } from "./schedule-driver.ts";
import type { ScheduleStore } from "./schedule-store.ts";

export function scheduleAlarm(
  store: ScheduleStore,
  driver: ScheduleDriver,
  { options, storage }: Pick<AlarmParts, "options" | "storage">,
): ObjectAlarm {
  return new ObjectAlarm({
    options,
    storage,
    log: "schedule_alarm_failed",
    work: () => driver.driveDue(),
    nextAt: () => nextAlarmAt(store, driver, options.clock.now()),
  });
}

/** When something is due, Unix milliseconds; soon while something is on its way, which may be lost. Undefined for never. */
export function nextAlarmAt(store: ScheduleStore, driver: ScheduleDriver, now: number): number | undefined {
  const at = store.nextWake();
  return at === undefined ? undefined : Math.max(at, now + (driver.isDriving ? takeoverMs : 0));
}
