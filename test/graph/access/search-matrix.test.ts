/**
 * What lists, counts, searches and accounts give of executions that their caller may not see: nothing. Each filter of the schema is asked by each
 * sort of caller, over the real tables of the index, once with the hidden executions and once without them.
 */
import { describe, expect, it } from "vitest";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { ExecutionFilter, Scope } from "../../../src/graph/base/schema.generated.ts";
import { volume } from "../../support/engine/volume.ts";
import { data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";
import { questionNamed } from "../../support/graph/inbox-model.ts";
import { outlineWith, summaryNamed } from "../../support/graph/list-model.ts";
import { memoryIndex } from "../../support/graph/memory-index.ts";

const visible: readonly Scope[] = ["EXECUTION_READ"];
const callers: { readonly [name: string]: Partial<Caller> } = {
  "the owner": { subject: "alice", groups: ["sales"], scopes: visible },
  "the owner, who reads its own alone": { subject: "alice", groups: [], scopes: ["EXECUTION_READ_OWN"] },
  "another in the group": { subject: "bob", groups: ["sales"], scopes: visible },
  "another outside": { subject: "carol", groups: ["law"], scopes: visible },
  "another with its own alone": { subject: "bob", groups: ["sales"], scopes: ["EXECUTION_READ_OWN"] },
  "one that reads everything": { subject: "root", groups: [], scopes: ["EXECUTION_READ_ALL"] },
};

const visibilities = ["OWN", "GROUP", "TENANT"] as const;
type Visibility = (typeof visibilities)[number];

/** The parts of an execution that a search reads. */
const parts = ["title", "prompt", "answer", "error", "key", "value", "callable"] as const;

/** A word that only this part of alice's execution of this visibility has. */
const wordOf = (part: (typeof parts)[number], visibility: Visibility) => `${part}${visibility.toLowerCase()}`;

/** The rule as the documents say it, without the functions that decide. */
function maySee({ groups = [], scopes = [], subject }: Partial<Caller>, visibility: Visibility): boolean {
  if (subject === "alice" || scopes.includes("EXECUTION_READ_ALL")) return true;
  if (!scopes.includes("EXECUTION_READ")) return false;
  return visibility === "TENANT" || (visibility === "GROUP" && groups.includes("sales"));
}

const confinement = { OWN: { visibility: "OWN" }, GROUP: { visibility: "GROUP", group: "sales" }, TENANT: {} } as const;

/** A failed prompt of alice, a retry in a conversation that a schedule began, with an open question. */
function ofAlice(visibility: Visibility, at: number): ExecutionSummary {
  const word = (part: (typeof parts)[number]) => wordOf(part, visibility);
  return summaryNamed(`alice-${visibility}`, startTime + at, {
    ...{ subject: "alice", ...confinement[visibility], status: "FAILED", startedWith: "PROMPT" },
    outline: outlineWith({
      title: word("title"),
      failure: { code: "TOOL_ERROR", message: word("error"), retryable: false, step: null },
    }),
    words: [word("prompt"), word("answer")],
    labels: [{ key: word("key"), value: word("value") }],
    callables: [word("callable")],
    ...{ contextId: "chat", schedule: "nightly", derivedFrom: "first", finishedAt: startTime + at },
    questions: [questionNamed(`${visibility}/1`, startTime + at)],
    consumption: [],
  });
}

/** What each of the others runs itself, so that no list is empty of itself. */
const others = ["bob", "carol", "root"].map((subject, at) =>
  summaryNamed(`of-${subject}`, startTime + 10 + at, {
    ...{ subject, visibility: "OWN", contextId: "chat", labels: [{ key: "keymine", value: "valuemine" }] },
    outline: outlineWith({ title: `titlemine of ${subject}` }),
  }),
);
const hidden = visibilities.map((visibility, at) => ofAlice(visibility, at));

function worldOf(summaries: readonly ExecutionSummary[]): FakeClients {
  const world = new FakeClients();
  Object.assign(world.clients.index, memoryIndex(summaries));
  return world;
}

interface Found {
  readonly titles: readonly string[];
  readonly count: number;
}

/** What a search for each of `texts` finds, and counts. */
async function found(world: FakeClients, caller: Partial<Caller>, texts: readonly string[]): Promise<readonly Found[]> {
  const searches = texts.map(
    (text, at) =>
      `s${at}: executions(filter: { text: ${JSON.stringify(text)} }) { nodes { title } statusCounts { count } }`,
  );
  const answer = await data(world, `{ ${searches.join(" ")} }`, { caller });
  return texts.map((_, at) => {
    const { nodes, statusCounts } = answer[`s${at}`];
    const titles = nodes.map(({ title }: { readonly title: string }) => title);
    return { titles, count: statusCounts.reduce((sum: number, one: { readonly count: number }) => sum + one.count, 0) };
  });
}

/** Values of each filter: of alice's executions, of the caller's own, and of nothing. A new filter of the schema does not compile until it has some. */
const filters = async (world: FakeClients) => {
  const seal = (...name: readonly string[]) => world.clients.identity.seal(JSON.stringify(["default", ...name]));
  const values: {
    readonly [Member in keyof Required<ExecutionFilter>]: readonly unknown[];
  } = {
    text: ["titlemine", ...visibilities.flatMap((visibility) => parts.map((part) => wordOf(part, visibility)))],
    status: [["FAILED"], ["RUNNING", "WAITING"]],
    childWaitIsRunning: [true],
    waitingFor: [["PERSON"]],
    createdAfter: [new Date(startTime + 1).toISOString()],
    createdBefore: [new Date(startTime + 11).toISOString()],
    callableName: ["echo", ...visibilities.map((visibility) => wordOf("callable", visibility))],
    labels: visibilities.map((visibility) => [{ key: wordOf("key", visibility), value: wordOf("value", visibility) }]),
    contextId: ["chat"],
    root: [true, false],
    parentId: [await seal("EXECUTION", "alice-TENANT")],
    scheduleId: [await seal("SCHEDULE", "nightly")],
    derivedFromId: [await seal("EXECUTION", "first")],
    scheduled: [true, false],
    kinds: [["PROMPT"], ["PLAN"]],
  };
  const single = Object.entries(values).flatMap(([member, some]) => some.map((value) => ({ [member]: value })));
  return [{}, ...single, ...single.map((filter) => ({ ...filter, root: true, text: "title" }))];
};

const lists = /* GraphQL */ `
  query ($filter: ExecutionFilter) {
    executions(first: 2, filter: $filter) { nodes { id title } pageInfo { hasNextPage endCursor } statusCounts { status count } }
    last: executions(last: 1, filter: $filter, orderBy: OLDEST_FIRST, onePerConversation: true) {
      nodes { id title } pageInfo { hasPreviousPage startCursor }
    }
  }
`;
const inbox = "{ humanInputRequests(status: [PENDING]) { nodes { id prompt } } }";
const account = "{ usageReport { executions failedExecutions } }";

describe("a search", () => {
  it.each(Object.entries(callers))(
    "[N707] of %s finds an execution by its title, prompt, answer, error, label and callable if the caller may see it, and counts no other",
    async (_, caller) => {
      const world = worldOf([...hidden, ...others]);
      for (const visibility of visibilities) {
        const isSeen = maySee(caller, visibility);
        const expected = { titles: isSeen ? [wordOf("title", visibility)] : [], count: isSeen ? 1 : 0 };
        const texts = parts.map((part) => wordOf(part, visibility));
        expect(await found(world, caller, texts), visibility).toEqual(parts.map(() => expected));
      }
      // Words of two executions are in none.
      expect(await found(world, caller, ["titleown promptgroup"])).toEqual([{ titles: [], count: 0 }]);
    },
  );
});

/** From whom something is hidden. */
const strangers = Object.entries(callers).filter(([, caller]) => visibilities.some((one) => !maySee(caller, one)));

describe("lists, counts, inbox and usage", () => {
  // Each caller meets other filters.
  const every = volume({ sample: 12, whole: 1 });
  let turn = 0;

  it.each(strangers)(
    "[N707] of %s are, under every filter of the schema, those of a tenant without the executions that the caller may not see",
    async (_, caller) => {
      const mine = [
        ...hidden.filter((_one, at) => maySee(caller, visibilities[at] ?? "OWN")),
        ...others.filter(({ subject }) => subject === caller.subject),
      ];
      const [whole, without] = [worldOf([...hidden, ...others]), worldOf(mine)];
      for (const filter of await filters(whole)) {
        turn += 1;
        if (turn % every !== 0) continue;
        const [one, other] = await Promise.all(
          [whole, without].map((world) => data(world, lists, { caller, variables: { filter } })),
        );
        expect(one, JSON.stringify(filter)).toEqual(other);
      }
      const questions = await Promise.all([whole, without].map((world) => data(world, inbox, { caller })));
      expect(questions[0]).toEqual(questions[1]);
      const asked = visibilities.filter((visibility) => maySee(caller, visibility)).length;
      expect(questions[0].humanInputRequests.nodes).toHaveLength(asked);
      if (caller.scopes?.includes("EXECUTION_READ_OWN") === true) {
        await expect(data(whole, account, { caller })).rejects.toThrow(/EXECUTION_READ/);
        return;
      }
      const [counted, own] = await Promise.all([whole, without].map((world) => data(world, account, { caller })));
      expect(counted).toEqual(own);
      expect(counted.usageReport.executions).toBe(asked);
    },
  );
});
