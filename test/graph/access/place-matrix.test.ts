/**
 * Every place of the schema where an id, a chat id or the key of a start may stand, tried with each kind of thing by callers, and by access tokens
 * for something else, that may not see it: the answer is the one for something that does not exist. Places come from the schema.
 */
import { describe, expect, it } from "vitest";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import { conversationName } from "../../../src/json/object-name.ts";
import { type Operation, operationsOf, type Value } from "../../e2e/access/schema-operations.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { volume } from "../../support/engine/volume.ts";
import { ask, data, exampleDocument, executePlan, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";
import { askedNamed } from "../../support/graph/inbox-model.ts";
import { hello, sentMessage, start } from "../../support/graph/sent-message.ts";

/** Stands in everything that alice names, and in no other name. */
const mark = "of-alice";

const others: readonly Scope[] = ["EXECUTION_START", "SCHEDULE_WRITE", "EVENT_SEND", "DEBUG_READ"];
const visible: readonly Scope[] = [...others, "EXECUTION_READ", "EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND"];
const own: readonly Scope[] = [...others, "EXECUTION_READ_OWN", "EXECUTION_CONTROL_OWN", "HUMAN_INPUT_RESPOND_OWN"];
const alice: Partial<Caller> = { subject: "alice", groups: ["sales"], scopes: [...visible, "REGISTRY_READ"] };

const visibilities = ["OWN", "GROUP", "TENANT"] as const;
type Visibility = (typeof visibilities)[number];

interface Stranger {
  readonly caller: Partial<Caller>;
  readonly hidden: readonly Visibility[];
}

/** Each with what of alice's is hidden from it. A token acts for alice herself and is for something else of hers. */
const strangers: { readonly [name: string]: Stranger } = {
  "another in the group": { caller: { subject: "bob", groups: ["sales"], scopes: visible }, hidden: ["OWN"] },
  "another outside": { caller: { subject: "carol", groups: ["law"], scopes: visible }, hidden: ["OWN", "GROUP"] },
  "another with its own alone": { caller: { subject: "bob", groups: ["sales"], scopes: own }, hidden: visibilities },
  "a token for another execution": {
    caller: {
      ...{ subject: "alice", groups: [], scopes: ["EXECUTION_READ", "HUMAN_INPUT_RESPOND", "EXECUTION_CONTROL"] },
      grant: {
        ...{ thing: { kind: "EXECUTION", execution: "e".repeat(64) }, isVouched: true },
        actions: ["READ", "ANSWER", "CANCEL"],
      },
    },
    hidden: visibilities,
  },
  "a token for another conversation": {
    caller: {
      ...{ subject: "alice", groups: [] },
      scopes: ["EXECUTION_READ", "HUMAN_INPUT_RESPOND", "EXECUTION_CONTROL", "EXECUTION_START"],
      grant: {
        ...{ thing: { kind: "CONVERSATION", conversation: "c".repeat(64) }, isVouched: true },
        actions: ["READ", "ANSWER", "CANCEL", "SEND"],
      },
    },
    hidden: visibilities,
  },
};

/** Something of alice, and the name of nothing that looks like its own. */
interface Thing {
  readonly identifier: Operation["identifier"];
  readonly visibility: Visibility;
  readonly name: string;
  readonly nothing: string;
}

async function thingsOf(world: FakeClients): Promise<readonly Thing[]> {
  const seal = (...parts: readonly string[]) => world.clients.identity.seal(JSON.stringify(["default", ...parts]));
  const things: Thing[] = [];
  for (const visibility of visibilities) {
    const options = { visibility, ...(visibility === "GROUP" && { group: "sales" }) };
    const add = (identifier: Thing["identifier"], name: string, nothing: string) =>
      things.push({ identifier, visibility, name, nothing });
    const id = async (kind: string, parts: readonly string[], nothing: readonly string[]) =>
      add("ID", await seal(kind, ...parts), await seal(kind, ...nothing));
    const key = `key-${visibility}-${mark}`;
    const source = { document: exampleDocument };
    const title = `a run ${mark}`;
    await executePlan(world, { source, title, options: { ...options, idempotencyKey: key } }, { caller: alice });
    const execution = [...world.executions.keys()].at(-1) ?? "";
    world.change(execution, { humanInputs: [askedNamed("a/1", startTime, { prompt: mark })] });
    world.giveArtifact("result.json", "1", { owner: execution });
    const none = "0".repeat(64);
    add("IDEMPOTENCY_KEY", key, `key-${visibility}-of-nobody`);
    await id("EXECUTION", [execution], [none]);
    const step = world.view(execution).steps[0]?.id ?? "";
    await id("STEP", [execution, step], [none, step]);
    await id("HUMAN_INPUT", [execution, "a/1"], [none, "a/1"]);
    await id("ARTIFACT", [execution, "result.json"], [none, "result.json"]);
    const chatId = `chat-${visibility}-${mark}`;
    const conversation = { start: { ...start, chatId, ...options } };
    expect((await sentMessage(world, { ...hello, conversation }, { caller: alice })).errors).toEqual([]);
    const name = conversationName("default", chatId);
    if (visibility !== "TENANT") world.conversations.change(name, { ...options, visibility });
    add("CHAT_ID", chatId, `chat-${visibility}-of-nobody`);
    await id("CONVERSATION", [name], [none]);
    await id("MESSAGE", [name, "1"], [none, "1"]);
    const run = { executePlan: { source, options } };
    const schedule = { name: `s-${visibility}-${mark}`, timing: { every: { seconds: 3_600 } }, run };
    const create = "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { schedule { id } } }";
    await data(world, create, { variables: { input: schedule }, caller: alice });
    await id("SCHEDULE", [schedule.name], ["none"]);
    const given = { name: `a-${visibility}-${mark}`, content: { json: 1 }, ...options };
    const give = "mutation ($input: CreateArtifactInput!) { createArtifact(input: $input) { artifact { id } } }";
    await data(world, give, { variables: { input: given }, caller: alice });
    await id("ARTIFACT", ["given", given.name], ["given", "none"]);
  }
  return things;
}

/** Starts refuse a key and a message a chat id that somebody else uses, because these names are unique in the tenant: that is no leak. */
function isTaken({ field, identifier, kind }: Operation): boolean {
  return (
    (identifier === "IDEMPOTENCY_KEY" && kind === "mutation") || (identifier === "CHAT_ID" && field === "sendMessage")
  );
}

/** What an answer says, without what differs from one answer to the next. */
function gist(answer: unknown, name: string): Value {
  return JSON.parse(JSON.stringify(answer).replaceAll(name, "x"), (member, value: Value) => {
    if (typeof value === "number") return 0;
    if (typeof value !== "string" || ["code", "__typename", "status", "message"].includes(member)) return value;
    return "";
  }) as Value;
}

describe("a place for a name in the schema", () => {
  const places = operationsOf(schemaText, "x").filter(
    (operation) => operation.kind !== "subscription" && operation.place !== null && !isTaken(operation),
  );
  // Of so many one, so that each stranger meets each thing at other places.
  const every = volume({ sample: 11, whole: 1 });

  it.each(Object.entries(strangers))(
    "[N880] tells %s of a thing that it may not see what it tells of nothing, and changes nothing",
    async (_, { caller, hidden }) => {
      const world = new FakeClients();
      world.giveManifest(exampleManifest());
      world.settings = { maxRequestCost: 1_000_000_000 };
      const things = (await thingsOf(world)).filter(({ visibility }) => hidden.includes(visibility));
      const stored = () =>
        JSON.stringify([
          [...world.executions.values()].map(({ events, view }) => [events.length, view]),
          [...world.conversations.kept.values()],
          [...world.schedules.views.values()],
          [...world.artifacts.values()],
        ]);
      const before = stored();
      const leaks: unknown[] = [];
      let tried = 0;
      let turn = 0;
      for (const thing of things)
        for (const operation of places) {
          if (operation.identifier !== thing.identifier) continue;
          turn += 1;
          if (turn % every !== 0) continue;
          tried += 1;
          const answerFor = async (name: string) =>
            gist(await ask(world, operation.text, { variables: operation.variables(name), caller }), name);
          const [found, none] = [await answerFor(thing.name), await answerFor(thing.nothing)];
          const said = JSON.stringify(found);
          if (said !== JSON.stringify(none) || said.includes(mark) || said.includes("INTERNAL_SERVER_ERROR"))
            leaks.push({ place: `${operation.field} ${operation.place}`, thing, found, none });
        }
      expect(leaks.slice(0, 3)).toEqual([]);
      expect(tried).toBeGreaterThan(30);
      expect(stored()).toBe(before);
      // Whose they are, she is told something else at these places.
      const answers = things.flatMap((thing) =>
        places
          .filter(({ identifier, kind }) => kind === "query" && identifier === thing.identifier)
          .map(async ({ text, variables }) => {
            const [one, nothing] = [thing.name, thing.nothing].map(async (name) =>
              JSON.stringify(gist(await ask(world, text, { variables: variables(name), caller: alice }), name)),
            );
            return (await one) !== (await nothing);
          }),
      );
      expect((await Promise.all(answers)).filter(Boolean).length).toBeGreaterThan(things.length / 2);
    },
  );
});
