/**
 * Two tenants of one deployment. Whatever identifier of tenant A tenant B sends, wherever the schema lets one stand, the answer is the
 * one that an identifier of nobody gets, and nothing of A is seen, changed or woken.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { eventually, type Planwright, tool } from "../../support/deployed/planwright.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";
import { volume } from "../../support/engine/volume.ts";
import { type IdentifierKind, type Operation, operationsOf } from "./schema-operations.ts";

const adminToken = "an-operators-token-of-more-than-thirty-two-characters";
const schemaText = readFileSync(join(import.meta.dirname, "../../../schema.graphql"), "utf8");
/** Stands in everything that tenant A names. */
const mark = "of-tenant-a";

let world: ExampleTools;
let worker: RunningWorker;
let a: Planwright;
let b: Planwright;
let ownId: string;
let identifiers: { readonly [Kind in IdentifierKind]: readonly string[] };
/** The execution of tenant A that waits for the output of an agent. */
let awaiting: string;

const chatId = `chat-${mark}`;

/** One agent, whose output is submitted. */
const reporter = {
  agents: { Reporter: { system_message: "Report.", structured_outputs_required: true, runs_elsewhere: true } },
  structured_outputs: {
    models: { Report: { type: "model", fields: { text: { type: "str" } } } },
    registry: { Reporter: "Report" },
  },
};

interface Spoken {
  readonly conversation: { readonly id: string; readonly messageCount: number } | null;
  readonly execution: { readonly id: string } | null;
  readonly errors: readonly object[];
}

/** Says something in the chat of that name of whoever asks. */
async function say(planwright: Planwright, text: string): Promise<Spoken> {
  const { sendMessage } = await planwright.ask<{ sendMessage: Spoken }>(
    `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
      conversation { id messageCount } execution { id } errors { code message }
    } }`,
    { input: { conversation: { start: { manifest: "Reports", chatId } }, text } },
  );
  return sendMessage;
}

async function applyReporter(planwright: Planwright): Promise<void> {
  const input = { name: "Reports", manifest: reporter };
  const { applyManifest } = await planwright.ask<{ applyManifest: { errors: readonly object[] } }>(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { code message } } }",
    { input },
  );
  expect(applyManifest.errors).toEqual([]);
}

async function report(planwright: Planwright, executionId: string, turnNumber: number): Promise<object> {
  const turnIdempotencyKey = `report ${turnNumber}`;
  const { submitStructuredOutput } = await planwright.ask<{ submitStructuredOutput: object }>(
    `mutation ($input: SubmitStructuredOutputInput!) { submitStructuredOutput(input: $input) {
      accepted duplicate errors { code }
    } }`,
    {
      input: {
        ...{ executionId, agentName: "Reporter", modelName: "Report", structuredData: { text: mark } },
        ...{ autoToolMode: true, turnIdempotencyKey, turnNumber },
      },
    },
  );
  return submitStructuredOutput;
}

/** A conversation of tenant A with one turn that is over, and one whose output is waited for. Gives both executions. */
async function converse(): Promise<readonly [string, string]> {
  await applyReporter(a);
  const first = (await say(a, `Hello ${mark}`)).execution?.id ?? expect.fail("tenant A could not begin a conversation");
  await eventually(
    async () => (await report(a, first, 1)) && (await a.execution({ id: first }))?.status === "SUCCEEDED",
  );
  const second = await eventually(async () => (await say(a, `Again ${mark}`)).execution?.id ?? null);
  await eventually(async () => (await a.execution({ id: second }))?.status === "WAITING");
  return [first, second];
}

async function tenant(name: string, subject = `subject ${name}`): Promise<Planwright> {
  const operator = worker.planwright.as({ authorization: `Bearer ${adminToken}`, "planwright-tenant": name });
  const { viewer } = await operator.ask<{ viewer: { scopes: readonly string[] } }>("{ viewer { scopes } }");
  const { createApiKey } = await operator.ask<{ createApiKey: { secret: string } }>(
    "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret errors { message } } }",
    { input: { label: `a key ${name}`, subject, scopes: viewer.scopes } },
  );
  return worker.planwright.as({ authorization: `Bearer ${createApiKey.secret}` });
}

beforeAll(async () => {
  world = await startExampleTools();
  worker = await startWorker({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, MAX_REQUEST_COST: "1000000" });
  a = await tenant(mark);
  b = await tenant("tenant-b");
  await a.register(`server-${mark}`, world.mcpUrl, true);
  await b.register("own", world.mcpUrl, true);
  await a.registerAgent({
    name: `agent-${mark}`,
    description: "A role",
    source: { local: { instructions: "Be brief" } },
  });
  await a.saveWorkflow({
    ...{ name: "flow-of-tenant-a", description: `A workflow ${mark}` },
    source: { plan: { steps: [tool("note", "read_note", { name: "x" })] } },
  });
  await a.ask("mutation ($input: CreateArtifactInput!) { createArtifact(input: $input) { errors { message } } }", {
    input: { name: `artifact-${mark}`, content: { json: { owner: mark } } },
  });
  const steps = [tool("note", "read_note", { name: "x" }), tool("gone", "delete_note", { name: "x" })];
  await a.ask("mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { errors { message } } }", {
    input: {
      ...{
        name: "schedule-of-tenant-a",
        description: `A schedule ${mark}`,
        timing: { cron: { expression: "@yearly" } },
      },
      run: { executePlan: { source: { plan: { steps: [tool("note", "read_note", { name: mark })] } } } },
    },
  });
  const options = { idempotencyKey: `key-${mark}`, labels: [{ key: "owner", value: mark }], waitMs: 20_000 };
  const waiting = await a.start({ source: { plan: { steps } }, options });
  expect(waiting.status).toBe("WAITING");
  const finished = await a.start({ source: { plan: { steps: steps.slice(0, 1) } }, options: { waitMs: 20_000 } });
  ownId = (await b.start({ source: { plan: { steps: steps.slice(0, 1) } }, options: { waitMs: 20_000 } })).id;
  const [reported, awaited] = await converse();
  awaiting = awaited;
  identifiers = await identifiersOf(a, [waiting.id, finished.id, reported, awaited]);
});
afterAll(async () => {
  await worker?.close();
  await world?.close();
});

interface Known {
  readonly execution: {
    readonly cursor: string;
    readonly steps: readonly { readonly id: string }[];
    readonly pendingHumanInputs: readonly { readonly id: string }[];
  };
  readonly executions: {
    readonly edges: readonly {
      readonly cursor: string;
      readonly node: { readonly id: string; readonly status: string };
    }[];
    readonly feedCursor: string;
  };
  readonly tools: { readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[] };
  readonly mcpServers: { readonly nodes: readonly { readonly id: string }[] };
  readonly agents: { readonly nodes: readonly { readonly id: string }[] };
  readonly workflows: { readonly nodes: readonly { readonly id: string }[] };
  readonly schedules: { readonly nodes: readonly { readonly id: string }[] };
  readonly artifacts: { readonly nodes: readonly { readonly id: string }[] };
  readonly apiKeys: readonly { readonly keyId: string }[];
  readonly conversations: {
    readonly edges: readonly {
      readonly cursor: string;
      readonly node: { readonly id: string; readonly messages: { readonly nodes: readonly { readonly id: string }[] } };
    }[];
  };
  readonly manifests: { readonly nodes: readonly { readonly id: string }[] };
  readonly humanInputRequests: { readonly edges: readonly { readonly cursor: string }[]; readonly feedCursor: string };
}

/** What tenant A knows its things by. */
async function identifiersOf(planwright: Planwright, executions: readonly string[]): Promise<typeof identifiers> {
  const ask = () =>
    planwright.ask<Known>(
      `query ($id: ID!) {
      execution(by: { id: $id }) { cursor steps { id } pendingHumanInputs { id } }
      executions { edges { cursor node { id status } } feedCursor }
      tools(first: 1) { edges { cursor node { id } } }
      mcpServers { nodes { id } }
      agents { nodes { id } }
      workflows { nodes { id } }
      artifacts { nodes { id } }
      schedules { nodes { id } }
      apiKeys { keyId }
      conversations { edges { cursor node { id messages { nodes { id } } } } }
      manifests { nodes { id } }
      humanInputRequests { edges { cursor } feedCursor }
    }`,
      { id: executions[0] },
    );
  // The index hears of all of it a moment later.
  const known = await eventually(async () => {
    const found = await ask();
    const isHeard = found.executions.edges.filter(({ node }) => node.status === "WAITING").length === 2;
    return isHeard && found.conversations.edges.length > 0 && found.humanInputRequests.edges.length > 0 ? found : null;
  });
  const { conversations, humanInputRequests } = known;
  const talk = conversations.edges[0];
  const ids = [
    ...[...executions, known.execution.steps[0]?.id, known.execution.pendingHumanInputs[0]?.id],
    ...[talk?.node.id, talk?.node.messages.nodes[0]?.id, known.manifests.nodes[0]?.id],
    ...[
      known.tools.edges[0]?.node.id,
      known.mcpServers.nodes[0]?.id,
      known.agents.nodes[0]?.id,
      known.workflows.nodes[0]?.id,
      known.artifacts.nodes[0]?.id,
      known.schedules.nodes[0]?.id,
      known.apiKeys[0]?.keyId,
    ],
  ];
  return {
    ID: ids.map((id) => id ?? expect.fail("tenant A lacks an identifier")),
    EVENT_CURSOR: [known.execution.cursor, known.executions.feedCursor, humanInputRequests.feedCursor],
    PAGE_CURSOR: [known.executions.edges[0], talk, humanInputRequests.edges[0]].map(
      (edge) => edge?.cursor ?? expect.fail("tenant A lacks a page cursor"),
    ),
    IDEMPOTENCY_KEY: [`key-${mark}`],
    CHAT_ID: [chatId],
  };
}

/** An identifier of nobody that looks like `identifier`. */
function stranger(identifier: string): string {
  return identifier.replace(/[0-9a-zA-Z]/g, (character) => {
    if (/[0-9]/.test(character)) return String((Number(character) + 1) % 10);
    // Cursors of events are written in hexadecimal digits.
    return character === "a"
      ? "b"
      : /[b-f]/.test(character)
        ? "a"
        : character === "z"
          ? "y"
          : /[A-Z]/.test(character)
            ? "Q"
            : "z";
  });
}

/** What an answer says, without what differs from one answer to the next: ids, times, the identifier itself, whole or cut. */
function gist(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (name, value) => {
    if (typeof value === "number") return 0;
    if (name === "message") return String(value).replace(/found ".*"/, "found …");
    return typeof value !== "string" || ["code", "__typename", "status"].includes(name) ? value : "";
  });
}

async function answerOf(who: Planwright, { kind, text, variables }: Operation, identifier: string): Promise<unknown> {
  return kind === "subscription"
    ? who.firstItem(text, variables(identifier), 30_000)
    : who.send(text, variables(identifier));
}

describe("tenant B", () => {
  it("is told of an identifier of tenant A what it is told of one of nobody, wherever the schema lets one stand", async () => {
    const stateOfA = () =>
      a.ask(
        `{ executions { nodes { id status cursor updatedAt } } apiKeys { keyId revokedAt }
           schedules { nodes { id status counts { started } } } workflows { nodes { id } } artifacts { nodes { id sha256 } } manifests { nodes { hash } }
           conversation(by: { chatId: "${chatId}" }) { id status turn messageCount variables updatedAt }
           humanInputRequests(status: [PENDING, ACCEPTED, DECLINED, WITHDRAWN]) { nodes { id status } } }`,
      );
    const before = await stateOfA();
    const operations = operationsOf(schemaText, ownId);
    expect(operations.length).toBeGreaterThan(20);
    // One subject may not send so many requests.
    const subjects = await Promise.all(["b1", "b2", "b3", "b4"].map((subject) => tenant("tenant-b", subject)));
    let tried = 0;
    for (const [at, operation] of operations.entries()) {
      const who = subjects[at % subjects.length] ?? b;
      const { field, identifier, place } = operation;
      const known = identifier === null ? ["none"] : identifiers[identifier];
      // Every place and every identifier; whole, every identifier at every place.
      const apart = volume({ sample: 24, whole: 1 });
      const own = known.filter(
        (_, index) => index % Math.min(apart, known.length) === at % Math.min(apart, known.length),
      );
      const attempts = own.map(async (foreign) => {
        const answer = await answerOf(who, operation, foreign);
        const told = JSON.stringify(answer).replaceAll(foreign, "…");
        expect(told, `${field} ${place}`).not.toContain(mark);
        expect(told, `${field} ${place}`).not.toContain("INTERNAL_SERVER_ERROR");
        if (identifier === null) return;
        const unknown = stranger(foreign);
        expect(unknown).not.toBe(foreign);
        expect(gist(answer), `${field} ${place}`).toEqual(gist(await answerOf(who, operation, unknown)));
      });
      await Promise.all(attempts);
      tried += attempts.length;
    }
    expect(tried).toBeGreaterThan(60);
    expect(await stateOfA()).toEqual(before);
  });

  it("takes no turn of tenant A, and speaks in a conversation of its own under the same name", async () => {
    const seenByA = () =>
      a.ask(`{ conversation(by: { chatId: "${chatId}" }) { id turn messageCount messages { nodes { text } } } }`);
    const before = await seenByA();
    expect(await report(b, awaiting, 2)).toEqual({
      accepted: false,
      duplicate: false,
      errors: [{ code: "NOT_FOUND" }],
    });
    await applyReporter(b);
    const own = await say(b, "Mine");
    expect(own).toMatchObject({ errors: [], conversation: { messageCount: 1 } });
    expect(identifiers.ID).not.toContain(own.conversation?.id);
    expect(await seenByA()).toEqual(before);
    expect(await report(a, awaiting, 2)).toMatchObject({ accepted: true, errors: [] });
  });

  it("wakes nothing by ids that nobody gave out", async () => {
    const before = await worker.storedExecutions();
    const [id = ""] = identifiers.ID;
    for (const forged of [stranger(id), id.slice(0, -1), `${id}A`, "", "x".repeat(3_000)]) {
      const answer = await b.send("query ($id: ID!) { node(id: $id) { id } }", { id: forged });
      expect(answer.errors).toBeUndefined();
      expect(answer.data).toEqual({ node: null });
      expect(await report(b, forged, 1)).toMatchObject({ accepted: false, errors: [{ code: "NOT_FOUND" }] });
    }
    expect(await worker.storedExecutions()).toBe(before);
  });
});
