/** What servers of strangers say of themselves: A2A cards, and lists of MCP tools, served by a fetch that answers what the case says. */
import { cardIn03 } from "../../../src/catalog/agents/agent-card-document.ts";
import { remoteCallable, remoteProvider } from "../../../src/catalog/agents/generated-tool.ts";
import { remoteAgent } from "../../../src/catalog/agents/parse-agent-card.ts";
import { catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { contractHash } from "../../../src/catalog/tool-definition.ts";
import { discoverAgentCard } from "../../../src/tools/a2a/agent-card-discover.ts";
import { discoverMcpServer } from "../../../src/tools/mcp/mcp-discover.ts";
import type { Seeded } from "../../support/engine/seeded.ts";
import { exampleCard } from "../../support/graph/fake-catalog.ts";
import type { Family } from "../family.ts";
import { hostileText } from "../inputs/hostile-values.ts";
import { changeCount, mutated } from "../inputs/mutate.ts";
import { schemaDocument } from "../inputs/schema-inputs.ts";
import { jsonText } from "../json-text.ts";

const signal = new AbortController().signal;

/** Text that was cut, or is no JSON at all. */
function cutText(text: string, random: Seeded): string {
  if (!random.chance(0.06)) return text;
  return random.pick([
    text.slice(0, random.between(0, text.length)),
    "",
    "null",
    "[]",
    `\ufeff${text}`,
    hostileText(random),
    `${text}${text}`,
  ]);
}

const cardOfOld = {
  ...{
    protocolVersion: "0.3.0",
    name: "Old",
    description: "An old agent",
    version: "1",
    url: "https://old.example/rpc",
  },
  ...{ preferredTransport: "JSONRPC", capabilities: { streaming: true }, defaultInputModes: ["text/plain"] },
  ...{ defaultOutputModes: ["text/plain"], skills: [{ id: "s", name: "S", description: "", tags: ["a"] }] },
  security: [{ bearer: [] }],
  securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
};

function card(random: Seeded): unknown {
  if (random.chance(0.3)) return cardOfOld;
  const params = { input_schema: schemaDocument(random), output_schema: schemaDocument(random) };
  const extensions = [
    { uri: "urn:x", required: random.chance(0.1), params },
    { uri: "https://planwright.dev/a2a/schemas", params },
  ];
  return { ...exampleCard("remote"), capabilities: { streaming: true, pushNotifications: true, extensions } };
}

export const cards: Family<{ readonly text: string }> = {
  ...{ name: "cards", weight: 8, deep: ["REGISTERED"] },
  generate: (random) => ({ text: cutText(jsonText(mutated(card(random), random, changeCount(random))), random) }),
  run: async ({ text }) => {
    const fetch = async () => new Response(text, { headers: { "content-type": "application/json" } });
    const url = "https://agents.example.com/remote";
    const found = await discoverAgentCard({ url, bearer: "hunter2-hunter2", fetch, signal });
    if (!found.ok) return { depth: found.code, shown: found.message };
    const request = { name: null, description: null, tags: null, exampleQueries: null, routable: null };
    const more = { kind: "A2A", bearerSecret: null, effectClass: "UNSAFE", usageHints: "" } as const;
    const agent = remoteAgent(
      { ...more, ...request, url } as unknown as Parameters<typeof remoteAgent>[0],
      found.parsed,
      1,
    );
    const registered = { ...agent, createdAt: 1, updatedAt: 1 };
    const [callable, provider] = [remoteCallable(agent), remoteProvider(agent)];
    const old = cardIn03(found.parsed.document);
    catalogSnapshot("1", { agents: [registered] });
    return { depth: "REGISTERED", shown: { name: callable.name, provider: provider.name, old } };
  },
};

interface ListInput {
  readonly result: string;
  readonly isRaw: boolean;
}

function toolList(random: Seeded): unknown {
  const tools = Array.from({ length: random.between(1, 6) }, (_, at) => ({
    name: `tool_${at}`,
    ...(random.chance(0.5) ? { title: "T", description: "Does something" } : {}),
    inputSchema: random.chance(0.5)
      ? { type: "object", properties: { a: schemaDocument(random) } }
      : { type: "object" },
    ...(random.chance(0.5) ? { outputSchema: { type: "object", properties: { b: schemaDocument(random) } } } : {}),
    annotations: { readOnlyHint: true, destructiveHint: random.chance(0.5) },
    _meta: { "dev.planwright/keyed": true },
  }));
  return {
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    tools,
    ...(random.chance(0.1) ? { nextCursor: "x" } : {}),
  };
}

export const toolLists: Family<ListInput> = {
  ...{ name: "tool-lists", weight: 5, deep: ["LISTED"] },
  generate: (random) => ({
    result: cutText(jsonText(mutated(toolList(random), random, changeCount(random))), random),
    isRaw: random.chance(0.05),
  }),
  run: async ({ isRaw, result }) => {
    let asked = 0;
    const fetch = async (_url: string | URL, init?: RequestInit): Promise<Response> => {
      asked += 1;
      if (init?.method !== "POST") return new Response(null, { status: 405 });
      const { id, method } = JSON.parse(String(init.body)) as { id?: unknown; method: string };
      if (id === undefined) return new Response(null, { status: 202 });
      const headers = { "content-type": "application/json" };
      const discovered =
        '{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}';
      const told = method === "server/discover" ? discovered : result;
      return new Response(isRaw && asked > 1 ? told : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${told}}`, {
        headers,
      });
    };
    const url = "https://tools.example.com/mcp";
    const found = await discoverMcpServer({ url, bearer: "hunter2-hunter2", fetch, signal, clock: { now: () => 1 } });
    if (!found.ok) return { depth: found.status, shown: found.failure };
    const server = {
      ...{
        name: "x",
        url,
        bearerSecret: null,
        trusted: true,
        outputValidation: "STRICT" as const,
        status: "READY" as const,
      },
      ...{
        failure: null,
        protocolVersion: found.protocolVersion,
        lastSyncedAt: 1,
        connection: found.connection,
        dropped: found.dropped,
      },
    };
    const snapshot = catalogSnapshot("1", { contents: [{ server, tools: found.tools }] });
    const hashes = found.tools.map(contractHash);
    const shown = { dropped: found.dropped, known: snapshot.tools.length, hashes };
    return { depth: found.tools.length === 0 ? "EMPTY" : "LISTED", shown };
  },
};
