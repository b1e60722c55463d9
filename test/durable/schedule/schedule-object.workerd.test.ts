/** The schedules of a tenant in a real object: alarms that come early, late and twice, and objects that are lost while a run is started. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ScheduledExecution, ScheduleOptions } from "../../../src/durable/ports/schedule-options.ts";
import { ScheduleObject } from "../../../src/durable/schedule/schedule-object.ts";
import { keptRecords } from "../../../src/durable/schedule/schedule-store.ts";
import type { StartAnswer } from "../../../src/schedule/next-effect.ts";
import type { ScheduleRules } from "../../../src/schedule/schedule.ts";
import { type CreateScheduleRequest, type RunRequest, runKey } from "../../../src/schedule/schedule-view.ts";
import type { Environment, ScheduleStub } from "../../../src/worker/platform/environment.ts";
import { ManualClock } from "../../support/engine/manual-clock.ts";
import { eventually } from "../../support/engine/patience.ts";
import { heldAlarm } from "../../support/objects/object-time.ts";

type Stub = DurableObjectStub & ScheduleStub;

const { SCHEDULE } = env as unknown as Pick<Environment, "SCHEDULE">;
const minute = 60_000;

let tenants = 0;

/** A tenant whose object is lost at each call of `within`, over the same storage. Its time stands until a test moves it. */
function freshTenant() {
  tenants += 1;
  const tenant = `tenant of schedules ${tenants}`;
  const stub = SCHEDULE.getByName(tenant) as Stub;
  const clock = new ManualClock();
  const starts: RunRequest[] = [];
  const cancels: string[] = [];
  const world = {
    ...{ tenant, stub, clock, starts, cancels },
    /** When the alarm is set for, as the last instance left it. */
    alarmAt: null as number | null,
    status: "RUNNING" as "RUNNING" | "SUCCEEDED" | "LOST" | "GONE",
    answer: async (request: RunRequest): Promise<StartAnswer> => ({
      kind: "STARTED",
      execution: runKey(request.facts, request.run),
    }),
    begun: clock.now(),
    async within<Result>(task: (instance: ScheduleObject) => Promise<Result>): Promise<Result> {
      const execution = (_: string, name: string): ScheduledExecution => ({
        read: async () => {
          if (world.status === "LOST") throw new Error("nobody answers");
          return world.status === "GONE" ? null : { status: world.status };
        },
        cancel: async () => {
          cancels.push(name);
          world.status = "SUCCEEDED";
          return { kind: "CANCELLED" };
        },
      });
      const options: ScheduleOptions = {
        ...{ clock, leaseMs: 30_000, misconfigured: undefined, execution },
        start: (request) => {
          starts.push(request);
          return world.answer(request);
        },
      };
      const result = await runInDurableObject(stub, async (_, state) => {
        const alarm = heldAlarm(state.storage);
        try {
          return await task(new ScheduleObject(state, {}, options));
        } finally {
          world.alarmAt = alarm.at() ?? world.alarmAt;
          alarm.release();
        }
      });
      await evictDurableObject(stub);
      return result;
    },
    /** Time passes until the alarm is due, or by `ms`, and it rings. */
    async ring(ms = Math.max(0, (world.alarmAt ?? clock.now()) - clock.now())): Promise<void> {
      clock.skip(ms);
      await world.within((instance) => instance.alarm());
    },
    creation(more: Partial<ScheduleRules> = {}, name = "nightly"): CreateScheduleRequest {
      const rules: ScheduleRules = {
        ...{
          timing: { kind: "EVERY", everyMs: 10 * minute, anchorAt: world.begun },
          overlap: "SKIP",
          missedRuns: "SKIP",
        },
        ...{ catchUpMs: 24 * 60 * minute, startAt: null, endAt: null, maxRuns: null, ...more },
      };
      const facts = {
        ...{
          tenant,
          name,
          incarnation: `i of ${name} ${clock.now()}`,
          description: null,
          rules,
          runKind: "EXECUTE_PLAN" as const,
        },
        ...{
          fingerprint: JSON.stringify(rules),
          createdAt: clock.now(),
          createdBy: "ada",
          scopes: ["EXECUTION_START"],
        },
      };
      return { facts, input: '{"source":{}}', maximum: 3 };
    },
    create: (more: Partial<ScheduleRules> = {}, name = "nightly") =>
      world.within((instance) => instance.create(world.creation(more, name))),
    read: (name = "nightly") => world.within(async (instance) => instance.read(name)),
    runs: (name = "nightly") => world.within(async (instance) => instance.runs(name, 100)),
  };
  return world;
}

describe("the alarm of schedules", () => {
  it("[N332] is set for the next time with the schedule, and starts one run at each", async () => {
    const world = freshTenant();
    await world.create();
    expect(world.alarmAt).toBe(world.begun + 10 * minute);
    await world.ring();
    expect(world.starts.map(({ run }) => run.nominalAt)).toEqual([world.begun + 10 * minute]);
    expect(world.starts[0]).toMatchObject({
      input: '{"source":{}}',
      facts: { createdBy: "ada", scopes: ["EXECUTION_START"] },
    });
    expect(world.alarmAt).toBe(world.begun + 20 * minute);
    world.status = "SUCCEEDED";
    await world.ring();
    expect(world.starts.map(({ run }) => run.nominalAt)).toEqual([
      world.begun + 10 * minute,
      world.begun + 20 * minute,
    ]);
    expect(new Set(world.starts.map(({ facts, run }) => runKey(facts, run))).size).toBe(2);
  });

  it("[N332] that rings early finds nothing due, and one that rings late and again starts one run", async () => {
    const world = freshTenant();
    await world.create();
    await world.ring(9 * minute);
    expect(world.starts).toEqual([]);
    expect(world.alarmAt).toBe(world.begun + 10 * minute);
    world.clock.skip(minute + 30_000);
    await world.within(async (instance) => {
      await Promise.all([instance.alarm(), instance.alarm(), instance.trigger("another", "x")]);
      await instance.alarm();
    });
    expect(world.starts.map(({ run }) => run)).toEqual([
      { runId: `at ${world.begun + 10 * minute}`, nominalAt: world.begun + 10 * minute, cause: "TIME" },
    ]);
  });

  it("[N325, N332] of an object that slept for hours does what the policy for missed runs says, and that is reported", async () => {
    const world = freshTenant();
    await world.create({ missedRuns: "RUN_LAST" });
    await world.ring(125 * minute);
    expect(world.starts.map(({ run }) => [run.cause, run.nominalAt])).toEqual([
      ["CATCH_UP", world.begun + 120 * minute],
    ]);
    expect(await world.runs()).toMatchObject([
      { outcome: "STARTED", run: { cause: "CATCH_UP" } },
      { outcome: "MISSED", count: 11, firstAt: world.begun + 10 * minute, lastAt: world.begun + 110 * minute },
    ]);
    expect(await world.read()).toMatchObject({ state: { counts: { missed: 11, started: 1 } } });
  });

  it("[N332] rings on for all others when a start hangs", async () => {
    const world = freshTenant();
    await world.create({}, "hangs");
    await world.create({}, "works");
    const settings = { hang: true };
    world.answer = ({ facts, run }) =>
      facts.name === "hangs" && settings.hang
        ? new Promise(() => undefined)
        : Promise.resolve({ kind: "STARTED", execution: run.runId });
    world.clock.skip(10 * minute);
    await world.within(async (instance) => {
      const ringing = instance.alarm();
      await eventually(async () => instance.read("works")?.state.counts.started === 1);
      // What hangs is given up after a while and done again later.
      await world.clock.advance(minute);
      await ringing;
      expect(instance.read("hangs")?.state.active).toMatchObject({ phase: "STARTING", tries: 1 });
    });
    settings.hang = false;
    await world.ring();
    expect(world.starts.filter(({ facts }) => facts.name === "hangs").map(({ run }) => run.runId)).toEqual([
      `at ${world.begun + 10 * minute}`,
      `at ${world.begun + 10 * minute}`,
    ]);
  });

  it("[N332] does not throw when everything fails, and is set again", async () => {
    const world = freshTenant();
    await world.create();
    await world.ring();
    world.status = "LOST";
    await world.ring();
    expect(world.starts).toHaveLength(1);
    expect(world.alarmAt).toBe(world.clock.now() + 2_000);
    world.status = "GONE";
    await world.ring();
    expect(world.starts).toHaveLength(2);
  });
});

describe("an object that is lost while a run is started", () => {
  it("[N326] starts it again under the same key, and knows of one run", async () => {
    const world = freshTenant();
    await world.create();
    // The start is on its way, or even done, when the object goes: its answer reaches nobody.
    world.answer = () => new Promise(() => undefined);
    world.clock.skip(10 * minute);
    await world.within(async (instance) => {
      void instance.alarm();
      await eventually(async () => world.starts.length === 1);
      // The alarm behind it was set before, and the run is stored.
      expect(instance.read("nightly")?.state.active).toMatchObject({ phase: "STARTING" });
    });
    expect(world.alarmAt).toBe(world.clock.now() + 500);
    world.answer = async ({ facts, run }) => ({ kind: "STARTED", execution: runKey(facts, run) });
    await world.ring();
    const [first, second] = world.starts;
    if (first === undefined || second === undefined) throw new Error("not started twice");
    expect(runKey(second.facts, second.run)).toBe(runKey(first.facts, first.run));
    expect(await world.runs()).toMatchObject([{ outcome: "STARTED", execution: runKey(first.facts, first.run) }]);
    await world.ring(1);
    expect(world.starts).toHaveLength(2);
  });

  it("[N326] keeps trying while nobody answers, and lets the times between go by as the policy says", async () => {
    const world = freshTenant();
    await world.create();
    world.answer = () => Promise.reject(new Error("overloaded"));
    await world.ring();
    for (let tries = 0; tries < 20; tries++) await world.ring();
    expect(new Set(world.starts.map(({ run }) => run.runId)).size).toBe(1);
    expect(await world.read()).toMatchObject({
      state: { active: { phase: "STARTING", problem: "Error: overloaded" } },
    });
    expect((await world.runs()).map(({ outcome }) => outcome)).toEqual(["SKIPPED"]);
  });
});

describe("a schedule", () => {
  it("[N327] whose run is refused records every problem, and tries at its next time", async () => {
    const world = freshTenant();
    await world.create();
    const problems = [{ code: "UNKNOWN_CALLABLE", message: "gone", path: ["input", "source"] }];
    world.answer = async () => ({ kind: "REFUSED", problems });
    await world.ring();
    await world.ring();
    expect(await world.runs()).toMatchObject([
      { outcome: "REFUSED", problems },
      { outcome: "REFUSED", problems },
    ]);
    expect(await world.read()).toMatchObject({ state: { active: null, counts: { refused: 2 } } });
  });

  it("[N324] REPLACE cancels the run before, and starts the next once that has ended", async () => {
    const world = freshTenant();
    await world.create({ overlap: "REPLACE" });
    await world.ring();
    await world.ring();
    expect(world.cancels).toHaveLength(1);
    expect(world.starts.map(({ run }) => run.nominalAt)).toEqual([
      world.begun + 10 * minute,
      world.begun + 20 * minute,
    ]);
  });

  it("[N324] QUEUE asks again until the run before has ended", async () => {
    const world = freshTenant();
    await world.create({ overlap: "QUEUE" });
    await world.ring();
    await world.ring();
    expect(world.starts).toHaveLength(1);
    await world.ring();
    expect(world.clock.now()).toBeLessThan(world.begun + 21 * minute);
    world.status = "SUCCEEDED";
    await world.ring();
    expect(world.starts.map(({ run }) => run.nominalAt)).toEqual([
      world.begun + 10 * minute,
      world.begun + 20 * minute,
    ]);
    expect(world.clock.now()).toBeLessThan(world.begun + 22 * minute);
  });

  it("[N328] is paused and resumed, and runs by hand meanwhile, once for each key", async () => {
    const world = freshTenant();
    await world.create();
    await world.within((instance) => instance.pause("nightly", "ada", "holidays"));
    expect(await world.read()).toMatchObject({ state: { pause: { by: "ada", note: "holidays" } } });
    await world.ring(35 * minute);
    expect(world.starts).toEqual([]);
    const first = await world.within((instance) => instance.trigger("nightly", "k"));
    expect(first).toMatchObject({
      kind: "TRIGGERED",
      replayed: false,
      view: { state: { active: { phase: "RUNNING" } } },
    });
    expect(await world.within((instance) => instance.trigger("nightly", "k"))).toMatchObject({ replayed: true });
    expect(await world.within((instance) => instance.trigger("nightly", "l"))).toMatchObject({ kind: "BUSY" });
    world.status = "SUCCEEDED";
    expect(await world.within((instance) => instance.trigger("nightly", "k"))).toMatchObject({ replayed: true });
    await world.within((instance) => instance.resume("nightly"));
    expect(world.alarmAt).toBe(world.begun + 40 * minute);
    await world.ring();
    expect(world.starts.map(({ run }) => run.cause)).toEqual(["TRIGGER", "TIME"]);
    expect(await world.read()).toMatchObject({ state: { counts: { missed: 0 } } });
  });

  it("[N391] is changed in place: what was due is run by the rules of before, all else by the new ones, for the subject that changed it", async () => {
    const world = freshTenant();
    await world.create({ missedRuns: "RUN_LAST" });
    const { facts } = world.creation({ timing: { kind: "EVERY", everyMs: 3 * minute, anchorAt: world.begun } });
    const changed = { ...facts, scopes: ["EXECUTION_START", "SCHEDULE_WRITE"], fingerprint: "another" };
    const { description, fingerprint, rules, runKind, scopes } = changed;
    const request = {
      ...{ name: "nightly", incarnation: facts.incarnation, by: "eve", input: '{"source":{"plan":{}}}' },
      facts: { description, fingerprint, rules, runKind, scopes },
    };
    // The alarm is late: the time of before has come, and nobody has decided it.
    world.clock.skip(10 * minute);
    const update = () => world.within((instance) => instance.update(request));
    expect(await update()).toMatchObject({
      kind: "UPDATED",
      replayed: false,
      view: { state: { counts: { started: 1 } } },
    });
    expect(world.starts).toMatchObject([{ input: '{"source":{}}', facts: { createdBy: "ada" } }]);
    expect(world.alarmAt).toBe(world.begun + 12 * minute);
    expect(await update()).toMatchObject({ kind: "UPDATED", replayed: true });
    world.status = "SUCCEEDED";
    await world.ring();
    expect(world.starts[1]).toMatchObject({
      ...{ input: request.input, run: { nominalAt: world.begun + 12 * minute } },
      facts: { scopes, createdBy: "ada", changed: { revision: 1, by: "eve", at: world.begun + 10 * minute } },
    });
    expect(new Set(world.starts.map(({ facts: of, run }) => runKey(of, run))).size).toBe(2);
    const gone = { ...request, incarnation: "another" };
    expect(await world.within((instance) => instance.update(gone))).toEqual({ kind: "NOT_FOUND" });
  });

  it("[N391] that is changed while a run is started goes on by the new rules once that is answered", async () => {
    const world = freshTenant();
    await world.create();
    const { promise, resolve } = Promise.withResolvers<StartAnswer>();
    world.answer = () => promise;
    const { facts, input } = world.creation({ timing: { kind: "EVERY", everyMs: 60 * minute, anchorAt: world.begun } });
    world.clock.skip(10 * minute);
    await world.within(async (instance) => {
      const ringing = instance.alarm();
      await eventually(async () => world.starts.length === 1);
      const updating = instance.update({ name: "nightly", incarnation: facts.incarnation, by: "ada", facts, input });
      resolve({ kind: "STARTED", execution: "one" });
      await Promise.all([ringing, updating]);
    });
    expect(await world.read()).toMatchObject({ state: { active: { phase: "RUNNING", execution: "one" } } });
    world.status = "SUCCEEDED";
    await world.ring();
    expect(world.starts.map(({ run }) => run.nominalAt)).toEqual([
      world.begun + 10 * minute,
      world.begun + 60 * minute,
    ]);
  });

  it("[N328] that is deleted starts nothing more, and one of the same name has other keys", async () => {
    const world = freshTenant();
    await world.create();
    await world.ring();
    expect(await world.within(async (instance) => instance.delete("nightly"))).toBe(true);
    expect(await world.within(async (instance) => instance.delete("nightly"))).toBe(false);
    expect(await world.read()).toBeNull();
    await world.ring(10 * minute);
    expect(world.starts).toHaveLength(1);
    await world.create();
    expect(await world.runs()).toEqual([]);
    await world.ring(10 * minute);
    expect(new Set(world.starts.map(({ facts, run }) => runKey(facts, run))).size).toBe(2);
  });

  it("[N329] is created once, and not under a name that is taken or beyond the number that a tenant may have", async () => {
    const world = freshTenant();
    const request = world.creation();
    expect(await world.within((instance) => instance.create(request))).toMatchObject({
      kind: "CREATED",
      replayed: false,
    });
    expect(await world.within((instance) => instance.create(request))).toMatchObject({
      kind: "CREATED",
      replayed: true,
    });
    expect(await world.create({ overlap: "QUEUE" })).toEqual({ kind: "NAME_TAKEN" });
    const other = { ...request, facts: { ...request.facts, createdBy: "eve" } };
    expect(await world.within((instance) => instance.create(other))).toEqual({ kind: "NAME_TAKEN" });
    await world.create({}, "b");
    await world.create({}, "a");
    expect(await world.create({}, "c")).toEqual({ kind: "LIMIT_EXCEEDED", maximum: 3, found: 4 });
    const names = await world.within(async (instance) => instance.list().map(({ facts }) => facts.name));
    expect(names).toEqual(["a", "b", "nightly"]);
    // A cap of one subject is about what it created alone.
    const wide = { ...request, maximum: 10, maximumOfSubject: 3, facts: { ...request.facts, name: "d" } };
    expect(await world.within((instance) => instance.create(wide))).toEqual({
      ...{ kind: "LIMIT_EXCEEDED", maximum: 3, found: 4, ofSubject: true },
    });
    const eves = { ...wide, facts: { ...wide.facts, createdBy: "eve" } };
    expect(await world.within((instance) => instance.create(eves))).toMatchObject({ kind: "CREATED" });
  });

  it("[N329] keeps a bounded number of records", async () => {
    const world = freshTenant();
    await world.create();
    world.answer = async () => ({ kind: "REFUSED", problems: [] });
    await world.within(async (instance) => {
      for (let round = 0; round < keptRecords + 5; round++) {
        world.clock.skip(10 * minute);
        await instance.alarm();
      }
    });
    const runs = await world.runs();
    expect(runs).toHaveLength(keptRecords);
    expect(runs[0]).toMatchObject({ sequence: keptRecords + 5 });
  });

  it("[N329] that nobody created is looked up without a trace", async () => {
    const world = freshTenant();
    await world.within(async (instance) => {
      expect([
        instance.read("x"),
        instance.list(),
        instance.input("x"),
        instance.runs("x", 10),
        instance.delete("x"),
      ]).toEqual([...[null, [], null, [], false]]);
      expect(await instance.trigger("x", "k")).toEqual({ kind: "NOT_FOUND" });
      expect(await instance.pause("x", "ada", null)).toBeNull();
    });
    const tables = await runInDurableObject(world.stub, (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name LIKE 'schedule%'").toArray(),
    );
    expect(tables).toEqual([]);
    expect(world.alarmAt).toBeNull();
  });
});

describe("in the runtime of the platform", () => {
  it("[N320, N321] cron expressions mean the clocks of their zone", async () => {
    const { timesOf } = await import("../../../src/schedule/timing.ts");
    const [first] = timesOf({ kind: "CRON", expression: "15 2 * * *", timeZone: "Australia/Lord_Howe" }).after(
      Date.parse("2026-10-03T00:00Z"),
    );
    expect(new Date(first ?? 0).toISOString()).toBe("2026-10-03T15:30:00.000Z");
  });

  it("[N332] the real alarm of a real object starts a real run, whose refusal is reported", async () => {
    const stub = SCHEDULE.getByName("a real tenant") as Stub;
    const world = freshTenant();
    const { facts, input } = world.creation(
      { timing: { kind: "EVERY", everyMs: 1_000, anchorAt: 0 }, maxRuns: 1 },
      "real",
    );
    await stub.create({ facts: { ...facts, tenant: "a real tenant", createdAt: Date.now() }, input, maximum: 1 });
    await eventually(async () => {
      await runDurableObjectAlarm(stub);
      return (await stub.runs("real", 1)).length > 0;
    });
    expect(await stub.runs("real", 1)).toMatchObject([{ outcome: "REFUSED", problems: [{ code: "INVALID_INPUT" }] }]);
  });
});
