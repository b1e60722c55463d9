/** Who controls a schedule, over tenants, subjects, groups, scopes and visibilities, as another reading of the rules finds it. */
import { describe, expect, it } from "vitest";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { ask, data, exampleDocument } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const visibilities = [
  { visibility: "OWN" },
  { visibility: "GROUP", group: "sales" },
  { visibility: "TENANT" },
] as const;
type Confined = (typeof visibilities)[number];

const alice: Partial<Caller> = { subject: "alice", groups: ["sales"] };
const bob: Partial<Caller> = { subject: "bob", groups: ["sales"] };
const subjects: readonly Partial<Caller>[] = [
  alice,
  bob,
  { subject: "carol", groups: ["law"] },
  { ...alice, tenant: "elsewhere" },
];
const readings: readonly Scope[] = ["EXECUTION_READ_OWN", "EXECUTION_READ", "EXECUTION_READ_ALL"];
const controls: readonly (readonly Scope[])[] = [
  [],
  ["EXECUTION_CONTROL_OWN"],
  ["EXECUTION_CONTROL"],
  ["EXECUTION_CONTROL_ALL"],
];
const writings: readonly (readonly Scope[])[] = [["SCHEDULE_WRITE"], []];
const callers = subjects.flatMap((subject) =>
  readings.flatMap((reading) =>
    controls.flatMap((control) =>
      writings.map((writing) => ({
        ...subject,
        scopes: ["EXECUTION_START", "REGISTRY_READ", reading, ...control, ...writing] as const,
      })),
    ),
  ),
);

const timing = { every: { seconds: 3_600 } };
const run = { executePlan: { source: { document: exampleDocument } } };
const acts = {
  pauseSchedule: ["PauseScheduleInput", {}],
  resumeSchedule: ["ResumeScheduleInput", {}],
  triggerSchedule: ["TriggerScheduleInput", {}],
  updateSchedule: ["UpdateScheduleInput", { timing, run, description: "another" }],
  deleteSchedule: ["DeleteScheduleInput", {}],
} as const;

/** What the documents say, without the functions that decide. `changedBy` is the subject for whom its runs act. */
function expected(
  { groups = [], scopes = [], subject = "", tenant }: Partial<Caller>,
  act: string,
  seen: Confined,
  changedBy: string | undefined,
): string {
  if (!scopes.includes("SCHEDULE_WRITE")) return "FORBIDDEN";
  if (tenant !== undefined) return "NOT_FOUND";
  const isVisible = seen.visibility === "TENANT" || (seen.visibility === "GROUP" && groups.includes(seen.group));
  const isSeen =
    subject === "alice" || scopes.includes("EXECUTION_READ_ALL") || (scopes.includes("EXECUTION_READ") && isVisible);
  // Its earlier rules are read before it is changed.
  if (act === "updateSchedule" && !isSeen) return "NOT_FOUND";
  const isOwn = subject === "alice" || subject === changedBy;
  const isReached =
    scopes.includes("EXECUTION_CONTROL_ALL") || (scopes.includes("EXECUTION_CONTROL") && isVisible) || isOwn;
  return isReached ? "DONE" : "NOT_FOUND";
}

async function worldWith(seen: Confined, changedBy: Partial<Caller> | undefined) {
  const world = new FakeClients();
  const create = "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } } }";
  const options = { executePlan: { ...run.executePlan, options: seen } };
  const variables = { input: { name: "nightly", timing, run: options, overlap: "QUEUE" } };
  const { createSchedule } = await data(world, create, { variables, caller: alice });
  const { id } = createSchedule.schedule;
  if (changedBy !== undefined) {
    const update = "mutation ($input: UpdateScheduleInput!) { updateSchedule(input: $input) { errors { code } } }";
    const input = { scheduleId: id, timing, run, overlap: "QUEUE" };
    const { updateSchedule } = await data(world, update, { variables: { input }, caller: changedBy });
    expect(updateSchedule.errors).toEqual([]);
  }
  return { id, world };
}

describe("a schedule", () => {
  it("[N834] is paused, resumed, started, changed and deleted by exactly those to whom it belongs or who may control it, over tenants, subjects, groups, scopes and visibilities", async () => {
    const wrong: unknown[] = [];
    const outcomes = new Map<string, number>();
    for (const seen of visibilities)
      for (const changedBy of [undefined, bob]) {
        const { id, world } = await worldWith(seen, changedBy);
        const { views } = world.schedules;
        const before = views.get("nightly");
        if (before === undefined) throw new Error("no schedule was created");
        for (const caller of callers)
          for (const [act, [type, more]] of Object.entries(acts)) {
            const query = `mutation ($input: ${type}!) { ${act}(input: $input) { errors { code } } }`;
            const variables = { input: { scheduleId: id, ...more } };
            const answer = await ask(world, query, { variables, caller });
            const found = answer.errors?.[0]?.extensions.code ?? answer.data[act].errors[0]?.code ?? "DONE";
            const right = expected(caller, act, seen, changedBy?.subject);
            const isTouched = views.get("nightly") !== before && act !== "resumeSchedule";
            if (found !== right || (isTouched && right !== "DONE"))
              wrong.push({ seen, changedBy, caller, act, found, right });
            outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
            views.set("nightly", before);
          }
      }
    expect(wrong.slice(0, 3)).toEqual([]);
    for (const outcome of ["DONE", "NOT_FOUND", "FORBIDDEN"]) expect(outcomes.get(outcome)).toBeGreaterThan(500);
  });
});
