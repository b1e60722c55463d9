/** Schedules as the API takes and shows them. */
import { describe, expect, it } from "vitest";
import { maxRunBytes } from "../../../src/graph/schedules/check-run.ts";
import { maxCatchUpSeconds } from "../../../src/graph/schedules/schedule-rules.ts";
import { maxCronLength } from "../../../src/schedule/timing.ts";
import { ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";

const creation = `mutation ($input: CreateScheduleInput!) {
  createSchedule(input: $input) {
    replayed
    warnings { code }
    schedule {
      id name description status overlap missedRuns catchUpSeconds startAt endAt maxRuns runKind createdAt createdBy
      timing { cron timeZone everySeconds anchorAt }
      runInput { value }
      pause { pausedAt by note }
      counts { started refused skipped missed }
      nextRunAt
      nextRuns(count: 2)
      activeRun { phase nominalTime cause executionId failedTries problem }
      waitingRuns { nominalTime }
      recentRuns { outcome }
    }
    errors { __typename code message path ... on LimitError { limit maximum found } }
  }
}`;

const plan = { steps: [{ tool: { stepId: "a", toolName: "echo" } }] };
const run = { executePlan: { source: { plan } } };
const daily = { name: "nightly", timing: { cron: { expression: "30 2 * * *", timeZone: "Europe/Berlin" } }, run };

async function create(clients: FakeClients, more: object = {}, caller = {}) {
  const { createSchedule } = await data(clients, creation, { variables: { input: { ...daily, ...more } }, caller });
  return createSchedule;
}

async function refusal(more: object, clients = new FakeClients()) {
  const { errors, schedule } = await create(clients, more);
  expect(schedule).toBeNull();
  expect(clients.calls).not.toContain("schedules.create");
  return errors;
}

describe("createSchedule", () => {
  it("[N320] stores a schedule with its defaults, and tells when it is due", async () => {
    const clients = new FakeClients();
    const created = await create(clients);
    expect(created).toMatchObject({ replayed: false, errors: [], warnings: [] });
    expect(created.schedule).toMatchObject({
      ...{ name: "nightly", description: null, status: "ACTIVE", overlap: "SKIP", missedRuns: "SKIP", maxRuns: null },
      ...{ catchUpSeconds: 86_400, startAt: null, endAt: null, runKind: "EXECUTE_PLAN", createdBy: "anonymous" },
      ...{ timing: { cron: "30 2 * * *", timeZone: "Europe/Berlin", everySeconds: null, anchorAt: null } },
      ...{ runInput: { value: { source: { plan } } }, pause: null, activeRun: null, waitingRuns: [], recentRuns: [] },
      counts: { started: 0, refused: 0, skipped: 0, missed: 0 },
    });
    const { nextRunAt, nextRuns } = created.schedule;
    expect(nextRuns).toHaveLength(2);
    expect(nextRuns[0]).toBe(nextRunAt);
    expect(Date.parse(nextRuns[1]) - Date.parse(nextRuns[0])).toBe(86_400_000);
    // Nothing is started, and nothing stored but the schedule.
    expect(clients.calls.filter((call) => !call.startsWith("catalog."))).toEqual([
      "schedules.create",
      "schedules.input",
      "schedules.runs",
    ]);
    expect(clients.schedules.created[0]?.facts).toMatchObject({ tenant: "default", createdBy: "anonymous" });
    expect(clients.schedules.created[0]?.facts.scopes).toContain("EXECUTION_START");
  });

  it("[N320] counts an interval from its anchor, or from now", async () => {
    const clients = new FakeClients();
    const every = async (name: string, anchorAt?: string) =>
      (await create(clients, { name, timing: { every: { seconds: 3_600, anchorAt } } })).schedule;
    const now = startTime + 5_000;
    expect((await every("from-now")).nextRunAt).toBe(new Date(now + 3_600_000).toISOString());
    const anchored = await every("anchored", new Date(now - 600_000).toISOString());
    expect(anchored.nextRunAt).toBe(new Date(now + 3_000_000).toISOString());
  });

  it("[N329] the same request again changes nothing, another one under the name is refused, and so is one of another subject", async () => {
    const clients = new FakeClients();
    const first = await create(clients);
    expect(await create(clients)).toMatchObject({ replayed: true, schedule: { id: first.schedule.id } });
    expect(await create(clients, { overlap: "QUEUE" })).toMatchObject({
      schedule: null,
      errors: [{ code: "INVALID_INPUT", path: ["input", "name"] }],
    });
    expect((await create(clients, {}, { subject: "eve" })).errors).toHaveLength(1);
    expect(clients.schedules.created).toHaveLength(1);
  });

  it.each([
    ["no name", { name: "" }, "name"],
    ["a name with a space", { name: "a b" }, "name"],
    ["a name that is too long", { name: "x".repeat(65) }, "name"],
    ["a description that is too long", { description: "x".repeat(1_001) }, "description"],
    [
      "a cron expression that cannot be read",
      { timing: { cron: { expression: "61 * * * *" } } },
      "timing.cron.expression",
    ],
    ["seconds", { timing: { cron: { expression: "0 0 0 * * *" } } }, "timing.cron.expression"],
    [
      "a cron expression that is too long",
      { timing: { cron: { expression: "0,".repeat(maxCronLength) } } },
      "timing.cron.expression",
    ],
    [
      "a time zone that nobody knows",
      { timing: { cron: { expression: "@daily", timeZone: "Mars/Base" } } },
      "timing.cron.timeZone",
    ],
    ["an interval that is too short", { timing: { every: { seconds: 59 } } }, "timing.every.seconds"],
    ["an interval that is too long", { timing: { every: { seconds: 31_536_001 } } }, "timing.every.seconds"],
    [
      "an anchor that is far away",
      { timing: { every: { seconds: 60, anchorAt: "1826-01-01T00:00:00Z" } } },
      "timing.every.anchorAt",
    ],
    ["a begin that is far away", { startAt: "9999-01-01T00:00:00Z" }, "startAt"],
    ["an end that has passed", { endAt: "2020-01-01T00:00:00Z" }, "endAt"],
    ["an end before its begin", { startAt: "2030-01-02T00:00:00Z", endAt: "2030-01-01T00:00:00Z" }, "endAt"],
    ["no run", { maxRuns: 0 }, "maxRuns"],
    ["more runs than may be", { maxRuns: 1_000_001 }, "maxRuns"],
    ["a window that is too long", { missedRuns: "RUN_LAST", catchUpSeconds: maxCatchUpSeconds + 1 }, "catchUpSeconds"],
    ["a window that is negative", { missedRuns: "RUN_LAST", catchUpSeconds: -1 }, "catchUpSeconds"],
    ["a window that nobody needs", { catchUpSeconds: 60 }, "catchUpSeconds"],
    ["runs that would end one another", { missedRuns: "RUN_ALL", overlap: "REPLACE" }, "missedRuns"],
  ])("[N329] refuses %s at its place", async (_, more, path) => {
    expect(await refusal(more)).toMatchObject([{ code: "INVALID_INPUT", path: ["input", ...path.split(".")] }]);
  });

  it("[N322] refuses a schedule that is never due", async () => {
    const timing = { cron: { expression: "0 0 30 2 *" } };
    expect(await refusal({ timing })).toMatchObject([
      { __typename: "GeneralError", code: "SCHEDULE_NEVER_DUE", path: ["input", "timing", "cron"] },
    ]);
    const endAt = new Date(startTime + 6_000).toISOString();
    expect(await refusal({ endAt })).toMatchObject([{ code: "SCHEDULE_NEVER_DUE", path: ["input", "endAt"] }]);
  });

  it("[N329] refuses times that are closer than the deployment permits", async () => {
    const clients = new FakeClients();
    clients.settings = { schedules: { maxSchedules: 1, minSeconds: 3_600 } };
    const timing = { cron: { expression: "0,30 0 1 1 *" } };
    expect(await refusal({ timing }, clients)).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "timing", "cron", "expression"] },
    ]);
    const hourly = { timing: { cron: { expression: "0 * * * *" } } };
    expect((await create(clients, hourly)).errors).toEqual([]);
    expect((await create(clients, { ...hourly, name: "one-more" })).errors).toMatchObject([
      { code: "LIMIT_EXCEEDED", limit: "maxSchedules", maximum: 1, found: 2 },
    ]);
  });

  it("[N590] names the cap of the subject where that is reached", async () => {
    const clients = new FakeClients();
    clients.settings = { schedules: { maxSchedules: 10, maxSchedulesPerSubject: 1, minSeconds: 60 } };
    expect((await create(clients, {})).errors).toEqual([]);
    const [error] = (await create(clients, { name: "one-more" })).errors;
    expect(error).toMatchObject({ code: "LIMIT_EXCEEDED", limit: "maxSchedulesPerSubject", maximum: 1, found: 2 });
    expect(error.message).toContain("of the subject (MAX_SCHEDULES_PER_SUBJECT)");
  });

  it("[N327] checks what it runs whole, with the problems of the mutation at their places, beside its own", async () => {
    const wrong = { steps: [{ tool: { stepId: "a", toolName: "ecko" } }] };
    expect(await refusal({ name: "", run: { executePlan: { source: { plan: wrong } } } })).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "name"] },
      {
        code: "UNKNOWN_CALLABLE",
        path: ["input", "run", "executePlan", "source", "plan", "steps", "0", "tool", "toolName"],
      },
    ]);
    const explained = { source: { plan: wrong }, onInvalidPlan: "RESPOND" };
    expect(await refusal({ run: { executePlan: explained } })).toMatchObject([{ code: "UNKNOWN_CALLABLE" }]);
    const workflow = { workflow: { name: "nobody" }, payload: { parameters: {} } };
    expect(await refusal({ run: { invokeWorkflow: workflow } })).toMatchObject([
      { code: "NOT_FOUND", path: ["input", "run", "invokeWorkflow", "workflow"] },
    ]);
    expect(await refusal({ run: { ask: { query: "" } } })).toMatchObject([{ path: ["input", "run", "ask", "query"] }]);
  });

  it("[N327] refuses options that are about one request only, and a run that is too large", async () => {
    const options = { idempotencyKey: "k", waitMs: 1_000 };
    expect(await refusal({ run: { executePlan: { source: { plan }, options } } })).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "run", "executePlan", "options", "idempotencyKey"] },
      { code: "INVALID_INPUT", path: ["input", "run", "executePlan", "options", "waitMs"] },
    ]);
    const bindings = { text: "x".repeat(maxRunBytes) };
    expect(await refusal({ run: { executePlan: { source: { plan }, bindings } } })).toMatchObject([
      {
        code: "LIMIT_EXCEEDED",
        limit: "scheduledRunBytes",
        maximum: maxRunBytes,
        path: ["input", "run", "executePlan"],
      },
    ]);
  });

  it("[N331] needs scopes of its own, that of starting executions, and to replace runs that of cancelling them", async () => {
    const input = { variables: { input: { ...daily, overlap: "REPLACE" } } };
    for (const scopes of [["EXECUTION_START"], ["SCHEDULE_WRITE"], ["SCHEDULE_WRITE", "EXECUTION_START"]] as const) {
      const clients = new FakeClients();
      const { errors } = await ask(clients, creation, { ...input, caller: { scopes } });
      expect(errors?.[0]?.extensions?.code).toBe("FORBIDDEN");
      expect(clients.calls).toEqual([]);
    }
    const scopes = ["SCHEDULE_WRITE", "EXECUTION_START", "EXECUTION_CONTROL"] as const;
    const clients = new FakeClients();
    const { errors } = await ask(clients, creation, { ...input, caller: { scopes } });
    // It is created, and shows nothing that only readers of executions may see.
    expect(errors).toMatchObject([
      { path: ["createSchedule", "schedule", "runInput"], extensions: { code: "FORBIDDEN" } },
    ]);
    expect(clients.schedules.created[0]?.facts.scopes).toEqual(scopes);
  });
});

describe("a schedule", () => {
  const ids = { scheduleId: "" };
  const created = async (more: object = {}) => {
    const clients = new FakeClients();
    const { schedule } = await create(clients, more);
    return { clients, id: schedule.id as string };
  };
  const change = async (
    clients: FakeClients,
    field: string,
    input: object,
    selection = "schedule { status pause { by note } }",
  ) => {
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
    const text = `mutation ($input: ${type}) { ${field}(input: $input) { ${selection} errors { code path } } }`;
    return (await data(clients, text, { variables: { input: { ...ids, ...input } } }))[field];
  };

  it("[N328] is paused with a note, and resumed", async () => {
    const { clients, id } = await created();
    const paused = await change(clients, "pauseSchedule", { scheduleId: id, note: "holidays" });
    expect(paused).toEqual({
      schedule: { status: "PAUSED", pause: { by: "anonymous", note: "holidays" } },
      errors: [],
    });
    const note = { scheduleId: id, note: "x".repeat(1_001) };
    expect(await change(clients, "pauseSchedule", note)).toMatchObject({
      errors: [{ code: "INVALID_INPUT", path: ["input", "note"] }],
    });
    const { schedule } = await change(clients, "resumeSchedule", { scheduleId: id });
    expect(schedule).toEqual({ status: "ACTIVE", pause: null });
  });

  it("[N328] is triggered, and refuses to be while a run is on its way", async () => {
    const { clients, id } = await created();
    const selection = "replayed schedule { activeRun { phase cause } }";
    const input = { scheduleId: id, idempotencyKey: "k" };
    expect(await change(clients, "triggerSchedule", input, selection)).toEqual({
      ...{ replayed: false, errors: [], schedule: { activeRun: { phase: "STARTING", cause: "TRIGGER" } } },
    });
    expect(await change(clients, "triggerSchedule", input, selection)).toMatchObject({
      errors: [{ code: "SCHEDULE_BUSY", path: ["input", "scheduleId"] }],
    });
    const long = { scheduleId: id, idempotencyKey: "x".repeat(256) };
    expect(await change(clients, "triggerSchedule", long, selection)).toMatchObject({
      errors: [{ code: "INVALID_INPUT", path: ["input", "idempotencyKey"] }],
    });
  });

  const selectionOfChange = `replayed warnings { code } schedule {
    name description overlap maxRuns nextRunAt createdBy changedBy changedAt timing { everySeconds anchorAt } runInput { value }
  }`;

  it("[N391] is changed in place, all of it but its name and its past, and the same again changes nothing", async () => {
    const { clients, id } = await created({ description: "before", timing: { every: { seconds: 3_600 } }, maxRuns: 5 });
    const other = { executePlan: { source: { plan: { steps: [{ tool: { stepId: "b", toolName: "echo" } }] } } } };
    const input = { scheduleId: id, timing: { every: { seconds: 3_600 } }, run: other, overlap: "QUEUE" };
    const changed = await change(clients, "updateSchedule", input, selectionOfChange);
    const anchorAt = new Date(startTime + 5_000).toISOString();
    expect(changed).toMatchObject({
      ...{ replayed: false, warnings: [], errors: [] },
      schedule: {
        ...{ name: "nightly", description: null, overlap: "QUEUE", maxRuns: null },
        ...{ createdBy: "anonymous", changedBy: "anonymous", runInput: { value: other.executePlan } },
        // An interval of the same length goes on from the same anchor.
        timing: { everySeconds: 3_600, anchorAt },
      },
    });
    expect(await change(clients, "updateSchedule", input, selectionOfChange)).toMatchObject({ replayed: true });
    const later = { ...input, timing: { cron: { expression: "@yearly" } } };
    expect(await change(clients, "updateSchedule", later, selectionOfChange)).toMatchObject({
      schedule: { timing: { everySeconds: null }, nextRunAt: expect.stringMatching(/-01-01T00:00:00/) },
    });
    // Who created it may not take the change back by chance: another one has the name.
    expect((await create(clients)).errors).toMatchObject([{ path: ["input", "name"] }]);
  });

  it("[N391, N331] is changed for the subject that changes it, and by nobody to do more than they may", async () => {
    const { clients, id } = await created();
    const text = `mutation ($input: UpdateScheduleInput!) { updateSchedule(input: $input) { schedule { createdBy changedBy } errors { code } } }`;
    const input = { scheduleId: id, timing: daily.timing, run };
    const update = (caller: object, more: object = {}) =>
      ask(clients, text, { variables: { input: { ...input, ...more } }, caller });
    for (const scopes of [["SCHEDULE_WRITE"], ["EXECUTION_START"]])
      expect((await update({ scopes })).errors?.[0]?.extensions?.code).toBe("FORBIDDEN");
    const scopes = ["SCHEDULE_WRITE", "EXECUTION_START", "EXECUTION_READ"];
    expect((await update({ scopes }, { overlap: "REPLACE" })).errors?.[0]?.extensions?.code).toBe("FORBIDDEN");
    expect((await update({ tenant: "other" })).data.updateSchedule.errors).toEqual([{ code: "NOT_FOUND" }]);
    const controlling = [...scopes, "EXECUTION_CONTROL"];
    expect((await update({ scopes: controlling, subject: "eve" })).data.updateSchedule).toEqual({
      schedule: { createdBy: "anonymous", changedBy: "eve" },
      errors: [],
    });
    expect(clients.schedules.views.get("nightly")?.facts.scopes).toEqual(controlling);
  });

  it("[N391, N329] is not changed to what could not be created, or never runs again", async () => {
    const { clients, id } = await created();
    const view = clients.schedules.views.get("nightly");
    if (view === undefined) throw new Error("no schedule");
    const counts = { ...view.state.counts, started: 3, startedByTime: 3 };
    clients.schedules.views.set("nightly", { ...view, state: { ...view.state, counts } });
    const wrong = { steps: [{ tool: { stepId: "a", toolName: "ecko" } }] };
    const base = { scheduleId: id, timing: daily.timing, run };
    const refusals: readonly (readonly [object, readonly object[]])[] = [
      [{ timing: { cron: { expression: "61 * * * *" } } }, [{ path: ["input", "timing", "cron", "expression"] }]],
      [{ run: { executePlan: { source: { plan: wrong } } } }, [{ code: "UNKNOWN_CALLABLE" }]],
      [{ maxRuns: 3 }, [{ code: "INVALID_INPUT", path: ["input", "maxRuns"] }]],
      [{ timing: { cron: { expression: "0 0 30 2 *" } } }, [{ code: "SCHEDULE_NEVER_DUE" }]],
      [{ description: "x".repeat(1_001) }, [{ path: ["input", "description"] }]],
    ];
    for (const [more, errors] of refusals) {
      const answer = await change(clients, "updateSchedule", { ...base, ...more }, "schedule { name }");
      expect(answer).toMatchObject({ schedule: null, errors });
    }
    expect(clients.calls).not.toContain("schedules.update");
    expect((await change(clients, "updateSchedule", { ...base, maxRuns: 4 }, "schedule { maxRuns }")).schedule).toEqual(
      {
        maxRuns: 4,
      },
    );
  });

  it("[N328] is deleted, and is then not found by any name", async () => {
    const { clients, id } = await created();
    expect(await change(clients, "deleteSchedule", { scheduleId: id }, "deletedId")).toEqual({
      deletedId: id,
      errors: [],
    });
    for (const field of ["deleteSchedule", "pauseSchedule", "resumeSchedule", "triggerSchedule"])
      expect(await change(clients, field, { scheduleId: id }, "__typename")).toMatchObject({
        errors: [{ code: "NOT_FOUND", path: ["input", "scheduleId"] }],
      });
  });

  it("[N331] of another tenant is not found and reaches no object", async () => {
    const { clients, id } = await created();
    const before = clients.calls.length;
    const query = "query ($id: ID!) { schedule(by: { id: $id }) { name } node(id: $id) { id } }";
    const other = { tenant: "other" };
    expect(await data(clients, query, { variables: { id }, caller: other })).toEqual({ schedule: null, node: null });
    for (const field of ["deleteSchedule", "pauseSchedule", "resumeSchedule", "triggerSchedule"]) {
      const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
      const text = `mutation ($input: ${type}) { ${field}(input: $input) { errors { code } } }`;
      const answer = await data(clients, text, { variables: { input: { scheduleId: id } }, caller: other });
      expect(answer[field]).toEqual({ errors: [{ code: "NOT_FOUND" }] });
    }
    expect(clients.calls).toHaveLength(before);
  });

  it("[N330] is read by id, by name and as a node, and listed in pages", async () => {
    const { clients, id } = await created();
    for (const name of ["b", "a"]) await create(clients, { name });
    const query = `query ($id: ID!) {
      byId: schedule(by: { id: $id }) { name }
      byName: schedule(by: { name: "nightly" }) { id }
      none: schedule(by: { name: "x" }) { id }
      node(id: $id) { __typename id }
      schedules(first: 2) { nodes { name nextRuns(count: 1) } pageInfo { hasNextPage endCursor } }
    }`;
    expect(await data(clients, query, { variables: { id } })).toMatchObject({
      ...{ byId: { name: "nightly" }, byName: { id }, none: null, node: { __typename: "RunSchedule", id } },
      schedules: { nodes: [{ name: "a" }, { name: "b" }], pageInfo: { hasNextPage: true } },
    });
    const tooMany = await ask(clients, '{ schedule(by: { name: "nightly" }) { nextRuns(count: 51) } }');
    expect(tooMany.errors[0].extensions.code).toBe("BAD_USER_INPUT");
  });

  it("[N330] shows what became of its times", async () => {
    const { clients } = await created();
    const at = { at: startTime, sequence: 1 };
    const run = { runId: "r", nominalAt: startTime, cause: "TIME" } as const;
    const problems = [{ code: "UNKNOWN_CALLABLE", message: "gone", path: ["source"] }];
    clients.schedules.records = [
      { ...at, outcome: "MISSED", firstAt: startTime, lastAt: startTime + 60_000, count: 2, isExact: true },
      { ...at, outcome: "SKIPPED", run, reason: "OVERLAP" },
      { ...at, outcome: "REFUSED", run, problems },
      { ...at, outcome: "STARTED", run, execution: "hidden" },
    ];
    const fields =
      "outcome nominalTime lastNominalTime count isCountExact cause executionId skipReason problems { code message path }";
    const { schedule } = await data(clients, `{ schedule(by: { name: "nightly" }) { recentRuns { ${fields} } } }`);
    const nominalTime = new Date(startTime).toISOString();
    const single = { nominalTime, lastNominalTime: nominalTime, count: 1, isCountExact: true, cause: "TIME" };
    const nothing = { executionId: null, skipReason: null, problems: [] };
    expect(schedule.recentRuns).toEqual([
      {
        ...{ ...nothing, outcome: "MISSED", nominalTime, lastNominalTime: new Date(startTime + 60_000).toISOString() },
        ...{ count: 2, isCountExact: true, cause: null },
      },
      { ...single, ...nothing, outcome: "SKIPPED", skipReason: "OVERLAP" },
      { ...single, ...nothing, outcome: "REFUSED", problems },
      { ...single, ...nothing, outcome: "STARTED", executionId: expect.any(String) },
    ]);
    expect(JSON.stringify(schedule)).not.toContain("hidden");
  });
});
