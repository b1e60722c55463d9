/** Programs that speak MCP over their standard streams, bridged to HTTP: one of the registry, and one that tells what reached it. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, expect, it } from "vitest";
import { type Bridge, startBridge } from "../../../packages/planwright/cli/dev/stdio-bridge.ts";
import { projectRoot } from "../../../scripts/setup.mjs";

const folder = mkdtempSync(join(tmpdir(), "planwright-bridge-"));
const bridges: Bridge[] = [];
afterAll(async () => {
  for (const bridge of bridges) await bridge.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers `echo` with its parameters, `slow` never, `progress` after a notice of progress, and says on stderr what it is told. */
const telling = `
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  console.error(method + " " + JSON.stringify(params ?? null));
  if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "telling", version: "1" }, sessions: 1 } });
  if (method === "echo") say({ id, result: params });
  if (method === "progress") {
    say({ method: "notifications/progress", params: { progressToken: params._meta.progressToken, progress: 1, total: 2 } });
    say({ id, result: {} });
  }
  if (method === "ask") { say({ id: "mine", method: "roots/list" }); say({ id, result: {} }); }
  if (method === "die") process.exit(3);
});`;

async function bridged(script: string, lines: string[] = []): Promise<Bridge> {
  const file = join(folder, `program-${bridges.length}.cjs`);
  writeFileSync(file, script);
  const program = { name: "telling", command: process.execPath, args: [file], env: {}, cwd: folder };
  const bridge = await startBridge(program, (line) => lines.push(line));
  bridges.push(bridge);
  return bridge;
}

function post(url: string, message: object, headers: { readonly [name: string]: string } = {}, signal?: AbortSignal) {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    ...(signal !== undefined && { signal }),
  });
}

it("[N474] the official client uses a server of the registry over the bridge, twice at a time", async () => {
  const server = join(projectRoot, "node_modules/@modelcontextprotocol/server-memory/dist/index.js");
  const env = { MEMORY_FILE_PATH: join(folder, "memory.jsonl") };
  const bridge = await startBridge(
    { name: "memory", command: process.execPath, args: [server], env, cwd: folder },
    () => undefined,
  );
  bridges.push(bridge);
  const clients = await Promise.all(
    ["one", "two"].map(async (name) => {
      const client = new Client({ name, version: "1" });
      await client.connect(new StreamableHTTPClientTransport(new URL(bridge.url)));
      return client;
    }),
  );
  const [one, two] = clients;
  expect((await one?.listTools())?.tools.map(({ name }) => name)).toContain("create_entities");
  const entity = { name: "Elbe", entityType: "river", observations: ["long"] };
  await one?.callTool({ name: "create_entities", arguments: { entities: [entity] } });
  const read = await two?.callTool({ name: "read_graph", arguments: {} });
  expect(read?.structuredContent ?? read?.content).toEqual(expect.anything());
  expect(JSON.stringify(read)).toContain("Elbe");
  for (const client of clients) await client.close();
});

it("[N474] callers with the same ids get their own answers, progress and cancellation reach the right one, and the program begins once", async () => {
  const lines: string[] = [];
  const { ended, url } = await bridged(telling, lines);
  const answers = await Promise.all(
    ["a", "b", "c"].map(async (name) => (await post(url, { id: 1, method: "echo", params: { name } })).json()),
  );
  expect(answers).toEqual(["a", "b", "c"].map((name) => ({ jsonrpc: "2.0", id: 1, result: { name } })));
  for (const id of [1, 2])
    expect(await (await post(url, { id, method: "initialize", params: {} })).json()).toMatchObject({
      id,
      result: { sessions: 1 },
    });
  expect((await post(url, { method: "notifications/initialized" })).status).toBe(202);
  expect(lines.filter((line) => line.startsWith("initialize "))).toHaveLength(1);

  const streamed = await post(url, { id: 7, method: "progress", params: { _meta: { progressToken: "mine" } } });
  const events = (await streamed.text()).match(/^data: .*$/gm)?.map((line) => JSON.parse(line.slice(6)));
  expect(events).toMatchObject([{ params: { progressToken: "mine", progress: 1, total: 2 } }, { id: 7, result: {} }]);

  const leaving = new AbortController();
  const slow = post(url, { id: 1, method: "slow" }, {}, leaving.signal).catch(() => undefined);
  await expect.poll(() => lines.some((line) => line.startsWith("slow"))).toBe(true);
  leaving.abort();
  await slow;
  await expect.poll(() => lines.some((line) => line.startsWith("notifications/cancelled"))).toBe(true);
  await post(url, { id: 1, method: "ask" });

  // Whoever does not know the address, and a page that does, is told nothing.
  expect((await post(url.replace(/\/[0-9a-f]+\//, "/0/"), { id: 1, method: "echo" })).status).toBe(404);
  expect((await post(url, { id: 1, method: "echo" }, { origin: "http://x.test" })).status).toBe(404);
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(url, { method: "POST", body: "{" })).status).toBe(400);

  const last = post(url, { id: 9, method: "slow" });
  await expect.poll(() => lines.filter((line) => line.startsWith("slow")).length).toBe(2);
  await post(url, { id: 3, method: "die" });
  expect(await (await last).json()).toMatchObject({ id: 9, error: { message: "The program has ended" } });
  expect(await ended).toContain("telling has ended");
  // The address stays, and says so at once to those that call later.
  const late = await post(url, { id: 4, method: "echo" }, {}, AbortSignal.timeout(2_000));
  expect(await late.json()).toMatchObject({ id: 4, error: { message: "The program has ended" } });
});

it("[N474] a program that is not there, ends at once or refuses to begin is an error with its name", async () => {
  const nowhere = { name: "lost", command: join(folder, "nothing"), args: [], env: {}, cwd: folder };
  await expect(startBridge(nowhere, () => undefined)).rejects.toThrow(/ENOENT/);
  await expect(bridged("process.exit(1)")).rejects.toThrow("Cannot use the MCP server telling");
  const refusing =
    'process.stdin.on("data", () => console.log(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } })))';
  await expect(bridged(refusing)).rejects.toThrow(/refused to begin a session: .*"no"/);
});
