/** Who is sent what by each subscription, over tenants, subjects, groups, scopes, tokens and visibilities, as another reading of the rules finds it. */
import { describe, expect, it } from "vitest";
import type { GrantAction } from "../../../src/access/grant.ts";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { buildSchema } from "../../../src/graph/schema.ts";
import { volume } from "../../support/engine/volume.ts";
import { data, endpoint, exampleDocument, executePlan, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent, startTime } from "../../support/graph/fake-views.ts";
import { questionNamed } from "../../support/graph/inbox-model.ts";
import { summaryNamed } from "../../support/graph/list-model.ts";

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
  /** Of the question that it asks. */
  readonly step: string;
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

/** Whether the caller is sent the execution, or what is asked in it, by a feed of the tenant. Those take no access token. */
function mayHear(caller: Partial<Caller>, followed: Followed): boolean {
  return caller.grant === undefined && mayFollow(caller, followed);
}

interface Asked {
  readonly query: (followed: Followed, after: string) => string;
  readonly isSentTo: (caller: Partial<Caller>, followed: Followed) => boolean;
  /** Whether `answer` has anything of the execution. */
  readonly isSent: (answer: string, followed: Followed) => boolean;
}

const quoted = (text: string) => JSON.stringify(text);
const subscriptions: { readonly [field: string]: Asked } = {
  executionEvents: {
    query: ({ id }) => `subscription { executionEvents(executionId: ${quoted(id)}) { events { type } } }`,
    isSentTo: mayFollow,
    isSent: (answer) => answer.includes('"events":[{'),
  },
  executionChanges: {
    query: (_, after) =>
      `subscription { executionChanges(after: ${quoted(after)}) { executions { id title } removedIds } }`,
    isSentTo: mayHear,
    isSent: (answer, { id }) => answer.includes(id),
  },
  // What does not match comes as an id that is to be taken out of the list: of what the caller sees, and of nothing else.
  "executionChanges of a search": {
    query: (_, after) =>
      `subscription { executionChanges(after: ${quoted(after)}, filter: { text: "own answer" }) { executions { id title } removedIds } }`,
    isSentTo: mayHear,
    isSent: (answer, { id }) => answer.includes(id),
  },
  humanInputChanges: {
    query: (_, after) => `subscription { humanInputChanges(after: ${quoted(after)}) { requests { stepId prompt } } }`,
    isSentTo: mayHear,
    isSent: (answer, { step }) => answer.includes(`"${step}"`),
  },
};

/** What a subscription brings at first, as text: all that there is by now, or one refusal. */
async function firstOf(world: FakeClients, query: string, caller: Partial<Caller>): Promise<string> {
  const headers = { accept: "text/event-stream", "content-type": "application/json" };
  const request = new Request("http://localhost/graphql", { method: "POST", headers });
  const results = await endpoint.run({ query }, request, world.context(caller));
  if (!(Symbol.asyncIterator in results)) return JSON.stringify(results);
  const iterator = results[Symbol.asyncIterator]();
  const brought: unknown[] = [];
  const read = async () => {
    for (let item = await iterator.next(); item.done !== true; item = await iterator.next()) brought.push(item.value);
  };
  void read().catch((error: unknown) => void brought.push(String(error)));
  // Watchers that have all there is wait for more; what they had last is on its way yet.
  for (let turns = 0; turns < 40 && world.waits === 0; turns += 1) await new Promise(setImmediate);
  for (let turns = 0; turns < 10; turns += 1) await new Promise(setImmediate);
  void iterator.return?.();
  for (let turns = 0; turns < 40 && world.waits > 0; turns += 1) await new Promise(setImmediate);
  return JSON.stringify(brought);
}

describe("subscriptions", () => {
  it("[N599] are all in this matrix", () => {
    const named = new Set(Object.keys(subscriptions).map((title) => title.split(" ")[0]));
    expect(Object.keys(buildSchema(schemaText).getSubscriptionType()?.getFields() ?? {})).toEqual([...named]);
  });

  it.each(Object.entries(subscriptions))(
    "[N568, N599, N707] %s brings exactly what the caller may see, over tenants, subjects, groups, scopes, tokens and visibilities",
    async (field, { isSent, isSentTo, query }) => {
      const world = new FakeClients();
      const all: Partial<Caller> = { subject: "root", scopes: ["EXECUTION_READ_ALL"] };
      const cursors = await data(world, "{ executions { feedCursor } humanInputRequests { feedCursor } }", {
        caller: all,
      });
      const after: string = (field === "humanInputChanges" ? cursors.humanInputRequests : cursors.executions)
        .feedCursor;
      const things: Followed[] = [];
      for (const [place, seen] of visibilities.entries()) {
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
        const step = `asks-${place}`;
        world.append(name, finishedEvent());
        const confinement = seen.visibility === "TENANT" ? {} : seen;
        const words =
          seen.visibility === "TENANT" ? ["nothing"] : [`the ${seen.visibility} question`, "its own answer"];
        world.tell([summaryNamed(name, startTime, { subject: "alice", ...confinement, words })]);
        world.ask([{ ...questionNamed(`${step}/1`, startTime, { step }), execution: name }]);
        things.push({ id: execution.id, execution: name, step, seen });
      }
      const every = volume({ sample: 5, whole: 1 });
      const wrong: unknown[] = [];
      const counts = { sent: 0, hidden: 0 };
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
          const answer = await firstOf(world, query(thing, after), caller);
          const isThere = isSent(answer, thing);
          if (isThere !== isSentTo(caller, thing)) wrong.push({ caller, seen: thing.seen, answer });
          counts[isThere ? "sent" : "hidden"] += 1;
          // Whose it is, or by which name its object is known, nobody learns from what is refused or left out.
          for (const { execution } of things) if (answer.includes(execution)) wrong.push({ caller, execution, answer });
        }
      }
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(counts.sent).toBeGreaterThan(2);
      expect(counts.hidden).toBeGreaterThan(4);
    },
  );
});
