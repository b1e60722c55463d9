/**
 * Callees that repeat the credential which they were sent, against the real Worker and engine: every kind of callee, every part of an answer,
 * and every place in which something of an answer is kept, shown or sent on.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { RunningExample } from "../../../examples/listening.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";
import { type FakeHttpServer, fakeHttpServer } from "../../support/callees/http-server.ts";
import { type OAuthMcpServer, oauthMcpServer } from "../../support/callees/oauth-mcp-server.ts";
import { tokenMcpServer } from "../../support/callees/token-mcp-server.ts";
import { type NetworkedWorker, startNetworkedRuntime } from "../../support/deployed/networked-runtime.ts";
import { eventually, type UserError } from "../../support/deployed/planwright.ts";
import { type EchoingCallee, type EchoPlace, echoingCallee } from "./echoing-callee.ts";

const secret = "tok-5up3r/s3cret+value";
const encoded = (text: string) => [
  text,
  encodeURIComponent(text),
  JSON.stringify({ text }),
  btoa(text),
  Buffer.from(text).toString("base64url"),
  Buffer.from(text).toString("hex"),
];
/** Where any of these stands, something of the secret has come through. */
const traces = [
  ...["5up3r", "s3cret", "tok-5"],
  ...encoded(secret)
    .slice(3)
    .map((form) => form.slice(2, 22)),
  ...[btoa(`Bearer ${secret}`).slice(12, 30), encodeURIComponent(secret).slice(4, 14)],
];

const folder = mkdtempSync(join(tmpdir(), "secret-places-"));
const lines: string[] = [];
const delivered: string[] = [];
let callee: EchoingCallee;
let receiver: FakeHttpServer;
let model: RunningExample;
let worker: NetworkedWorker;

const callables = { MCP: "echo_tool", A2A: "peer_echo_a2a", "an agent behind HTTP": "echo_http" } as const;
const kinds = ["MCP", "A2A", "an agent behind HTTP"] as const;
const places: readonly EchoPlace[] = ["result", "error-result", "http-error", "rpc-error", "stream", "garbage"];
const rows = kinds.flatMap((kind) => places.map((place) => [kind, place] as const));

/** The argument that holds the words of a call. */
function wordsOf(kind: string): string {
  return kind === "an agent behind HTTP" ? "user_query" : "text";
}

async function change(field: string, input: object): Promise<unknown> {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
  const data = await worker.planwright.ask<{ [field: string]: { readonly errors: readonly UserError[] } }>(
    `mutation ($input: ${type}!) { ${field}(input: $input) { errors { message path } } }`,
    { input },
  );
  expect(data[field]?.errors).toEqual([]);
  return data;
}

beforeAll(async () => {
  callee = await echoingCallee((authorization) =>
    [...encoded(authorization), ...encoded(authorization.replace("Bearer ", ""))].join(" "),
  );
  receiver = await fakeHttpServer((_, response, body) => {
    delivered.push(body);
    response.writeHead(204).end();
  });
  model = await startModelServer(0, { wordDelayMs: 0 });
  const scripted = { name: "scripted", provider: "openai-compatible", model: "m", baseUrl: `${model.url}/v1` };
  const kept = { storage: folder, onLine: (line: string) => void lines.push(line) };
  const settings = { MODELS: JSON.stringify([scripted]), TOOL_SECRET_ECHO: secret };
  worker = await startNetworkedRuntime(inject("builtConfig"), settings, kept);
  const bearerSecret = "ECHO";
  await change("registerMcpServer", { name: "echo", url: `${callee.url}/mcp`, bearerSecret });
  // One of the deployment, one of the subject, one of the tenant.
  const stored = { url: callee.url, value: secret };
  await change("setSecret", { ...stored, name: "MINE", scope: "SUBJECT" });
  await change("setSecret", { ...stored, name: "OURS", scope: "TENANT" });
  const credentialOf = (name: string) => ({
    headers: [{ name: "Authorization", secret: name, prefix: "Bearer " }],
  });
  await change("registerAgent", { source: { a2a: { url: `${callee.url}/a2a`, credential: credentialOf("MINE") } } });
  const http = { endpoint: `${callee.url}/agent`, credential: credentialOf("OURS") };
  await change("registerAgent", { name: "echo_http", description: "Repeats what it heard", source: { http } });
  for (const [kind, toolName] of Object.entries(callables)) {
    const words = { [wordsOf(kind)]: "{{input.text}}" };
    const call = { tool: { stepId: "call", toolName, arguments: words } };
    await change("saveWorkflow", {
      name: `${toolName}_flow`,
      description: `Calls ${toolName}`,
      source: { plan: { steps: [call] } },
    });
  }
});

afterAll(async () => {
  await worker?.close();
  await model?.close();
  await receiver?.close();
  await callee?.close();
  rmSync(folder, { recursive: true, force: true });
});

function expectClean(where: string, text: string): void {
  for (const trace of traces) {
    const at = text.indexOf(trace);
    expect(at < 0 ? "" : `${where}: …${text.slice(Math.max(0, at - 60), at + 60)}…`).toBe("");
  }
}

const shown = /* GraphQL */ `
  query ($id: ID!) {
    execution(by: { id: $id }) {
      status response failure { message details }
      toolCalls: projection(dialect: TOOL_CALLS)
      orchestrate: projection(dialect: ORCHESTRATE)
      executionResponse: projection(dialect: EXECUTION_RESPONSE)
      modelCalls { reply { value } failure { message details } }
      artifacts(first: 20) { nodes { name description text json } }
      steps {
        output { value } failure { message details }
        ... on ToolStep { text { value } content { value } warnings { message details } attachments { name } attempts { failure { message details } } }
        ... on AgentStep { text { value } content { value } warnings { message details } attempts { failure { message details } } }
      }
      events(first: 200) {
        nodes {
          type chatFrame
          ... on StepFinished { output { value } content { value } failure { message details } warnings { message details } }
          ... on AttemptFailed { attemptFailure: failure { message details } }
          ... on TextProduced { text }
          ... on ExecutionFinished { failure { message details } }
        }
      }
    }
    executions(first: 100) { nodes { title response failure { message details } steps { preview: output { preview } } } }
    mcpServers(first: 10) { nodes { name error: status tools { nodes { name description } } } }
    agents(first: 10) { nodes { name description exampleQueries warnings { message } } }
  }
`;

describe.each(rows)("[N151, N530] %s that repeats its secret in its %s", (kind, place) => {
  it("has it kept, shown and sent on nowhere", async () => {
    const origin = new URL(worker.planwright.endpoint).origin;
    const heardBefore = callee.heard.length;
    const name = callables[kind];
    const argument = wordsOf(kind);
    const webhooks = [
      { url: receiver.url, events: ["STEP_STARTED", "ATTEMPT_FAILED", "STEP_FINISHED", "EXECUTION_FINISHED"] },
    ];
    const { executePlan } = await worker.planwright.ask<{
      executePlan: { execution: { id: string; steps: readonly object[] } | null; errors: readonly UserError[] };
    }>(
      `mutation ($input: ExecutePlanInput!) {
        executePlan(input: $input) { execution { id steps { stepId } } errors { message path } }
      }`,
      {
        input: {
          source: { prompt: { text: `Call ${name} {"${argument}": "${place}"}` } },
          options: { waitMs: 25_000, webhooks },
        },
      },
    );
    expect(executePlan.errors).toEqual([]);
    const id = executePlan.execution?.id ?? "";
    expect(executePlan.execution?.steps).toHaveLength(1);

    const api = await worker.planwright.ask<object>(shown, { id });
    expectClean("the API", JSON.stringify(api));
    const exported = await (await fetch(`${origin}/export/${id}`)).text();
    expectClean("the export", exported);
    if (place === "result" || place === "error-result") expect(exported).toContain("[secret]");

    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin)));
    const flow = await client.callTool({ name: `workflow_${name}_flow`, arguments: { text: place } });
    await client.close();
    expectClean("the answer of the MCP server", JSON.stringify(flow));

    const message = { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text: place }] };
    const task = await fetch(`${origin}/a2a/default/${name}_flow`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } }),
    });
    const answered = await task.text();
    expect(answered).toContain("TASK_STATE_");
    expectClean("the answer of the A2A server", answered);

    // The callee was called each time with the very secret, or nothing is shown by that.
    expect(callee.heard.length).toBeGreaterThanOrEqual(heardBefore + 3);
    expect(new Set(callee.heard)).toEqual(new Set([`Bearer ${secret}`]));
  });
});

const seen = `status pendingHumanInputs { id kind prompt connectUrl }
  steps { failure { message } ... on ToolStep { text { value } } }
  events(first: 100) { nodes { type } }`;

async function plan(toolName: string): Promise<string> {
  const steps = [{ tool: { stepId: "read", toolName, arguments: {} } }];
  const { executePlan } = await worker.planwright.ask<{
    executePlan: { execution: { id: string } | null; errors: readonly UserError[] };
  }>("mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { id } errors { message } } }", {
    input: { source: { plan: { steps } }, options: { waitMs: 5_000 } },
  });
  expect(executePlan.errors).toEqual([]);
  return executePlan.execution?.id ?? "";
}

async function standing(id: string) {
  const { execution } = await worker.planwright.ask<{ execution: Standing }>(
    `query ($id: ID!) { execution(by: { id: $id }) { ${seen} } }`,
    { id },
  );
  return execution;
}

describe("a server that demands that each user connects", () => {
  it("[N547, N881] is connected from the link of a question, and the step that waits goes on; nothing of it shows anywhere", async () => {
    const server = await oauthMcpServer();
    try {
      const input = { name: "notes", url: server.mcpUrl, trusted: true, credential: { oauth: {} } };
      const register = async () =>
        (
          await worker.planwright.ask<{
            registerMcpServer: { connectUrl: string | null; errors: readonly UserError[] };
          }>(
            "mutation ($input: RegisterMcpServerInput!) { registerMcpServer(input: $input) { connectUrl errors { message path } } }",
            { input },
          )
        ).registerMcpServer;
      const first = await register();
      expect(first.errors).toMatchObject([
        { path: ["input", "credential"], message: expect.stringContaining("connects first") },
      ]);
      await connect(server, first.connectUrl ?? "");
      expect(await register()).toEqual({ connectUrl: null, errors: [] });

      // A step of a subject who has connected asks nobody.
      expect(await standing(await plan("read_notes"))).toMatchObject({ status: "SUCCEEDED" });

      // The server forgets all tokens, and the refresh token with them: the step waits for the person.
      server.revoke();
      server.forget();
      const id = await plan("read_notes");
      const waiting = await standing(id);
      expect(waiting).toMatchObject({ status: "WAITING", pendingHumanInputs: [{ kind: "CONNECT" }] });
      expect(waiting.pendingHumanInputs[0]?.prompt).toContain("connects first");
      const link = waiting.pendingHumanInputs[0]?.connectUrl ?? "";

      // Somebody else's browser, a link with a changed letter, and an answer that comes twice get nowhere.
      const opened = await fetch(link);
      const elsewhere = await server.consent(linkIn(await opened.text()));
      const stolen = await fetch(elsewhere);
      expect([stolen.status, await stolen.text()]).toEqual([400, expect.stringContaining("the browser in which")]);
      expect((await fetch(`${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`)).status).toBe(404);
      const back = await connect(server, link);
      expect((await fetch(back.address, { headers: { cookie: back.cookie } })).status).toBe(400);
      const { auditLog } = await worker.planwright.ask<{
        auditLog: { nodes: readonly { action: string; targetKind: string; subject: string; outcome: string }[] };
      }>("{ auditLog(first: 50) { nodes { action targetKind subject outcome } } }");
      const connecting = auditLog.nodes.filter((one) => one.action === "CREATE" && one.targetKind === "CONNECTION");
      expect(connecting.map(({ outcome, subject }) => `${subject} ${outcome}`)).toEqual(
        ["REFUSED", "DONE", "REFUSED", "DONE"].map((outcome) => `anonymous ${outcome}`),
      );

      await eventually(async () => (await standing(id)).status === "SUCCEEDED");
      const ended = await standing(id);
      expect(ended.steps[0]?.text?.value).toBe("read as [secret]");
      const origin = new URL(worker.planwright.endpoint).origin;
      const exported = await (await fetch(`${origin}/export/${id}`)).text();
      const { secrets: stored } = await worker.planwright.ask<{ secrets: unknown }>(
        "{ secrets { name scope origin } }",
      );
      for (const given of server.secrets) {
        oauthTraces.push(given.slice(0, 20));
        expect(`${JSON.stringify(ended)}${exported}${JSON.stringify(stored)}`).not.toContain(given.slice(0, 20));
      }
      expect(server.calls).toHaveLength(2);
    } finally {
      await server.close();
    }
  });
});

describe("a server that a client with a private key reaches by proofs of possession", () => {
  it("[N900, N906] is called, and nothing of the keys or the tokens shows anywhere", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const server = await oauthMcpServer({ clientKey: await exportJWK(publicKey), proofs: { nonce: "nonce-of-1" } });
    try {
      const value = await exportPKCS8(privateKey);
      await change("setSecret", { name: "KEY", scope: "TENANT", value, url: server.url });
      const clientKey = { secret: "KEY", algorithm: "ES256" };
      const credential = { clientCredentials: { clientId: "signer", clientKey } };
      await change("registerMcpServer", { name: "signed", url: server.mcpUrl, trusted: true, credential });
      const steps = [{ tool: { stepId: "read", toolName: "signed.read_notes", arguments: {} } }];
      const { executePlan } = await worker.planwright.ask<{
        executePlan: { execution: { id: string } | null; errors: readonly UserError[] };
      }>(
        "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { id } errors { message } } }",
        {
          input: { source: { plan: { steps } }, options: { waitMs: 20_000 } },
        },
      );
      expect(executePlan.errors).toEqual([]);
      const id = executePlan.execution?.id ?? "";
      const api = JSON.stringify(await worker.planwright.ask<object>(shown, { id }));
      expect(api).toContain("read as [secret]");
      const exported = await (await fetch(`${new URL(worker.planwright.endpoint).origin}/export/${id}`)).text();
      const ofKey = value
        .split("\n")
        .slice(1, 3)
        .map((line) => line.slice(0, 40));
      // A key of a token is kept as a JWK.
      const unseen = [...server.secrets.map((given) => given.slice(0, 20)), ...ofKey, '"crv":"P-256"'];
      for (const trace of unseen) {
        oauthTraces.push(trace);
        expect(`${api}${exported}`).not.toContain(trace);
      }
      expect([server.calls.length, server.wrongProofs]).toEqual([1, []]);
    } finally {
      await server.close();
    }
  });
});

/** Opens the link of a question as a browser does, and sends the form with the secret. */
async function giveSecret(link: string): Promise<void> {
  const opened = await fetch(link);
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const page = await opened.text();
  expect([opened.status, page]).toEqual([200, expect.stringContaining("Go on only if that is you")]);
  const state = /name="state" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const form = { method: "POST", body: new URLSearchParams({ state, "secret.PAT": secret }) };
  const answer = await fetch(new URL("/oauth/callback", link), { ...form, headers: { cookie } });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.stringContaining("You can close this page")]);
  // It works once, and no page repeats it.
  const again = await fetch(new URL("/oauth/callback", link), { ...form, headers: { cookie } });
  const refused = await again.text();
  expect(again.status).toBe(400);
  expectClean("a page", `${page}${text}${refused}`);
}

describe("a server that demands a secret of each user", () => {
  it("[N920, N927] is given it on the page of a question's link and nowhere else, and the steps that wait go on; nothing of it shows anywhere", async () => {
    const server = await tokenMcpServer((token) => encoded(token).join(" "));
    const { planwright } = worker;
    try {
      const headers = [{ name: "X-Token", secret: "PAT", scope: "SUBJECT" }];
      const input = { name: "tickets", url: `${server.url}/mcp`, trusted: true, credential: { headers } };
      const register = async () =>
        (
          await planwright.ask<{ registerMcpServer: { connectUrl: string | null; errors: readonly UserError[] } }>(
            "mutation ($input: RegisterMcpServerInput!) { registerMcpServer(input: $input) { connectUrl errors { message path } } }",
            { input },
          )
        ).registerMcpServer;
      const first = await register();
      expect(first.errors).toMatchObject([{ message: expect.stringContaining("connects first with the secret PAT") }]);
      await giveSecret(first.connectUrl ?? "");
      expect(await register()).toEqual({ connectUrl: null, errors: [] });
      const known = await plan("read_tickets");
      expect(await standing(known)).toMatchObject({ status: "SUCCEEDED" });

      await change("setSecret", { name: "PAT", scope: "SUBJECT" });
      const ids = [await plan("read_tickets"), await plan("read_tickets")];
      const [asked, other] = [await standing(ids[0] ?? ""), await standing(ids[1] ?? "")];
      for (const waiting of [asked, other])
        expect(waiting).toMatchObject({ status: "WAITING", pendingHumanInputs: [{ kind: "CONNECT" }] });

      // As an answer it would be stored in clear.
      const answer = { requestId: asked.pendingHumanInputs[0]?.id, response: { accept: { PAT: secret } } };
      const { respondToHumanInput } = await planwright.ask<{ respondToHumanInput: { errors: readonly UserError[] } }>(
        "mutation ($input: RespondToHumanInputInput!) { respondToHumanInput(input: $input) { errors { message ... on SchemaViolationError { violations { message } } } } }",
        { input: answer },
      );
      expect(respondToHumanInput.errors).toMatchObject([
        { violations: [{ message: expect.stringContaining("at the link of the question") }] },
      ]);
      expectClean("the refusal", JSON.stringify(respondToHumanInput));

      await giveSecret(asked.pendingHumanInputs[0]?.connectUrl ?? "");
      for (const id of ids) {
        await eventually(async () => (await standing(id)).status === "SUCCEEDED");
        const ended = await planwright.ask<object>(shown, { id });
        expect(JSON.stringify(ended)).toContain("read as [secret]");
        expectClean("the API", JSON.stringify(ended));
        const exported = await (await fetch(`${new URL(worker.planwright.endpoint).origin}/export/${id}`)).text();
        expectClean("the export", exported);
      }
      expect(server.heard).toEqual([secret, secret, secret]);
      const { auditLog, secrets } = await planwright.ask<{
        auditLog: { nodes: readonly object[] };
        secrets: readonly object[];
      }>(
        "{ auditLog(first: 50) { nodes { action targetKind target detail outcome result } } secrets { name scope origin } }",
      );
      expectClean("the audit log", JSON.stringify([auditLog, secrets]));
      expect(auditLog.nodes).toContainEqual(
        expect.objectContaining({ action: "UPDATE", targetKind: "SECRET", target: "PAT", outcome: "DONE" }),
      );
    } finally {
      await server.close();
    }
  });
});

interface Standing {
  readonly status: string;
  readonly pendingHumanInputs: readonly {
    readonly id: string;
    readonly kind: string;
    readonly prompt: string;
    readonly connectUrl: string | null;
  }[];
  readonly steps: readonly { readonly text: { readonly value: string } | null }[];
}

/** What every token, code and client secret of the server begins with. */
const oauthTraces: string[] = [];

function linkIn(page: string): string {
  return (/<a href="([^"]+)">Connect</.exec(page)?.[1] ?? "").replaceAll("&amp;", "&");
}

/** Opens the link as a browser does, consents, and comes back. */
async function connect(server: OAuthMcpServer, link: string) {
  const opened = await fetch(link);
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const page = await opened.text();
  expect([opened.status, page]).toEqual([200, expect.stringContaining("Go on only if that is you")]);
  const address = await server.consent(linkIn(page));
  const returned = await fetch(address, { headers: { cookie } });
  expect([returned.status, await returned.text()]).toEqual([200, expect.stringContaining("You can close this page")]);
  return { address, cookie };
}

describe("after all of these calls", () => {
  it("[N151] a conversation whose tool repeats its secret shows nothing of it to people or models", async () => {
    const manifest = {
      agents: { Caller: { system_message: "Call it.", auto_tool_mode: true, structured_outputs_required: true } },
      tools: [
        {
          ...{ agent: "Caller", file: "echo.py", function: "echo_tool", description: "Repeats what it heard" },
          ...{ tool_type: "Agent_Tool", auto_invoke: true },
        },
      ],
      structured_outputs: {
        models: { Call: { type: "model", fields: { text: { type: "str" } } } },
        registry: { Caller: "Call" },
      },
    };
    await change("applyManifest", { name: "echoing", manifest });
    for (const text of ["result", "error-result"]) {
      const said = await worker.planwright.ask<object>(
        `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
          conversation { messages(first: 50, includeHidden: true) { nodes { text } } variables }
          execution { status steps { output { value } failure { message } } events(first: 100) { nodes { type chatFrame } } }
          errors { message }
        } }`,
        {
          input: {
            conversation: { start: { manifest: "echoing", chatId: text, appId: "a" } },
            text,
            options: { waitMs: 20_000 },
          },
        },
      );
      const answer = JSON.stringify(said);
      expect(answer).toContain("[secret]");
      expectClean("the conversation", answer);
    }
  });

  it("[N151] nothing of it stands in prompts of models, deliveries of webhooks, lines of the log, or storage", async () => {
    await eventually(async () => delivered.filter((body) => body.includes("execution_finished")).length >= rows.length);
    expectClean("a webhook", delivered.join("\n"));
    const prompts = await (await fetch(`${model.url}/ledger`)).text();
    expect(prompts).toContain("[secret]");
    expectClean("a prompt", prompts);
    expect(lines.length).toBeGreaterThan(0);
    expectClean("the log", lines.join("\n"));
    expect(oauthTraces.length).toBeGreaterThan(5);

    await worker.close();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const stored = files.map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
    expect(stored.join("")).toContain("[secret]");
    for (const [at, text] of stored.entries()) {
      expectClean(`stored in ${files[at]?.name}`, text);
      for (const trace of oauthTraces) expect(text.includes(trace) ? `${trace} in ${files[at]?.name}` : "").toBe("");
    }
  });
});
