/** What the command line makes of the files that it is given: plans, modules that build them, definitions and descriptions of servers. */
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { projectRoot } from "../../../scripts/setup.mjs";
import { Terminal } from "./command.ts";

const terminal = new Terminal();
const listeners: Server[] = [];
afterAll(() => {
  terminal.remove();
  for (const listener of listeners) listener.close();
});

let sent: { readonly operation: string; readonly input: unknown }[] = [];
let answer: object = {};
beforeEach(() => {
  sent = [];
  answer = { errors: [{ message: "later", extensions: { code: "UNAVAILABLE" } }] };
});

const deployment = (async (_: unknown, { body }: RequestInit = {}) => {
  // The export of an execution.
  if (body === undefined) return new Response("{}");
  const { query, variables } = JSON.parse(String(body)) as { query: string; variables: { input?: unknown } };
  sent.push({ operation: /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "", input: variables.input });
  return Response.json(answer);
}) as typeof fetch;

const type = (line: string) => terminal.type(line.split(" "), { fetch: deployment });

describe("the argument of run", () => {
  it("[N794] is no prompt if it names a file of another kind, and nothing is sent", async () => {
    terminal.write("plan", "{}");
    for (const words of ["plan", "plans/book.toml", "plan.jsonc", "notes.md", "missing.ts", "./plan"]) {
      const ran = await type(`run ${words}`);
      expect(ran, words).toMatchObject({ code: 2, out: "" });
      expect(ran.err, words).toMatch(/Cannot (run|read) /);
    }
    expect(sent).toEqual([]);
    await terminal.type(["run", "Compare node.js and plan.toml"], { fetch: deployment });
    await type("run rivers");
    expect(sent.map(({ input }) => input)).toMatchObject([
      { source: { prompt: { text: "Compare node.js and plan.toml" } } },
      { source: { prompt: { text: "rivers" } } },
    ]);
  });

  it("[N794] may be a module whose plan is sent; an error names the line that made its step", async () => {
    const library = join(projectRoot, "packages/planwright/plans/plans.ts");
    terminal.write(
      "post.ts",
      `import { definePlan } from ${JSON.stringify(library)};\nexport const post = definePlan(({ tools }) => {\n  tools.set_note({ name: "a", text: "b" });\n});\n`,
    );
    const error = {
      code: "UNKNOWN_CALLABLE",
      message: "Cannot call it",
      path: ["input", "source", "document", "steps", "0"],
    };
    answer = { data: { executePlan: { replayed: false, execution: null, warnings: [], errors: [error] } } };
    const ran = await type("run post.ts");
    expect(sent).toMatchObject([{ operation: "CliRun", input: { source: { document: { steps: [{ tool: {} }] } } } }]);
    expect(ran.err).toMatch(/Cannot call it \(\S+post\.ts:\d+:\d+\)/);
    terminal.write("none.ts", "export const a = 1;\n");
    expect((await type("run none.ts")).err).toContain(
      "required one plan of definePlan as its default or only one, found none",
    );
    terminal.write("broken.ts", "throw new Error('not today');\n");
    expect(await type("check broken.ts")).toMatchObject({ code: 2, err: expect.stringContaining("not today") });
  });
});

describe("apply", () => {
  it("[N796] registers agents and workflows as the file writes them, says what was registered, and lists every problem", async () => {
    const text = "schemaVersion: 1\nagents: []\n";
    terminal.write("definitions.yaml", text);
    const registered = {
      agents: [{ name: "a", toolName: "peer_a" }],
      workflows: [{ name: "w", toolName: "workflow_w" }],
    };
    const warnings = [{ message: "Replaces a", line: 2, column: 1 }];
    answer = { data: { importWorkflows: { ...registered, warnings, errors: [] } } };
    expect(await type("apply definitions.yaml")).toEqual({
      code: 0,
      out: "peer_a\nworkflow_w\n",
      err: "! 2:1: Replaces a\n",
    });
    await type("apply definitions.yaml --dry-run");
    expect(sent.map(({ input }) => input)).toEqual([
      { source: { yaml: text } },
      { source: { yaml: text }, dryRun: true },
    ]);
    const errors = [
      { code: "INVALID_INPUT", message: "line 2: wrong" },
      { code: "INVALID_INPUT", message: "line 9: too" },
    ];
    answer = { data: { importWorkflows: { agents: [], workflows: [], warnings: [], errors } } };
    const refused = await type("apply definitions.yaml");
    expect(refused).toMatchObject({ code: 6, err: expect.stringMatching(/2 problems[\s\S]*line 2[\s\S]*line 9/) });
    expect((await type("apply definitions.yaml --name x")).code).toBe(2);
  });

  it("[N796, N851] applies a manifest under the name of its file or of --name, or only checks it", async () => {
    const manifest = { agents: { Writer: { system_message: "Write." } } };
    terminal.write("chat.json", manifest);
    answer = { data: { applyManifest: { manifest: { name: "chat", agents: [] }, warnings: [], errors: [] } } };
    expect(await type("apply chat.json")).toMatchObject({ code: 0, out: "chat\n" });
    await type("apply chat.json --name support");
    expect(sent.map(({ input }) => input)).toEqual([
      { name: "chat", manifest },
      { name: "support", manifest },
    ]);
    answer = { data: { applyManifest: { manifest: null, warnings: [{ message: "unused" }], errors: [] } } };
    expect(await type("apply chat.json --dry-run")).toEqual({
      code: 0,
      out: "",
      err: "! unused\n✓ chat.json can be applied. Nothing was stored.\n",
    });
    expect(sent.at(-1)?.input).toEqual({ name: "chat", manifest, dryRun: true });
    const errors = [{ code: "MANIFEST_INVALID", message: "wrong" }];
    answer = { data: { applyManifest: { manifest: null, warnings: [], errors } } };
    expect(await type("apply chat.json --dry-run")).toMatchObject({ code: 6, err: expect.stringContaining("wrong") });
    terminal.write("list.json", []);
    expect((await type("apply list.json")).code).toBe(2);
  });
});

it("[N797] the address of an OpenAPI document is registered as such, and operations can be chosen", async () => {
  answer = {
    data: { registerOpenApiServer: { mcpServer: null, errors: [{ code: "UPSTREAM_ERROR", message: "no" }] } },
  };
  await type("tools add https://api.example.com/v1/openapi.json --operations listOrders getOrder --bearer-secret CRM");
  expect(sent).toEqual([
    {
      operation: "CliRegisterApi",
      input: {
        name: "api-example-com",
        url: "https://api.example.com/v1/openapi.json",
        secret: "CRM",
        operations: ["listOrders", "getOrder"],
      },
    },
  ]);
  const misplaced = await type("tools add https://tools.example.com/mcp --operations a");
  expect(misplaced.code).toBe(2);
  expect(misplaced.err).toContain("Cannot use --operations: it belongs to an OpenAPI document");
});

it("[N795] dev serves at no port where something listens, and says so before it starts anything", async () => {
  const listener = createServer().listen(0, "127.0.0.1");
  listeners.push(listener);
  await once(listener, "listening");
  const { port } = listener.address() as { readonly port: number };
  terminal.write("wrangler.toml", 'name = "agents"\n');
  const ran = await type(`dev --port ${port}`);
  expect(ran).toMatchObject({ code: 7, out: "" });
  expect(ran.err).toMatch(/another program listens there[\s\S]*→ planwright dev --port/);
  expect(sent).toEqual([]);
});

it("[N460] an export to a file that cannot be made says so, and is no failure of the deployment", async () => {
  answer = { data: { execution: { id: "e1" } } };
  terminal.write("taken", "");
  const ran = await type("export e1 --output taken/run.json");
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toMatch(/Cannot use \S+taken\/run\.json: a part of this path is a file/);
});

it("[N464] a module of a project may import every name of the platform", async () => {
  terminal.write("package.json", { type: "module" });
  symlinkSync(join(projectRoot, "node_modules"), join(terminal.folder, "node_modules"));
  terminal.write(
    "worker.ts",
    'import { tracing, WorkerEntrypoint } from "cloudflare:workers";\nimport { anything } from "cloudflare:new";\nexport class Mine extends WorkerEntrypoint {}\nexport default { callables: [tracing, anything].map(() => null).slice(2) };\n',
  );
  terminal.write("empty.json", { steps: [{ tool: { toolName: "none", arguments: {} } }] });
  const ran = await type("check empty.json --module worker.ts");
  expect(ran, ran.err).toMatchObject({ code: 1, out: expect.stringContaining('Cannot call "none"') });
});

it("[N461] the result of a run is what its last step gave, its text if it has no output, and a run that waits has none", async () => {
  terminal.write("plan.json", { steps: [] });
  const step = (stepId: string, more: object) => ({ stepId, status: "SUCCEEDED", output: null, text: null, ...more });
  const execution = {
    ...{
      id: "e1",
      status: "SUCCEEDED",
      title: "a run",
      durationMs: 1,
      response: null,
      failure: null,
      stepFailures: [],
    },
    ...{ usage: { modelCalls: 0, toolCalls: 2, costMicros: null }, pendingHumanInputs: [] },
    steps: [
      step("first", { output: { value: { a: 1 }, preview: "" }, text: { value: '{"a":1}', preview: "" } }),
      step("second", { text: { value: "two lines\nof text", preview: "" } }),
      step("third", { status: "SKIPPED" }),
    ],
  };
  const started = (one: object) => ({
    data: { executePlan: { replayed: false, execution: one, warnings: [], errors: [] } },
  });
  answer = started(execution);
  expect((await type("run plan.json --wait 1")).out).toBe("two lines\nof text\n");
  answer = started({ ...execution, steps: execution.steps.slice(0, 1) });
  expect(JSON.parse((await type("run plan.json --wait 1")).out)).toEqual({ a: 1 });
  answer = started({ ...execution, status: "WAITING" });
  expect((await type("run plan.json --wait 1")).out).toBe("");
});

it("[N797] of a large OpenAPI document the named operations alone are sent, with all that they refer to", async () => {
  const reply = (schema: string) => ({
    responses: { 200: { content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } } },
  });
  terminal.write("hub.json", {
    ...{ openapi: "3.1.0", servers: [{ url: "https://api.example.com" }], "x-large": "x".repeat(2_000) },
    paths: {
      "/issues": { parameters: [{ name: "page" }], get: { operationId: "issues/list", ...reply("Issue") }, post: {} },
      "/users": { get: { operationId: "users/list", ...reply("User") } },
    },
    components: {
      schemas: {
        Issue: { properties: { by: { oneOf: [{ $ref: "#/components/schemas/Author" }] } } },
        Author: { properties: { issues: { items: { $ref: "#/components/schemas/Issue" } } } },
        User: {},
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  });
  answer = {
    data: { registerOpenApiServer: { mcpServer: null, errors: [{ code: "UPSTREAM_ERROR", message: "no" }] } },
  };
  await type("tools add hub.json --operations issues/list");
  const input = sent[0]?.input as { operations: unknown; document: { paths: object; components: { schemas: object } } };
  expect(input.operations).toEqual(["issues_list"]);
  expect(input.document).toMatchObject({
    paths: { "/issues": { parameters: [{ name: "page" }], get: { operationId: "issues_list" } } },
    components: { securitySchemes: { token: { type: "http" } } },
  });
  expect(Object.keys(input.document.paths)).toEqual(["/issues"]);
  expect(Object.keys(input.document.components.schemas)).toEqual(["Issue", "Author"]);
  expect(JSON.stringify(input)).not.toMatch(/x-large|users|"post"/);
  const unknown = await type("tools add hub.json --operations issues/lst");
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("nearest: issues_list") });
  terminal.write("large.json", { openapi: "3.1.0", paths: {}, "x-large": "x".repeat(1_000_000) });
  const large = await type("tools add large.json");
  expect(large).toMatchObject({ code: 2, err: expect.stringMatching(/found 10000\d\d[\s\S]*→ choose the operations/) });
  expect(sent).toHaveLength(1);
});
