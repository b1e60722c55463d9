/** Schedules in memory, as their object keeps them, with no alarm: nothing of them is ever started by itself. */
import type { ScheduleClient } from "../../../src/graph/base/ports.ts";
import { withRules } from "../../../src/schedule/change-rules.ts";
import { isBusy, paused, resumed, triggered } from "../../../src/schedule/next-effect.ts";
import { begunSchedule } from "../../../src/schedule/schedule.ts";
import {
  actingSubject,
  type CreateScheduleRequest,
  type RunEntry,
  type ScheduleView,
} from "../../../src/schedule/schedule-view.ts";
import { timesOf } from "../../../src/schedule/timing.ts";

export class MemorySchedules {
  readonly created: CreateScheduleRequest[] = [];
  readonly views = new Map<string, ScheduleView>();
  /** What each runs, JSON. */
  readonly inputs = new Map<string, string>();
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
        const { facts, maximum, maximumOfSubject = 0 } = request;
        const known = this.views.get(facts.name);
        if (known !== undefined) {
          const isSame = known.facts.fingerprint === facts.fingerprint && known.facts.createdBy === facts.createdBy;
          return isSame ? { kind: "CREATED", replayed: true, view: known } : { kind: "NAME_TAKEN" };
        }
        if (this.views.size >= maximum) return { kind: "LIMIT_EXCEEDED", maximum, found: this.views.size + 1 };
        const own = [...this.views.values()].filter((view) => view.facts.createdBy === facts.createdBy).length;
        if (maximumOfSubject > 0 && own >= maximumOfSubject)
          return { kind: "LIMIT_EXCEEDED", maximum: maximumOfSubject, found: own + 1, ofSubject: true };
        this.created.push(request);
        this.inputs.set(facts.name, request.input);
        const view = { facts, state: begunSchedule(facts.rules, now) };
        this.views.set(facts.name, view);
        return { kind: "CREATED", replayed: false, view };
      },
      update: async ({ by, facts, incarnation, input, name }) => {
        note("schedules.update");
        const known = this.views.get(name);
        if (known?.facts.incarnation !== incarnation) return { kind: "NOT_FOUND" };
        const isSame = known.facts.fingerprint === facts.fingerprint && actingSubject(known.facts) === by;
        if (isSame) return { kind: "UPDATED", replayed: true, view: known };
        const { rules } = known.facts;
        const { state } = withRules({ rules, times: timesOf(rules.timing) }, facts.rules, known.state, now);
        const revision = (known.facts.changed?.revision ?? 0) + 1;
        const view = { facts: { ...known.facts, ...facts, changed: { revision, at: now, by } }, state };
        this.views.set(name, view);
        this.inputs.set(name, input);
        return { kind: "UPDATED", replayed: false, view };
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
        return this.inputs.get(name);
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
