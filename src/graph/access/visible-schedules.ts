/** Schedules of a tenant for one caller. Their number is bounded (`MAX_SCHEDULES`), and one object holds them all. */
import { type Accessor, audienceOf, mayAccess, reachOf } from "../../access/audience.ts";
import type { ScheduleView } from "../../schedule/schedule-view.ts";
import type { ScheduleClient } from "../base/ports.ts";

export function visibleSchedules(schedules: ScheduleClient, caller: Accessor): ScheduleClient {
  if (reachOf(caller, "USE") === "ALL") return schedules;
  const isSeen = ({ facts }: ScheduleView) =>
    mayAccess(caller, audienceOf({ ...facts, subject: facts.createdBy }), "USE");
  const may = async (name: string) => {
    const found = await schedules.read(name);
    return found === undefined || isSeen(found);
  };
  const ask = async <Answer>(name: string, unknown: Answer, call: () => Promise<Answer>): Promise<Answer> =>
    (await may(name)) ? call() : unknown;
  return {
    create: (request) => schedules.create(request),
    update: async (request) => ((await may(request.name)) ? schedules.update(request) : { kind: "NOT_FOUND" }),
    read: async (name) => {
      const found = await schedules.read(name);
      return found !== undefined && isSeen(found) ? found : undefined;
    },
    list: async () => (await schedules.list()).filter(isSeen),
    input: (name) => ask(name, undefined, () => schedules.input(name)),
    runs: (name, limit) => ask(name, [], () => schedules.runs(name, limit)),
    pause: (name, by, note) => ask(name, undefined, () => schedules.pause(name, by, note)),
    resume: (name) => ask(name, undefined, () => schedules.resume(name)),
    trigger: async (name, key) => ((await may(name)) ? schedules.trigger(name, key) : { kind: "NOT_FOUND" }),
    delete: (name) => ask(name, false, () => schedules.delete(name)),
  };
}
