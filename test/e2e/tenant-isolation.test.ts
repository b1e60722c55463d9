/**
 * Two tenants of one deployment. Whatever identifier of tenant A tenant B sends, wherever the schema lets one stand, the answer is the
 * one that an identifier of nobody gets, and nothing of A is seen, changed or woken.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExampleWorld, startExampleWorld } from "./example-world.ts";
import { type Planwright, tool } from "./planwright.ts";
import { type RunningWorker, startWorker } from "./running-worker.ts";
import { type IdentifierKind, type Operation, operationsOf } from "./schema-operations.ts";

const adminToken = "an-operators-token-of-more-than-thirty-two-characters";
const schemaText = readFileSync(join(import.meta.dirname, "../../schema.graphql"), "utf8");
/** Stands in everything that tenant A names. */
const mark = "of-tenant-a";

let world: ExampleWorld;
let worker: RunningWorker;
let a: Planwright;
let b: Planwright;
let ownId: string;
let identifiers: { readonly [Kind in IdentifierKind]: readonly string[] };

async function tenant(name: string): Promise<Planwright> {
  const operator = worker.planwright.as({ authorization: `Bearer ${adminToken}`, "planwright-tenant": name });
  const { viewer } = await operator.ask<{ viewer: { scopes: readonly string[] } }>("{ viewer { scopes } }");
  const { createApiKey } = await operator.ask<{ createApiKey: { secret: string } }>(
    "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret errors { message } } }",
    { input: { label: `a key ${name}`, subject: `subject ${name}`, scopes: viewer.scopes } },
  );
  return worker.planwright.as({ authorization: `Bearer ${createApiKey.secret}` });
}

beforeAll(async () => {
  world = await startExampleWorld();
  worker = await startWorker({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, MAX_REQUEST_COST: "1000000" });
  a = await tenant(mark);
  b = await tenant("tenant-b");
  await a.register(`server-${mark}`, world.mcpUrl, true);
  await b.register("own", world.mcpUrl, true);
  await a.ask("mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { errors { message } } }", {
    input: { name: `agent-${mark}`, description: "A role", source: { local: { instructions: "Be brief" } } },
  });
  await a.ask("mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }", {
    input: {
      ...{ name: "flow-of-tenant-a", description: `A workflow ${mark}` },
      source: { plan: { steps: [tool("note", "read_note", { name: "x" })] } },
    },
  });
  await a.ask("mutation ($input: CreateArtifactInput!) { createArtifact(input: $input) { errors { message } } }", {
    input: { name: `artifact-${mark}`, content: { json: { owner: mark } } },
  });
  const steps = [tool("note", "read_note", { name: "x" }), tool("gone", "delete_note", { name: "x" })];
  const options = { idempotencyKey: `key-${mark}`, labels: [{ key: "owner", value: mark }], waitMs: 20_000 };
  const waiting = await a.start({ source: { plan: { steps } }, options });
  expect(waiting.status).toBe("WAITING");
  const finished = await a.start({ source: { plan: { steps: steps.slice(0, 1) } }, options: { waitMs: 20_000 } });
  ownId = (await b.start({ source: { plan: { steps: steps.slice(0, 1) } }, options: { waitMs: 20_000 } })).id;
  identifiers = await identifiersOf(a, waiting.id, finished.id);
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
    readonly edges: readonly { readonly cursor: string }[];
    readonly feedCursor: string;
  };
  readonly tools: { readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[] };
  readonly mcpServers: { readonly nodes: readonly { readonly id: string }[] };
  readonly agents: { readonly nodes: readonly { readonly id: string }[] };
  readonly workflows: { readonly nodes: readonly { readonly id: string }[] };
  readonly artifacts: { readonly nodes: readonly { readonly id: string }[] };
  readonly apiKeys: readonly { readonly keyId: string }[];
}

/** What tenant A knows its things by. */
async function identifiersOf(planwright: Planwright, waiting: string, finished: string): Promise<typeof identifiers> {
  const known = await planwright.ask<Known>(
    `query ($id: ID!) {
      execution(by: { id: $id }) { cursor steps { id } pendingHumanInputs { id } }
      executions { edges { cursor } feedCursor }
      tools(first: 1) { edges { cursor node { id } } }
      mcpServers { nodes { id } }
      agents { nodes { id } }
      workflows { nodes { id } }
      artifacts { nodes { id } }
      apiKeys { keyId }
    }`,
    { id: waiting },
  );
  const ids = [
    ...[waiting, finished, known.execution.steps[0]?.id, known.execution.pendingHumanInputs[0]?.id],
    ...[
      known.tools.edges[0]?.node.id,
      known.mcpServers.nodes[0]?.id,
      known.agents.nodes[0]?.id,
      known.workflows.nodes[0]?.id,
      known.artifacts.nodes[0]?.id,
      known.apiKeys[0]?.keyId,
    ],
  ];
  return {
    ID: ids.map((id) => id ?? expect.fail("tenant A lacks an identifier")),
    EVENT_CURSOR: [known.execution.cursor, known.executions.feedCursor],
    PAGE_CURSOR: [known.executions.edges[0]?.cursor ?? expect.fail("tenant A has no page cursor")],
    IDEMPOTENCY_KEY: [`key-${mark}`],
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

async function answerOf({ kind, text, variables }: Operation, identifier: string): Promise<unknown> {
  return kind === "subscription"
    ? b.firstItem(text, variables(identifier), 3_000)
    : b.send(text, variables(identifier));
}

describe("tenant B", () => {
  it("is told of an identifier of tenant A what it is told of one of nobody, wherever the schema lets one stand", async () => {
    const stateOfA = () =>
      a.ask(
        `{ executions { nodes { id status cursor updatedAt } } apiKeys { keyId revokedAt }
           workflows { nodes { id } } artifacts { nodes { id sha256 } } }`,
      );
    const before = await stateOfA();
    const operations = operationsOf(schemaText, ownId);
    expect(operations.length).toBeGreaterThan(20);
    let tried = 0;
    for (const operation of operations) {
      const { field, identifier, place } = operation;
      const own = identifier === null ? ["none"] : identifiers[identifier];
      for (const foreign of own) {
        const answer = await answerOf(operation, foreign);
        const told = JSON.stringify(answer).replaceAll(foreign, "…");
        expect(told, `${field} ${place}`).not.toContain(mark);
        expect(told, `${field} ${place}`).not.toContain("INTERNAL_SERVER_ERROR");
        tried += 1;
        if (identifier === null) continue;
        const unknown = stranger(foreign);
        expect(unknown).not.toBe(foreign);
        expect(gist(answer), `${field} ${place}`).toEqual(gist(await answerOf(operation, unknown)));
      }
    }
    expect(tried).toBeGreaterThan(60);
    expect(await stateOfA()).toEqual(before);
  });

  it("wakes nothing by ids that nobody gave out", async () => {
    const before = await worker.storedExecutions();
    const [id = ""] = identifiers.ID;
    for (const forged of [stranger(id), id.slice(0, -1), `${id}A`, "", "x".repeat(3_000)]) {
      const answer = await b.send("query ($id: ID!) { node(id: $id) { id } }", { id: forged });
      expect(answer.errors).toBeUndefined();
      expect(answer.data).toEqual({ node: null });
    }
    expect(await worker.storedExecutions()).toBe(before);
  });
});
