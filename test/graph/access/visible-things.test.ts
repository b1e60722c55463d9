/** Conversations, schedules, artifacts, lists and feeds inside a tenant: who sees them, and that a hidden one is as an unknown one. */
import { beforeEach, describe, expect, it } from "vitest";
import type { ExecutionClient } from "../../../src/execution/client/execution-client.ts";
import { KnownAudiences } from "../../../src/graph/access/known-audiences.ts";
import { visibleArtifacts } from "../../../src/graph/access/visible-artifacts.ts";
import { visibleExecutions } from "../../../src/graph/access/visible-executions.ts";
import { visiblePages } from "../../../src/graph/access/visible-index.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { nodeId } from "../../../src/graph/base/node-id.ts";
import type { ArtifactClient } from "../../../src/graph/base/ports.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { type Answer, ask, exampleDocument, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";

const user: readonly Scope[] = [
  "EXECUTION_START",
  "EXECUTION_READ",
  "EXECUTION_CONTROL",
  "SCHEDULE_WRITE",
  "REGISTRY_READ",
];
const alice: Partial<Caller> = { subject: "alice", groups: ["sales"], scopes: user };
const bob: Partial<Caller> = { subject: "bob", groups: ["sales"], scopes: user };
const carol: Partial<Caller> = { subject: "carol", groups: [], scopes: user };
const operator: Partial<Caller> = {
  subject: "op",
  groups: [],
  scopes: [...user, "EXECUTION_READ_ALL", "EXECUTION_CONTROL_ALL"],
};
const ownOnly: Partial<Caller> = {
  subject: "bob",
  groups: ["sales"],
  scopes: user.map((scope) => (scope === "EXECUTION_READ" ? "EXECUTION_READ_OWN" : scope)),
};
const callers = { alice, bob, carol, operator, ownOnly };

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

async function seers(look: (caller: Partial<Caller>) => Promise<unknown>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, caller] of Object.entries(callers)) if ((await look(caller)) != null) found.push(name);
  return found;
}

const asked = async (
  query: string,
  variables: { readonly [name: string]: unknown },
  caller: Partial<Caller>,
): Promise<Answer> => {
  const answer = await ask(world, query, { variables, caller });
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
};

describe("a schedule", () => {
  const create =
    "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id visibility group } errors { code message } } }";
  const input = (name: string, options: object = {}) => ({
    name,
    timing: { every: { seconds: 3600 } },
    run: { executePlan: { source: { document: exampleDocument }, options } },
  });

  it("[N506] is seen and changed by those who may see it alone, and its runs are as it is", async () => {
    const { createSchedule: made } = await asked(
      create,
      { input: input("group", { visibility: "GROUP", group: "sales" }) },
      alice,
    );
    expect(made).toMatchObject({ errors: [], schedule: { visibility: "GROUP", group: "sales" } });
    await asked(create, { input: input("open") }, alice);
    world.defaultVisibility = "OWN";
    await asked(create, { input: input("own") }, alice);
    const names = async (caller: Partial<Caller>) => {
      const { schedules } = await asked("{ schedules(first: 10) { nodes { name } } }", {}, caller);
      return schedules.nodes.map(({ name }: Answer) => name);
    };
    expect(await names(alice)).toEqual(["group", "open", "own"]);
    expect(await names(bob)).toEqual(["group", "open"]);
    expect(await names(carol)).toEqual(["open"]);
    expect(await names(ownOnly)).toEqual([]);
    expect(await names(operator)).toEqual(["group", "open", "own"]);
    const { schedule } = await asked('{ schedule(by: { name: "own" }) { id } }', {}, alice);
    for (const field of ["pauseSchedule", "resumeSchedule", "triggerSchedule", "deleteSchedule"]) {
      const query = `mutation ($id: ID!) { ${field}(input: { scheduleId: $id }) { errors { code } } }`;
      expect((await asked(query, { id: schedule.id }, bob))[field].errors).toEqual([{ code: "NOT_FOUND" }]);
    }
    expect(await names(alice)).toContain("own");
  });
});

describe("a schedule of somebody else", () => {
  const create =
    "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } errors { code } } }";
  const update =
    "mutation ($input: UpdateScheduleInput!) { updateSchedule(input: $input) { schedule { id } errors { code message path } } }";
  const timing = { every: { seconds: 3600 } };
  const run = { executePlan: { source: { document: exampleDocument } } };

  it("[N506] is made to replace its runs only by who may cancel them", async () => {
    const { createSchedule } = await asked(create, { input: { name: "open", timing, run } }, alice);
    const input = { scheduleId: createSchedule.schedule.id, timing, run, overlap: "REPLACE" };
    const narrow = {
      ...bob,
      scopes: user.map((scope) => (scope === "EXECUTION_CONTROL" ? "EXECUTION_CONTROL_OWN" : scope)),
    };
    expect((await asked(update, { input }, narrow)).updateSchedule).toMatchObject({
      schedule: null,
      errors: [
        { code: "INVALID_INPUT", path: ["input", "overlap"], message: expect.stringContaining("EXECUTION_CONTROL") },
      ],
    });
    // Who sees it and controls nothing of others changes nothing of it.
    const skipping = { input: { ...input, overlap: "SKIP" } };
    expect((await asked(update, skipping, narrow)).updateSchedule.errors).toMatchObject([{ code: "NOT_FOUND" }]);
    expect((await asked(update, skipping, bob)).updateSchedule.errors).toEqual([]);
    // Its runs are those of the one who changed it last, and one on its way may be of the other.
    expect((await asked(update, { input }, narrow)).updateSchedule.errors).toHaveLength(1);
    expect((await asked(update, { input }, carol)).updateSchedule.errors).toEqual([]);
  });
});

describe("an artifact that was given", () => {
  const create =
    "mutation ($input: CreateArtifactInput!) { createArtifact(input: $input) { artifact { id visibility } errors { code message path } } }";

  it("[N506] is seen, read and deleted by those who may see it alone", async () => {
    const give = async (name: string, more: object = {}) => {
      const { createArtifact } = await asked(create, { input: { name, content: { json: 1 }, ...more } }, alice);
      expect(createArtifact.errors).toEqual([]);
      return createArtifact.artifact.id;
    };
    const own = await give("own.json", { visibility: "OWN" });
    const group = await give("group.json", { visibility: "GROUP", group: "sales" });
    const open = await give("open.json");
    const look = (id: string) =>
      seers(
        async (caller) =>
          (await asked("query ($id: ID!) { node(id: $id) { ... on Artifact { json } } }", { id }, caller)).node,
      );
    expect(await look(own)).toEqual(["alice", "operator"]);
    expect(await look(group)).toEqual(["alice", "bob", "operator"]);
    expect(await look(open)).toEqual(["alice", "bob", "carol", "operator"]);
    const { artifacts } = await asked("{ artifacts(first: 10) { nodes { name } } }", {}, bob);
    expect(artifacts.nodes).toEqual([{ name: "group.json" }, { name: "open.json" }]);
    const remove = "mutation ($id: ID!) { deleteArtifact(input: { artifactId: $id }) { deletedId errors { code } } }";
    expect((await asked(remove, { id: own }, bob)).deleteArtifact.errors).toEqual([{ code: "NOT_FOUND" }]);
    expect((await asked(remove, { id: own }, alice)).deleteArtifact.deletedId).toBe(own);
    const { createArtifact } = await asked(
      create,
      { input: { name: "a", content: { json: 1 }, visibility: "GROUP" } },
      alice,
    );
    expect(createArtifact.errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "group"] }]);
  });
});

it("[N837] a schedule is null to an access token that asks for it by its id, beside what the token is for", async () => {
  const { execution } = await executePlan(world, { source: { document: exampleDocument } }, { caller: alice });
  const [name = ""] = world.executions.keys();
  const create = "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } } }";
  const run = { executePlan: { source: { document: exampleDocument } } };
  const input = { name: "nightly", timing: { every: { seconds: 3600 } }, run };
  const { id } = (await asked(create, { input }, alice)).createSchedule.schedule;
  const thing = { kind: "EXECUTION", execution: name } as const;
  const token: Partial<Caller> = {
    ...{ subject: "alice", scopes: ["EXECUTION_READ"] },
    grant: { thing, actions: ["READ"], isVouched: true },
  };
  const query = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }";
  expect((await asked(query, { ids: [execution.id, id] }, token)).nodes).toEqual([{ id: execution.id }, null]);
});

describe("lists, counts and feeds", () => {
  beforeEach(() => {
    world.summaries = [
      summaryNamed("open", 1, { subject: "alice" }),
      summaryNamed("own", 2, { subject: "alice", visibility: "OWN" }),
      summaryNamed("group", 3, { subject: "alice", visibility: "GROUP", group: "sales" }),
      summaryNamed("bobs", 4, { subject: "bob", visibility: "OWN" }),
    ];
  });

  it("[N504] hold what the caller may see", async () => {
    const count = async (caller: Partial<Caller>) => {
      const { executions } = await asked(
        "{ executions(first: 10) { nodes { startedBy visibility } statusCounts { count } } }",
        {},
        caller,
      );
      expect(executions.statusCounts).toEqual([{ count: executions.nodes.length }]);
      return executions.nodes.map(({ startedBy, visibility }: Answer) => `${startedBy} ${visibility}`);
    };
    expect(await count(alice)).toEqual(["alice GROUP", "alice OWN", "alice TENANT"]);
    expect(await count(bob)).toEqual(["bob OWN", "alice GROUP", "alice TENANT"]);
    expect(await count(carol)).toEqual(["alice TENANT"]);
    expect(await count(ownOnly)).toEqual(["bob OWN"]);
    expect(await count(operator)).toHaveLength(4);
  });

  it("[N504] say of pages that hold nothing for the caller no more than that time passes", async () => {
    const pages = [[1], [], [2], [3], [4, 5]].map((items) => ({ items, caughtUp: true }));
    let now = 0;
    async function* source() {
      for (const page of pages) {
        now += 1_000;
        yield page;
      }
    }
    const seen: unknown[] = [];
    const shown = visiblePages(
      source(),
      (page) => ({ ...page, items: page.items.filter((item) => item > 4) }),
      ({ items }) => items.length === 0,
      2_500,
      () => now,
    );
    for await (const { items } of shown) seen.push([now, items]);
    // The first, the heartbeat of the feed itself, and what there is to see.
    expect(seen).toEqual([
      [1_000, []],
      [2_000, []],
      [5_000, [5]],
    ]);
  });

  it("[N839] say that all was replayed as soon as it was, also if the last of it is hidden", async () => {
    async function* source() {
      yield { items: [1], caughtUp: false };
      yield { items: [2], caughtUp: false };
      yield { items: [3], caughtUp: true };
      yield { items: [4], caughtUp: true };
    }
    const hidden = visiblePages(
      source(),
      (page) => ({ ...page, items: [] as number[] }),
      ({ items }) => items.length === 0,
      60_000,
      () => 0,
    );
    const said: boolean[] = [];
    for await (const { caughtUp } of hidden) said.push(caughtUp);
    // What comes afterwards would only tell that others are at work.
    expect(said).toEqual([false, true]);
  });
});

it("[N506] artifacts of an execution are read by those who see the execution, also by who reads nothing but its own", async () => {
  const { errors } = await executePlan(world, { source: { document: exampleDocument } }, { caller: ownOnly });
  expect(errors).toEqual([]);
  const [owner = ""] = world.executions.keys();
  world.giveArtifact("report.json", "1", { owner, description: null, mediaType: "application/json" });
  const id = await nodeId({ kind: "ARTIFACT", owner, name: "report.json" }, world.context());
  const look = (caller: Partial<Caller>) =>
    asked("query ($id: ID!) { node(id: $id) { ... on Artifact { json } } }", { id }, caller);
  expect((await look(ownOnly)).node).toEqual({ json: 1 });
  expect((await look({ ...ownOnly, subject: "carol" })).node).toBeNull();
});

it("[N710] what is left of the artifacts of a deleted execution is read by callers that reach everything alone", async () => {
  const gone = { read: async () => null } as unknown as ExecutionClient;
  const left = { head: async () => ({}), read: async () => ({}), list: async () => [{}] } as unknown as ArtifactClient;
  const address = { owner: "gone", name: "report.json" };
  const artifactsFor = (caller: Partial<Caller>) => {
    const accessor = { subject: "", groups: [], scopes: [], ...caller };
    const facts = { caller: accessor, defaultVisibility: "TENANT", fourEyes: false, now: () => 0 } as const;
    const { guard } = visibleExecutions(gone, { ...facts, known: new KnownAudiences() });
    return visibleArtifacts(left, accessor, guard);
  };
  expect(await seers((caller) => artifactsFor(caller).head(address))).toEqual(["operator"]);
  expect(await seers((caller) => artifactsFor(caller).read(address, 1))).toEqual(["operator"]);
  expect(await seers(async (caller) => (await artifactsFor(caller).list("gone", undefined, 1))[0])).toEqual([
    "operator",
  ]);
});
