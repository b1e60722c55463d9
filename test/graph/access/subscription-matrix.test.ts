/** Who may follow an execution, over tenants, subjects, groups, scopes, tokens and visibilities, as another reading of the rules finds it. */
import { describe, expect, it } from "vitest";
import type { GrantAction } from "../../../src/access/grant.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { volume } from "../../support/engine/volume.ts";
import { endpoint, exampleDocument, executePlan } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent } from "../../support/graph/fake-views.ts";

const visibilities = [
  { visibility: "OWN" },
  { visibility: "GROUP", group: "sales" },
  { visibility: "TENANT" },
] as const;
const subjects: readonly Partial<Caller>[] = [
  { subject: "alice", groups: ["sales"] },
  { subject: "bob", groups: ["sales"] },
  { subject: "carol", groups: ["law"] },
  { subject: "alice", groups: ["sales"], tenant: "elsewhere" },
];
const holdings: readonly (readonly Scope[])[] = [
  ["EXECUTION_READ"],
  ["EXECUTION_READ_OWN"],
  ["EXECUTION_READ_ALL"],
  ["EXECUTION_START", "HUMAN_INPUT_RESPOND"],
];
const actions: readonly (readonly GrantAction[])[] = [["READ"], ["ANSWER", "CANCEL"]];

interface Followed {
  readonly id: string;
  readonly execution: string;
  readonly seen: (typeof visibilities)[number];
}

function mayFollow(
  { grant, groups = [], scopes = [], subject, tenant }: Partial<Caller>,
  { execution, seen }: Followed,
) {
  if (tenant !== undefined) return false;
  if (grant !== undefined)
    return grant.actions.includes("READ") && grant.thing.kind === "EXECUTION" && grant.thing.execution === execution;
  if (scopes.includes("EXECUTION_READ_ALL")) return true;
  if (!scopes.some((scope) => scope.startsWith("EXECUTION_READ"))) return false;
  if (subject === "alice") return true;
  const isVisible = seen.visibility === "TENANT" || (seen.visibility === "GROUP" && groups.includes(seen.group));
  return scopes.includes("EXECUTION_READ") && isVisible;
}

/** The first batch that a subscription brings, as text. */
async function firstOf(world: FakeClients, id: string, caller: Partial<Caller>): Promise<string> {
  const query = `subscription { executionEvents(executionId: ${JSON.stringify(id)}) { events { type } } }`;
  const headers = { accept: "text/event-stream", "content-type": "application/json" };
  const request = new Request("http://localhost/graphql", { method: "POST", headers });
  const results = await endpoint.run({ query }, request, world.context(caller));
  if (!(Symbol.asyncIterator in results)) return JSON.stringify(results);
  const iterator = results[Symbol.asyncIterator]();
  let first: unknown = "nothing";
  void iterator.next().then(
    ({ value }) => {
      first = value ?? "completed";
    },
    (error: unknown) => {
      first = String(error);
    },
  );
  for (let turns = 0; turns < 20 && first === "nothing"; turns += 1) await new Promise(setImmediate);
  void iterator.return?.();
  return JSON.stringify(first);
}

describe("an execution", () => {
  it("[N568] is followed by exactly those who may read it, and by nobody else, over tenants, subjects, groups, scopes, tokens and visibilities", async () => {
    const world = new FakeClients();
    const things: Followed[] = [];
    for (const seen of visibilities) {
      const caller: Partial<Caller> = {
        subject: "alice",
        groups: ["sales"],
        scopes: ["EXECUTION_START", "EXECUTION_READ"],
      };
      const { execution } = await executePlan(
        world,
        { source: { document: exampleDocument }, options: seen },
        { caller },
      );
      const name = [...world.executions.keys()].at(-1) ?? "";
      world.append(name, finishedEvent());
      things.push({ id: execution.id, execution: name, seen });
    }
    const every = volume({ sample: 3, whole: 1 });
    const wrong: unknown[] = [];
    const counts = { followed: 0, hidden: 0 };
    const hidden = new Set<string>();
    let turn = 0;
    for (const thing of things) {
      const plain = subjects.flatMap((subject) => holdings.map((scopes) => ({ ...subject, scopes })));
      const tokens = things.flatMap(({ execution }) =>
        actions.map((permitted) => ({
          ...{ subject: "dave", groups: [], scopes: ["EXECUTION_READ"] as const },
          grant: { thing: { kind: "EXECUTION" as const, execution }, actions: permitted, isVouched: true },
        })),
      );
      for (const caller of [...plain, ...tokens]) {
        turn += 1;
        if (turn % every !== 0) continue;
        const answer = (await firstOf(world, thing.id, caller)).replaceAll(thing.id, "x");
        const isFollowed = answer.includes('"events":[{');
        if (isFollowed !== mayFollow(caller, thing)) wrong.push({ caller, seen: thing.seen, answer });
        counts[isFollowed ? "followed" : "hidden"] += 1;
        if (!isFollowed) hidden.add(answer);
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(counts.followed).toBeGreaterThan(4);
    expect(counts.hidden).toBeGreaterThan(8);
    // What it is, or whose, nobody learns from the way in which it is refused.
    expect([...hidden].every((answer) => things.every(({ execution }) => !answer.includes(execution)))).toBe(true);
  });
});
