/** The command line without a deployment: what it refuses, what it says of machines that are none, and what it asks a deployment for. */

import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { buildSchema, parse, validate } from "graphql";
import { afterAll, describe, expect, it } from "vitest";
import { connectionFailure } from "../../../packages/planwright/cli/base/deployment-failure.ts";
import { executionEventsDocument } from "../../../packages/planwright/cli/base/execution-events.ts";
import { existsDocument, newestDocument } from "../../../packages/planwright/cli/base/execution-id.ts";
import { version } from "../../../packages/planwright/cli/base/version.ts";
import { watchDocuments } from "../../../packages/planwright/cli/base/watch.ts";
import {
  questionDocument,
  questionsDocument,
  respondDocument,
} from "../../../packages/planwright/cli/commands/answer.ts";
import { validateDocument } from "../../../packages/planwright/cli/commands/check.ts";
import { cancelDocument, forkDocument, retryDocument } from "../../../packages/planwright/cli/commands/control.ts";
import {
  serverDocument,
  serversDocument,
  serverToolsDocument,
  viewerDocument,
} from "../../../packages/planwright/cli/commands/doctor.ts";
import {
  allScopes,
  createKeyDocument,
  keysDocument,
  revokeKeyDocument,
} from "../../../packages/planwright/cli/commands/keys.ts";
import { lsDocument } from "../../../packages/planwright/cli/commands/ls.ts";
import { runDocument } from "../../../packages/planwright/cli/commands/run.ts";
import {
  acceptDocument,
  removeDocument,
  serverIdsDocument,
  toolDocument,
  toolsDocument,
} from "../../../packages/planwright/cli/commands/tools.ts";
import { registerApiDocument, registerDocument } from "../../../packages/planwright/cli/commands/tools-add.ts";
import { agentsDocument, workflowsDocument } from "../../../packages/planwright/cli/commands/tools-export.ts";
import { webhookSecretDocument } from "../../../packages/planwright/cli/commands/webhooks.ts";
import { changesDocument } from "../../../packages/planwright/cli/dev/dev.ts";
import { projectRoot } from "../../../scripts/setup.mjs";
import { Terminal } from "./command.ts";

const terminal = new Terminal();
const servers: Server[] = [];
afterAll(() => {
  terminal.remove();
  for (const server of servers) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const succeeded = {
  id: "e1",
  status: "SUCCEEDED",
  title: "a run",
  durationMs: 1_200,
  response: "done",
  failure: null,
  stepFailures: [],
  steps: [],
  usage: { modelCalls: 0, toolCalls: 1, costMicros: null },
  pendingHumanInputs: [],
};

const type = (line: string, env: { readonly [name: string]: string } = {}) => terminal.type(line.split(" "), { env });

it("[N468] every operation of the commands fits the schema, and the scopes are those of it", () => {
  const text = readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8");
  const schema = buildSchema(text);
  const documents = [
    ...[
      executionEventsDocument,
      newestDocument,
      existsDocument,
      ...watchDocuments,
      runDocument,
      lsDocument,
      validateDocument,
    ],
    ...[questionDocument, questionsDocument, respondDocument, cancelDocument, retryDocument, forkDocument],
    ...[
      viewerDocument,
      serverDocument,
      serversDocument,
      serverToolsDocument,
      createKeyDocument,
      toolsDocument,
      toolDocument,
      acceptDocument,
    ],
    ...[agentsDocument, workflowsDocument, registerDocument, registerApiDocument, changesDocument],
    ...[keysDocument, revokeKeyDocument, serverIdsDocument, removeDocument, webhookSecretDocument],
  ];
  for (const document of documents) expect(validate(schema, parse(document)), document).toEqual([]);
  const scopes = /enum Scope \{([\s\S]*?)\n\}/
    .exec(text)?.[1]
    ?.match(/^ {2}[A-Z_]+$/gm)
    ?.map((name) => name.trim());
  expect(allScopes.toSorted()).toEqual(scopes?.toSorted());
});

describe("[N460] a command that cannot be done", () => {
  it("says of a command line what is wrong with it, sends nothing, and ends with 2", async () => {
    const wrong = [
      ...[
        "lss",
        "run",
        "ls --limit 0",
        "ls --limit 1.5",
        "ls --status DONE",
        "run plan.json --unknown",
        "fork x",
        "tools forget x",
      ],
      ...[
        "run nothing.json",
        "check nothing.yaml",
        "run list.json",
        "run broken.json",
        "run broken.yaml",
        "run bomb.yaml",
        "run more.json",
      ],
      ...["run prompt --input []", "run prompt --input {", "ls --url ftp://x.test", "ls --url http://me:secret@x.test"],
    ];
    terminal.write("list.json", []);
    terminal.write("broken.json", "{");
    terminal.write("broken.yaml", "a: [");
    terminal.write(
      "bomb.yaml",
      `a: &a [x]\n${[..."bcdefghij"].map((name, at) => `${name}: &${name} [${Array(10).fill(`*${"abcdefghi"[at]}`)}]`).join("\n")}`,
    );
    terminal.write("more.json", { plan: {}, options: {} });
    const sent: unknown[] = [];
    const fetchNothing = async (...request: unknown[]) => {
      sent.push(request);
      return Response.json({});
    };
    for (const line of wrong) {
      const ran = await terminal.type(line.split(" "), { fetch: fetchNothing });
      expect(ran, line).toMatchObject({ code: 2, out: "" });
      expect(ran.err, line).not.toBe("");
      const { err } = await terminal.type([...line.split(" "), "--json"], { fetch: fetchNothing });
      expect(JSON.parse(err), line).toMatchObject({ error: { code: "USAGE" } });
    }
    expect(sent).toEqual([]);
    expect(await type("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
    expect((await type("run --help")).out).toContain("--watch");
  });

  it("says which deployment it tried, where the address came from, and what to type, and ends with 3", async () => {
    // Something may listen at the default, such as `npm start`: nothing does at this port.
    const refused = await terminal.type(["ls"], { fetch: () => fetch("http://127.0.0.1:2") });
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(
      /at http:\/\/127\.0\.0\.1:8787 \(the default: [\s\S]*ECONNREFUSED[\s\S]*→ npx planwright dev/,
    );
    const page = await serve((_, response) => response.end("<html>\u001b[2JHello"));
    const notOurs = await type("ls", { PLANWRIGHT_URL: page });
    expect(notOurs.code).toBe(3);
    expect(notOurs.err).toContain("required an answer of Planwright, found HTTP 200 <html>\\u001b[2JHello");
    const moved = await serve((_, response) => response.writeHead(302, { location: page }).end());
    expect((await type("ls --token secret", { PLANWRIGHT_URL: moved })).err).toContain("found HTTP 302");
    const unset = await serve((_, response) =>
      response.writeHead(500).end(
        JSON.stringify({
          errors: [{ message: "ID_SEALING_SECRET is missing", extensions: { code: "MISCONFIGURED" } }],
        }),
      ),
    );
    const misconfigured = await type("doctor", { PLANWRIGHT_URL: unset });
    expect(misconfigured.code).toBe(3);
    expect(misconfigured.out).toMatch(
      /✗ deployment .*HTTP 500: ID_SEALING_SECRET is missing\n {4}→ set what is missing/,
    );
    expect((await type("ls", { PLANWRIGHT_URL: unset })).code).toBe(3);
    const cut = await serve((_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("{");
      setTimeout(() => response.destroy(), 20);
    });
    expect((await type("ls", { PLANWRIGHT_URL: cut })).code).toBe(3);
  });
});

it("[N477] an id that begins with a hyphen is an id, and a token that does is a token", async () => {
  const [id, token] = ["-NSE80o5Ji00Q1dIIRnbic6Gt6I".padEnd(140, "x"), `-${"t".repeat(60)}`];
  const asked: unknown[] = [];
  const url = await serve(async (request, response) => {
    const { variables } = (await json(request)) as { readonly variables: { readonly id: string } };
    asked.push([variables.id, request.headers.authorization]);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data: { execution: null } }));
  });
  for (const line of [`tail ${id} --json`, `tail --json ${id}`, `cancel --reason no ${id}`, `retry ${id} --from a`]) {
    const { err } = await type(`${line} --url ${url} --token ${token}`);
    expect(err, line).toContain("execution");
  }
  expect(asked).toEqual(Array(4).fill([id, `Bearer ${token}`]));
});

it("[N720, N741] tail goes on at once after the last event that it has where a stream ends without being completed, and shows failures whole", {
  timeout: 20_000,
}, async () => {
  const streams: unknown[] = [];
  const message = `Cannot complete the call: ${"x".repeat(300)}. Is this the address?`;
  const item = (cursor: string, event: object) => {
    const executionEvents = { cursor, events: [{ sequence: 1, occurredAt: "2026-01-01T00:00:00Z", ...event }] };
    return `event: next\ndata: ${JSON.stringify({ data: { executionEvents }, extensions: { cursor } })}\n\n`;
  };
  const answer = async (_: unknown, init: RequestInit = {}) => {
    const { query, variables } = JSON.parse(String(init.body)) as { query: string; variables: { after?: unknown } };
    if (!query.includes("subscription")) return Response.json({ data: { execution: succeeded } });
    streams.push(variables.after);
    const text =
      streams.length === 1
        ? item("c1", { type: "StepStarted", stepId: "first", callableName: "read" })
        : `${item("c2", { type: "AttemptFailed", stepId: "first", outcome: "UNKNOWN", retryAt: null, attemptFailure: { code: "PROTOCOL", message } })}${item("c3", { type: "ExecutionFinished", finalStatus: "SUCCEEDED" })}event: complete\n\n`;
    // Both the item and the end are there when the command begins to read: nothing waits for the end.
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  };
  const tailed = await terminal.type(["tail", "e1"], { fetch: answer as typeof fetch });
  expect(tailed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/→ first {2}read\n.* Is this the address\?\n.*SUCCEEDED/),
  });
  expect(streams).toEqual([null, "c1"]);
});

it("[N743] a stream that cannot be made again is a deployment that is not reached, and no fault of the command", () => {
  const target = { origin: "https://x.test", urlSource: "--url" };
  const silent = new Error("Cannot follow the subscription: nothing came over its connection");
  expect(connectionFailure(target, silent)?.facts).toMatchObject({
    exitCode: 3,
    code: "UNREACHABLE",
    message: `Cannot reach a deployment at https://x.test (--url): ${silent.message}`,
  });
  expect(connectionFailure(target, new TypeError("x is not a function"))).toBeUndefined();
});

it("[N742] a module of the command that is loaded at run time is one of its own, so that the bundled command has its names", () => {
  const folder = join(projectRoot, "packages/planwright/cli");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const loaded = files.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/\bimport\("([^"]+)"\)/g)].map(([, module = ""]) => module),
  );
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter((module) => !module.startsWith("."))).toEqual([]);
});

it("[N469] every command line of the documentation is one", async () => {
  const sent = async () => Response.json({ errors: [{ message: "later", extensions: { code: "UNAVAILABLE" } }] });
  const docs = new URL("../../../docs/", import.meta.url);
  const lines = readdirSync(docs, { encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => [...readFileSync(new URL(name, docs), "utf8").matchAll(/^(?:npx )?planwright (.+)$/gm)])
    .map(([, line = ""]) => [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+=?)/g)].reduce(joined, []));
  terminal.write("plan.json", { steps: [] });
  terminal.write("plan.yaml", "steps: []");
  terminal.write("openapi.yaml", "openapi: 3.1.0");
  terminal.write("post.ts", "export const post = { plan: { steps: [] }, placeOf: () => undefined };");
  terminal.write("workflows.yaml", "workflows: []");
  terminal.write("generator.json", { agents: {} });
  terminal.write(".mcp.json", { mcpServers: { a: { url: "https://x.test/mcp" } } });
  terminal.write("planwright.catalog.json", { format: "planwright.catalog/1", callables: [] });
  mkdirSync(join(terminal.folder, "data"));
  terminal.write("data/secrets.env", "ADMIN_TOKEN=x");
  expect(lines.length).toBeGreaterThan(15);
  for (const args of lines) {
    if (args[0] === undefined || starting.includes(args[0]) || args.includes("--module")) {
      const { out } = await terminal.type([args[0] ?? "", "--help"]);
      for (const option of args.filter((word) => word.startsWith("-"))) expect(out).toContain(`${option} `);
      continue;
    }
    const { code, err } = await terminal.type(args, { fetch: sent });
    expect(err, args.join(" ")).not.toMatch(/unknown|missing|too many|invalid/);
    expect(code, args.join(" ")).not.toBe(2);
  }
});

/** Commands that would start what does not end; of them, and of those that read a project, the options are looked at alone. */
const starting = ["serve", "dev", "deploy"];

/** Words of a shell: what is quoted goes on with the word before it if that ends in `=`. */
function joined(words: string[], [, single, double, plain]: RegExpExecArray): string[] {
  const text = single ?? double ?? plain ?? "";
  const last = words.at(-1);
  return plain === undefined && last?.endsWith("=") ? [...words.slice(0, -1), last + text] : [...words, text];
}

it("[N466] a key is sent over https or on this machine only, stands in no file of the project, and no option is ignored", async () => {
  const open = await type("ls --token secret --url http://agents.example.test");
  expect(open.code).toBe(2);
  expect(open.err).toMatch(/Cannot send a key to http:\/\/agents\.example\.test[\s\S]*--allow-http/);
  terminal.write("planwright.json", { url: "http://127.0.0.1:9", token: "pw_x" });
  const kept = await type("ls");
  expect(kept.code).toBe(2);
  expect(kept.err).toContain("a key does not belong into a file of the project");
  terminal.write("planwright.json", { ulr: "http://127.0.0.1:9" });
  expect((await type("ls")).err).toContain("found ulr");
  terminal.write("planwright.json", { url: "http://127.0.0.1:9" });
  expect((await type("ls")).err).toMatch(/at http:\/\/127\.0\.0\.1:9 \(\S+planwright\.json\)/);
  expect((await type("ls --url http://127.0.0.1:10")).err).toContain("at http://127.0.0.1:10 (--url)");
});
