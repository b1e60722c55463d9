/** Schedules in memory, as their object keeps them, with no alarm: nothing of them is ever started by itself. */
import type { ScheduleClient } from "../../../src/graph/base/ports.ts";
import { isBusy, paused, resumed, triggered } from "../../../src/schedule/next-effect.ts";
import { begunSchedule } from "../../../src/schedule/schedule.ts";
import type { CreateScheduleRequest, RunEntry, ScheduleView } from "../../../src/schedule/schedule-view.ts";

export class MemorySchedules {
  readonly created: CreateScheduleRequest[] = [];
  readonly views = new Map<string, ScheduleView>();
  records: readonly RunEntry[] = [];

  client(note: (call: string) => void, now: number): ScheduleClient {
    const change = (name: string, state: (view: ScheduleView) => ScheduleView["state"]) => {
      const view = this.views.get(name);
      if (view === undefined) return undefined;
      const changed = { facts: view.facts, state: state(view) };
      this.views.set(name, changed);
      return changed;
    };
    return {
      create: async (request) => {
        note("schedules.create");
        const { facts, maximum } = request;
        const known = this.views.get(facts.name);
        if (known !== undefined) {
          const isSame = known.facts.fingerprint === facts.fingerprint && known.facts.createdBy === facts.createdBy;
          return isSame ? { kind: "CREATED", replayed: true, view: known } : { kind: "NAME_TAKEN" };
        }
        if (this.views.size >= maximum) return { kind: "LIMIT_EXCEEDED", maximum, found: this.views.size + 1 };
        this.created.push(request);
        const view = { facts, state: begunSchedule(facts.rules, now) };
        this.views.set(facts.name, view);
        return { kind: "CREATED", replayed: false, view };
      },
      read: async (name) => {
        note("schedules.read");
        return this.views.get(name);
      },
      list: async () => {
        note("schedules.list");
        return [...this.views.values()];
      },
      input: async (name) => {
        note("schedules.input");
        return this.created.find(({ facts }) => facts.name === name)?.input;
      },
      runs: async (_, limit) => {
        note("schedules.runs");
        return this.records.slice(0, limit);
      },
      pause: async (name, by, why) => {
        note("schedules.pause");
        return change(name, ({ state }) => paused(state, by, why, now));
      },
      resume: async (name) => {
        note("schedules.resume");
        return change(name, ({ state }) => resumed(state, now));
      },
      trigger: async (name, key) => {
        note("schedules.trigger");
        const view = this.views.get(name);
        if (view === undefined) return { kind: "NOT_FOUND" };
        if (isBusy(view.facts.rules, view.state)) return { kind: "BUSY", view };
        const changed = change(name, ({ facts, state }) => triggered(facts.rules, state, key, now).state) ?? view;
        return { kind: "TRIGGERED", replayed: false, view: changed };
      },
      delete: async (name) => {
        note("schedules.delete");
        return this.views.delete(name);
      },
    };
  }
}
