/** What an operator does at the command line: keys, the secret of webhooks, and servers that go. The deployment is a list of answers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { eventLine } from "../../../packages/planwright/cli/base/event-line.ts";
import type { ExecutionEvent } from "../../../packages/planwright/cli/base/execution-event.ts";
import { Terminal } from "./command.ts";

const terminal = new Terminal();
afterAll(() => terminal.remove());

interface Asked {
  readonly authorization: string | null;
  readonly operation: string;
  readonly input: unknown;
}

let asked: Asked[] = [];
let answers: { [operation: string]: object } = {};
beforeEach(() => {
  asked = [];
  answers = {};
});

const deployment = (async (_: unknown, { body, headers }: RequestInit = {}) => {
  const { query, variables } = JSON.parse(String(body)) as {
    query: string;
    variables: { after?: string | null; input?: unknown };
  };
  const operation = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
  asked.push({ authorization: new Headers(headers).get("authorization"), operation, input: variables.input });
  const page = variables.after == null ? operation : `${operation} after ${variables.after}`;
  return Response.json(answers[page] ?? { errors: [{ message: `no answer to ${operation}` }] });
}) as typeof fetch;

const type = (line: string) => terminal.type(line.split(" "), { fetch: deployment });

const key = (keyId: string, more: object = {}) => ({
  ...{ keyId, label: "nightly", subject: "importer", scopes: ["EXECUTION_START", "EXECUTION_READ"] },
  ...{ createdAt: "2026-11-01T10:00:00.000Z", expiresAt: null, revokedAt: null },
  ...more,
});

const page = (endCursor: string | null, ...nodes: readonly object[]) => ({
  data: { page: { pageInfo: { hasNextPage: endCursor !== null, endCursor }, nodes } },
});

describe("keys", () => {
  it("[N793] are listed with what each permits and whether it is valid, and the one that is kept here is marked", async () => {
    answers.CliKeys = {
      data: {
        apiKeys: [
          key("idA"),
          key("idB", { revokedAt: "2026-11-02T10:00:00.000Z" }),
          key("idC", { expiresAt: "2020-01-01T00:00:00.000Z" }),
        ],
      },
    };
    mkdirSync(join(terminal.folder, ".config/planwright"), { recursive: true });
    const credentials = { "http://127.0.0.1:8787": `pw_idA_${"0".repeat(64)}` };
    writeFileSync(join(terminal.folder, ".config/planwright/credentials.json"), JSON.stringify(credentials));
    const listed = await type("keys ls");
    expect(listed.code).toBe(0);
    expect(listed.out.split("\n")).toEqual([
      "valid   2026-11-01  importer  nightly  EXECUTION_START,EXECUTION_READ  (kept on this machine)  idA",
      "revoked 2026-11-01  importer  nightly  EXECUTION_START,EXECUTION_READ  idB",
      "expired 2026-11-01  importer  nightly  EXECUTION_START,EXECUTION_READ  idC",
      "",
    ]);
    expect(JSON.parse((await type("keys ls --json")).out)).toHaveLength(3);
  });

  it("[N793] are revoked by their id or by their whole text, and an unknown one ends with 5", async () => {
    answers.CliRevokeKey = { data: { revokeApiKey: { apiKey: key("idA"), errors: [] } } };
    const revoked = await type("keys revoke idA");
    expect(revoked).toMatchObject({ code: 0, out: "" });
    expect(revoked.err).toMatch(/Revoked nightly[\s\S]*kept on this machine[\s\S]*keys create/);
    const found = `pw_${"a".repeat(30)}_${"0".repeat(64)}`;
    await type(`keys revoke ${found}`);
    expect(asked.map(({ input }) => input)).toEqual([{ keyId: "idA" }, { keyId: "a".repeat(30) }]);
    const errors = [{ code: "NOT_FOUND", message: "There is no such key", path: ["input", "keyId"] }];
    answers.CliRevokeKey = { data: { revokeApiKey: { apiKey: null, errors } } };
    const unknown = await type("keys revoke x");
    expect(unknown.code).toBe(5);
    expect(unknown.err).toContain("→ npx planwright keys ls");
  });
});

it("[N792] the secret of webhooks is printed alone, and is asked for as the operator of a served folder", async () => {
  answers.CliWebhookSecret = { data: { viewer: { tenant: { name: "acme", webhookSecret: "whsec_a" } } } };
  mkdirSync(join(terminal.folder, "data"), { recursive: true });
  writeFileSync(join(terminal.folder, "data/secrets.env"), "ADMIN_TOKEN=operator\n");
  expect(await type("webhooks secret --data data --tenant acme")).toEqual({ code: 0, out: "whsec_a\n", err: "" });
  expect(asked[0]?.authorization).toBe("Bearer operator");
  expect(JSON.parse((await type("webhooks secret --json")).out)).toEqual({ tenant: "acme", secret: "whsec_a" });
  const error = {
    message: "Cannot use the field webhookSecret: required the scope CREDENTIALS_ADMIN, which the caller does not hold",
    extensions: { code: "FORBIDDEN" },
  };
  answers.CliWebhookSecret = { data: { viewer: { tenant: { name: "acme", webhookSecret: null } } }, errors: [error] };
  expect(await type("webhooks secret")).toMatchObject({ code: 4, err: expect.stringContaining("--data FOLDER") });
});

it("[N793, N986] a server is removed by its name with its tools, on whatever page of the list, and an unknown name ends with 5 and names those that are there", async () => {
  answers.CliServerIds = page("c", { id: "s0", name: "web" });
  answers["CliServerIds after c"] = page(null, { id: "s1", name: "files" });
  answers.CliRemove = { data: { removeMcpServer: { removedId: "s1", errors: [] } } };
  expect((await type("tools remove files")).err).toContain("Removed files");
  expect(asked.at(-1)?.input).toEqual({ mcpServerId: "s1" });
  const unknown = await type("tools remove file");
  expect(unknown.code).toBe(5);
  expect(unknown.err).toContain('Cannot remove "file": required the name of a server, found web, files');
});

it("[N987] times of executions and events are in UTC, and say so", async () => {
  const run = { id: "e1", status: "SUCCEEDED", waitingFor: null, title: "a run", durationMs: 1_200 };
  answers.CliLs = { data: { executions: { nodes: [{ ...run, createdAt: "2026-11-01T10:00:00.123Z" }] } } };
  expect((await type("ls")).out).toMatch(/^SUCCEEDED {10}2026-11-01 10:00:00Z {2}a run {2,}e1$/m);
  const event = { type: "CancelRequested", occurredAt: "2026-11-01T10:00:00.123Z", stepId: null, reason: null };
  const [time] = eventLine(event as unknown as ExecutionEvent) ?? [];
  expect(time).toMatchObject({ text: "10:00:00.123Z" });
});

it("[N946] every tool of a server is counted and looked at, on whatever page of the list", async () => {
  const own = (name: string, status: string, server: string) => ({ name, status, mcpServer: { name: server } });
  const server = (name: string, ...droppedTools: readonly object[]) => ({
    ...{ name, url: `https://${name}.example/mcp`, status: "READY", failure: null, droppedTools },
  });
  const health = Response.json({ version: "0.0.0" });
  answers.CliViewer = { data: { viewer: { subject: "ann", scopes: ["REGISTRY_READ"], tenant: { name: "acme" } } } };
  answers.CliServer = { data: { serverInfo: { models: [] } } };
  answers.CliServers = page(null, server("web"), server("files", { name: "move", reason: "a name too long" }));
  answers.CliServerTools = page("c", own("get", "READY", "web"), own("read", "READY", "files"));
  answers["CliServerTools after c"] = page(null, own("move", "READY", "files"), own("drop", "CHANGED", "files"));
  const fetch = (async (url: URL, init?: RequestInit) =>
    url.pathname === "/health" ? health : deployment(url, init)) as typeof globalThis.fetch;
  const looked = await terminal.type(["doctor"], { fetch });
  expect(looked.out).toContain("web: READY, 1 tools, https://web.example/mcp");
  expect(looked.out).toContain("files: READY, 3 tools, https://files.example/mcp");
  expect(looked.out).toContain("files offers move: a name too long");
  expect(looked.out).toContain("drop is not as it was accepted");
});

describe("answer", () => {
  it("[N946] lists every question that waits, on whatever page of the list", async () => {
    const question = (id: string) => ({
      ...{ id, kind: "APPROVAL", status: "PENDING", prompt: `Pay ${id}?`, callableName: "pay" },
      ...{ responseSchema: null, expiresAt: null, context: null },
    });
    answers.CliQuestions = page("c", question("q1"));
    answers["CliQuestions after c"] = page(null, question("q2"));
    expect(JSON.parse((await type("answer --json")).out)).toMatchObject([{ id: "q1" }, { id: "q2" }]);
    expect((await type("answer")).out).toMatch(/Pay q1\?[\s\S]*Pay q2\?/);
    expect((await type("answer --yes")).err).toContain("required one question, found 2 that wait");
  });

  it("[N872] takes yes or no at the terminal, no with a reason, and no word that only begins so", async () => {
    const question = { id: "q", kind: "APPROVAL", status: "PENDING", prompt: "Pay?", callableName: "pay" };
    const node = { ...question, responseSchema: null, expiresAt: null, context: null };
    answers.CliQuestion = { data: { node } };
    answers.CliRespond = { data: { respondToHumanInput: { request: { id: "q", status: "DONE" }, errors: [] } } };
    const typed = async (words: string) =>
      (await terminal.type(["answer", "q"], { fetch: deployment, answers: [words] })).code;
    for (const words of ["nevertheless yes", "None of them", "maybe", ""])
      expect([words, await typed(words)]).toEqual([words, 2]);
    for (const words of ["y", "YES", "n", "no, too dear", "No"])
      expect([words, await typed(words)]).toEqual([words, 0]);
    const given = asked.filter(({ operation }) => operation === "CliRespond").map(({ input }) => input);
    expect(given).toMatchObject([
      { response: { accept: {} } },
      { response: { accept: {} } },
      { response: { decline: "declined at the command line" } },
      { response: { decline: "too dear" } },
      { response: { decline: "declined at the command line" } },
    ]);
  });
});

describe("everything of a subject", () => {
  const head = { kind: "SUBJECT", format: "planwright.subject/1", subject: "a b" };
  const run = (id: string) => ({ kind: "EXECUTION", id, content: { events: ["é"] }, errors: [] });
  const cursor = (after: string) => ({ kind: "CURSOR", after });
  const text = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

  /** A deployment whose answers break off behind these texts; the one with END ends. */
  const answering = (...texts: readonly string[]) => {
    const paths: string[] = [];
    const left = [...texts];
    const answer = (async (url: URL) => {
      paths.push(`${url.pathname}${url.search}`);
      const bytes = new TextEncoder().encode(left.shift() ?? "");
      const isWhole = texts.length > 0 && left.length === 0 && texts.at(-1)?.includes('"END"') === true;
      // Cut amid a character, as a connection does.
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.subarray(at, at + 7));
          if (isWhole) controller.close();
        },
        pull: (controller) => controller.error(new Error("broken off")),
      });
      return new Response(body);
    }) as unknown as typeof fetch;
    return { paths, answer };
  };

  it("[N915] is written once each although the connection breaks, and asked for behind what came", async () => {
    const { answer, paths } = answering(
      text(head, run("1"), cursor("c1"), run("2")),
      text(head, run("2"), cursor("c2")),
      text(head, run("3"), cursor("c3"), { kind: "END", leftOut: [] }),
    );
    const done = await terminal.type(["export-subject", "a b"], { fetch: answer });
    expect(done.code).toBe(0);
    expect(done.out).toBe(
      text(head, run("1"), cursor("c1"), run("2"), cursor("c2"), run("3"), cursor("c3"), { kind: "END", leftOut: [] }),
    );
    expect(paths).toEqual(["", "?after=c1", "?after=c2"].map((search) => `/subjects/a%20b/export${search}`));
  });

  it("[N948] is asked for by a parameter where no path can name the subject", async () => {
    for (const subject of [".", ".."]) {
      const { answer, paths } = answering(text(head, cursor("c1")), text(head, { kind: "END", leftOut: [] }));
      expect((await terminal.type(["export-subject", subject], { fetch: answer })).code).toBe(0);
      expect(paths).toEqual(["", "&after=c1"].map((more) => `/subjects/export?subject=${subject}${more}`));
    }
  });

  it("[N915] ends with the cursor to go on with where an answer brings nothing whole", async () => {
    const { answer } = answering(text(head, run("1"), cursor("c1")), text(head, run("2")));
    const broken = await terminal.type(["export-subject", "alice"], { fetch: answer });
    expect(broken.code).not.toBe(0);
    expect(broken.out).toBe(text(head, run("1"), cursor("c1")));
    expect(broken.err).toContain("--after c1");
    const { answer: rest, paths } = answering(text(head, run("2"), cursor("c2"), { kind: "END", leftOut: [] }));
    const on = await terminal.type(["export-subject", "alice", "--after", "c1"], { fetch: rest });
    expect([on.code, on.out]).toEqual([0, text(run("2"), cursor("c2"), { kind: "END", leftOut: [] })]);
    expect(paths).toEqual(["/subjects/alice/export?after=c1"]);
  });
});
