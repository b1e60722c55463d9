/**
 * Schedules of a tenant for one caller. Their number is bounded (`MAX_SCHEDULES`), and one object holds them all. Who sees a schedule does not
 * control it by that: it belongs to the subject that created it and to the one for whom its runs act. Others need the scope that controls
 * executions, in the same reach.
 */
import { type Accessor, audienceOf, mayAccess, reachOf } from "../../access/audience.ts";
import { actingSubject, type ScheduleView } from "../../schedule/schedule-view.ts";
import type { ScheduleClient } from "../base/ports.ts";

export function visibleSchedules(schedules: ScheduleClient, caller: Accessor): ScheduleClient {
  if (reachOf(caller, "USE") === "ALL" && reachOf(caller, "CONTROL") === "ALL") return schedules;
  const isSeen = ({ facts }: ScheduleView) =>
    mayAccess(caller, audienceOf({ ...facts, subject: facts.createdBy }), "USE");
  const isControlled = ({ facts }: ScheduleView) =>
    [facts.createdBy, actingSubject(facts)].some((subject) =>
      mayAccess(caller, audienceOf({ ...facts, subject }), "CONTROL"),
    );
  const ask = async <Answer>(
    name: string,
    may: (found: ScheduleView) => boolean,
    unknown: Answer,
    call: () => Promise<Answer>,
  ): Promise<Answer> => {
    const found = await schedules.read(name);
    return found === undefined || may(found) ? call() : unknown;
  };
  return {
    create: (request) => schedules.create(request),
    update: (request) =>
      ask<Awaited<ReturnType<ScheduleClient["update"]>>>(request.name, isControlled, { kind: "NOT_FOUND" }, () =>
        schedules.update(request),
      ),
    read: async (name) => {
      const found = await schedules.read(name);
      return found !== undefined && isSeen(found) ? found : undefined;
    },
    list: async () => (await schedules.list()).filter(isSeen),
    input: (name) => ask(name, isSeen, undefined, () => schedules.input(name)),
    runs: (name, limit) => ask(name, isSeen, [], () => schedules.runs(name, limit)),
    pause: (name, by, note) => ask(name, isControlled, undefined, () => schedules.pause(name, by, note)),
    resume: (name) => ask(name, isControlled, undefined, () => schedules.resume(name)),
    trigger: (name, key) =>
      ask<Awaited<ReturnType<ScheduleClient["trigger"]>>>(name, isControlled, { kind: "NOT_FOUND" }, () =>
        schedules.trigger(name, key),
      ),
    delete: (name) => ask(name, isControlled, false, () => schedules.delete(name)),
  };
}
