/** The command line against the real Worker: each command as a person or a script types it. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ran, Terminal, type Typed } from "../../packages/cli/command.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually } from "../../support/deployed/planwright.ts";

const adminToken = "the-operators-token-of-more-than-thirty-two-characters";
const served = deployedWorld({ models: {}, servers: {}, settings: { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken } });

let terminal: Terminal;
let origin: string;

const type = (line: string, typed?: Typed): Promise<Ran> => terminal.type(line.split(" "), typed);
const operator = { authorization: `Bearer ${adminToken}`, "planwright-tenant": "acme" };
const asOperator = `--token ${adminToken} --tenant acme`;
const note = (stepId: string, toolName: string, args: object) => ({ tool: { stepId, toolName, arguments: args } });
const question = { humanInput: { stepId: "ask", kind: "CHOICE", prompt: "Which river?", choices: ["Elbe", "Oder"] } };

/** What a tool or a model could send to take over a terminal: a title, a cleared screen, C1, a turned direction, a link. */
const hostile = "a\u001b]0;owned\u0007b\u001b[2Jc\u009b31md\u202ee\u001b]8;;http://x.test\u001b\\f\u200bg";
/** Everything that a terminal would obey, but for the ends of lines. */
const obeyed = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

beforeAll(async () => {
  origin = new URL(served.worker.planwright.endpoint).origin;
  terminal = new Terminal({ PLANWRIGHT_URL: origin });
  terminal.write("plan.json", {
    steps: [note("write", "set_note", { name: "cli", text: "one" }), note("read", "read_note", { name: "cli" })],
  });
  terminal.write(
    "plan.yaml",
    'steps:\n  - tool: { toolName: set_note, arguments: { name: yaml, text: "{{bindings.text}}" } }\n',
  );
  terminal.write("wrong.json", { steps: [note("a", "set_note", { nam: 1 }), note("b", "reed_note", {})] });
  terminal.write("failing.json", { steps: [note("fail", "is_error", {})] });
  terminal.write("asks.json", { plan: { steps: [question] } });
  terminal.write("hostile.json", { steps: [note("write", "set_note", { name: "h", text: hostile })] });
});
afterAll(() => terminal.remove());

describe("keys", () => {
  it("[N460, N466] without a key, or with one that lacks a scope, a command says which, what to type, and ends with 4", async () => {
    const without = await type("ls");
    expect(without).toMatchObject({ code: 4, out: "" });
    expect(without.err).toMatch(/no key was sent[\s\S]*→ set PLANWRIGHT_TOKEN/);
    expect((await type("ls", { env: { PLANWRIGHT_TOKEN: "pw_wrong" } })).err).toContain(
      "the key of PLANWRIGHT_TOKEN was sent",
    );
    expect(await type(`keys create --scopes EXECUTION_READ ${asOperator}`)).toMatchObject({ code: 0 });
    const lacking = await type("run plan.json");
    expect(lacking).toMatchObject({ code: 4, out: "" });
    expect(lacking.err).toMatch(
      /required the scope EXECUTION_START[\s\S]*→ npx planwright keys create --scopes EXECUTION_START/,
    );
    expect(JSON.parse((await type("run plan.json --json")).err)).toMatchObject({ error: { code: "FORBIDDEN" } });
  });

  it("[N466] a created key is kept for this user alone and for its deployment alone", async () => {
    expect(await type(`keys create ${asOperator}`)).toMatchObject({ code: 0, out: "" });
    const file = join(terminal.folder, ".config/planwright/credentials.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual([origin]);
    const printed = await type(`keys create --print --scopes EXECUTION_READ,REGISTRY_READ ${asOperator}`);
    expect(printed.out).toMatch(/^pw_\S+\n$/);
    expect(await type("keys create --scopes READ_ALL")).toMatchObject({ code: 2, out: "" });
    let sent: string | null = null;
    await type("ls --url http://localhost:9", {
      fetch: async (_, init) => {
        sent = new Headers(init?.headers).get("authorization");
        return Response.json({ data: { executions: { nodes: [] } } });
      },
    });
    expect(sent).toBeNull();
  });
});

describe("tools add, types", () => {
  it("[N467] register a server by its address or a file of servers, name the tools, and say what is not there", async () => {
    const added = await type(`tools add ${served.tools.mcpUrl} --name example --trusted`);
    expect(added).toMatchObject({ code: 0 });
    expect(added.err).toMatch(/✓ example: READY, 15 tools/);
    expect(added.out).toMatch(/^append_note {2}UNSAFE$/m);
    terminal.write(".mcp.json", {
      mcpServers: { second: { url: served.tools.mcpUrl }, program: { command: "npx", args: ["x"] } },
    });
    const listed = await type("tools add .mcp.json");
    expect(listed).toMatchObject({ code: 0 });
    expect(listed.err).toContain("program is a program of this machine: npx planwright dev starts it");
    expect(await served.worker.planwright.as(operator).ask("{ mcpServers { nodes { name trusted } } }")).toEqual({
      mcpServers: {
        nodes: [
          { name: "example", trusted: true },
          { name: "second", trusted: false },
        ],
      },
    });
    const dead = await type("tools add http://127.0.0.1:9/mcp --name dead");
    expect(dead).toMatchObject({ code: 6, out: "" });
    expect(dead.err).toMatch(/Cannot register dead: [\s\S]*→ start the server/);
    terminal.write(
      "rivers.yaml",
      "openapi: 3.1.0\ninfo: { title: Rivers, version: '1' }\npaths:\n  /rivers:\n    get:\n      operationId: list_rivers\n      responses: { '200': { description: all } }\n",
    );
    const api = await type("tools add rivers.yaml --base http://127.0.0.1:9/v1");
    expect(api, api.err).toMatchObject({ code: 0 });
    expect(api.out).toMatch(/^list_rivers {2}READ_ONLY$/m);
    expect((await type("tools add rivers.yaml --trusted")).code).toBe(2);
    for (const line of [
      "tools add nonsense",
      "tools add .mcp.json --name program",
      "tools add .mcp.json --name nobody",
    ])
      expect(await type(line), line).toMatchObject({ code: 2, out: "" });
    const servers = await served.worker.planwright
      .as(operator)
      .ask<{ mcpServers: { nodes: { id: string; name: string }[] } }>("{ mcpServers { nodes { id name } } }");
    for (const { id, name } of servers.mcpServers.nodes)
      if (name !== "example") await served.worker.planwright.as(operator).remove(id);
  });

  it("[N478] types writes the declarations of the deployment, and says when a file is not current", async () => {
    expect((await type("types --check")).code).toBe(1);
    expect(await type("types")).toMatchObject({ code: 0, out: "" });
    const text = readFileSync(join(terminal.folder, "planwright.d.ts"), "utf8");
    expect(text).toMatch(/research_blog/);
    expect((await type("types --check")).code).toBe(0);
    expect((await type("types -o -")).out).toBe(text);
  });
});

describe("run, tail, ls", () => {
  it("[N461] start a plan of JSON or YAML, or a prompt, follow it to its end, and give the result alone on the standard output", async () => {
    const ran = await type("run plan.json --watch");
    expect(ran).toMatchObject({ code: 0 });
    expect(JSON.parse(ran.out)).toEqual({ name: "cli", text: "one" });
    expect(ran.err).toMatch(/Started \S+\n[\s\S]*→ write {2}set_note [\s\S]*✓ read [\s\S]*✓ SUCCEEDED\nSUCCEEDED in/);
    const yaml = await terminal.type(["run", "plan.yaml", "--wait", "20", "--input", '{"text":"from yaml"}']);
    expect(JSON.parse(yaml.out)).toEqual({ name: "yaml", text: "from yaml" });
    const piped = await type("run - --wait 20", {
      stdin: JSON.stringify({ steps: [note("a", "read_note", { name: "yaml" })] }),
    });
    expect(JSON.parse(piped.out)).toEqual({ name: "yaml", text: "from yaml" });
    const prompt = await terminal.type(["run", "Write a blog post about rivers", "--watch"]);
    expect(prompt.out).toMatch(/^Here is what came of "Write a blog post about rivers"\. [^\n]*\n$/);
    const lines = (await type("run plan.json --watch --json")).out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => Object.keys(line)[0])).toEqual([
      "started",
      ...lines.slice(1, -1).map(() => "event"),
      "execution",
    ]);
    expect(lines.at(-1)).toMatchObject({ execution: { status: "SUCCEEDED" } });
  });

  it("[N461] a run that does not succeed ends with 1, a refused one with 6 and every problem, and the same key starts once", async () => {
    const failed = await type("run failing.json --watch");
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/✗ FAILED[\s\S]*To run again what did not succeed: npx planwright retry /);
    const refused = await type("run wrong.json");
    expect(refused).toMatchObject({ code: 6, out: "" });
    expect(refused.err).toMatch(
      /2 problems\n[\s\S]*UNKNOWN_CALLABLE at \S+toolName: [^\n]*nearest: read_note[\s\S]*SCHEMA_VIOLATION/,
    );
    const [one, two] = [
      await type("run plan.json --key once --label team=x"),
      await type("run plan.json --key once --label team=x"),
    ];
    expect(two.out).toBe(one.out);
    expect(two.err).toContain("An earlier request with this key had started it.");
  });

  it("[N462] tail gives every event of an execution of the past, by its id or as the last one; an unknown id ends with 5", async () => {
    const { out } = await type("run plan.json --wait 20 --json");
    const { id } = JSON.parse(out);
    await eventually(async () => JSON.parse((await type("ls --limit 1 --json")).out)[0]?.id === id);
    const tailed = await type("tail last");
    expect(tailed).toMatchObject({ code: 0 });
    expect(tailed.out.match(/→ (write|read)/g)).toEqual(["→ write", "→ read"]);
    expect((await type(`tail ${id}`)).out).toBe(tailed.out);
    expect(await type("tail nonsense")).toMatchObject({ code: 5, out: "" });
    expect((await type("ls --status FAILED")).out).toMatch(/^FAILED .* is_error /);
    const exported = await type(`export ${id}`);
    expect(JSON.parse(exported.out)).toMatchObject({ format: "planwright.execution/1", execution: { id } });
    expect(await type(`export ${id} -o out.json`)).toMatchObject({ code: 0, out: "" });
    expect(JSON.parse(readFileSync(join(terminal.folder, "out.json"), "utf8")).events).toHaveLength(6);
    expect((await type(`export ${id} -o out.json`)).err).toContain("there is a file of this name already");
  });

  it("[N463] nothing that a tool or a person wrote reaches the terminal as a control character, in lines and in JSON", async () => {
    const ran = await type("run hostile.json --watch");
    const id = /Started (\S+)/.exec(ran.err)?.[1] ?? "";
    for (const { err, out } of [
      ran,
      await type(`tail ${id}`),
      await type(`tail ${id} --json`),
      await type(`export ${id}`),
    ]) {
      expect(out + err).toContain("\\u001b");
      expect(out + err).not.toMatch(obeyed);
    }
    expect(JSON.parse(ran.out)).toEqual({ name: "h", text: hostile });
  });
});

describe("answer, cancel, retry, fork", () => {
  it("[N462] answer shows what waits and answers it, by options or at the terminal; run and tail show the command", async () => {
    expect((await type("answer")).err).toBe("Nothing waits for a person.\n");
    const { id } = JSON.parse((await type("run asks.json --wait 20 --json")).out);
    const stopping = new AbortController();
    const onText = (text: string) => text.includes("npx planwright answer") && stopping.abort();
    const tailed = await type(`tail ${id}`, { signal: stopping.signal, onText });
    expect(tailed).toMatchObject({ code: 130 });
    expect(tailed.err).toContain("It goes on without you.");
    const shown = await type(`answer ${id}`);
    expect(shown.out).toMatch(/CHOICE {2}\S+\n {2}Which river\?\n/);
    expect((await type(`answer ${id} --yes --no`)).code).toBe(2);
    expect(await type(`answer ${id} --choice Rhine`)).toMatchObject({ code: 6, out: "" });
    expect(await type(`answer ${id}`, { answers: ["Oder"] })).toMatchObject({ code: 0 });
    expect(await type(`answer ${id} --choice Elbe`)).toMatchObject({ code: 5 });
    expect(JSON.parse((await type(`tail ${id} --json`)).out.trim().split("\n").at(-1) ?? "")).toMatchObject({
      execution: { status: "SUCCEEDED", steps: [{ output: { value: { choice: "Oder" } } }] },
    });
  });

  it("[N462] cancel, retry and fork do what they say, and say why not", async () => {
    const waits = JSON.parse((await type("run asks.json --wait 20 --json")).out).id;
    expect(await type(`retry ${waits}`)).toMatchObject({ code: 6, out: "" });
    expect(await type(`cancel ${waits} --reason enough`)).toMatchObject({ code: 0 });
    expect((await type(`tail ${waits}`)).code).toBe(1);
    const failed = JSON.parse((await type("run failing.json --wait 20 --json")).out).id;
    expect(await type(`retry ${failed} --watch`)).toMatchObject({ code: 1 });
    const done = JSON.parse((await type("run plan.json --wait 20 --json")).out).id;
    const forked = await terminal.type([
      "fork",
      done,
      "--from",
      "write",
      "-a",
      'write={"name":"cli","text":"forked"}',
      "--watch",
    ]);
    expect(forked).toMatchObject({ code: 0 });
    expect(JSON.parse(forked.out)).toEqual({ name: "cli", text: "forked" });
    expect(await terminal.type(["fork", done, "--from", "write", "-a", "write"])).toMatchObject({ code: 2 });
  });
});

describe("tools, check, doctor", () => {
  it("[N464] check says offline what the deployment says, of plans that can run and of wrong ones", async () => {
    expect((await type("check plan.json")).err).toContain("→ npx planwright tools export");
    expect(await type("tools export")).toMatchObject({ code: 0 });
    for (const file of ["plan.json", "wrong.json", "failing.json", "asks.json"]) {
      const offline = await type(`check ${file} --json`);
      const online = await type(`check ${file} --json --online`);
      const facts = ({ out }: Ran) => {
        const { errors, valid } = JSON.parse(out);
        return {
          valid,
          errors: errors.map(({ code, message }: { code: string; message: string }) => ({ code, message })),
        };
      };
      expect(facts(offline)).toEqual(facts(online));
      expect(offline.code).toBe(online.code);
    }
    expect((await type("check wrong.json")).code).toBe(1);
    expect((await type("check plan.yaml")).out).toContain("text");
    expect((await terminal.type(["check", "plan.yaml", "-i", '{"text":"x"}'])).code).toBe(0);
    expect(await terminal.type(["check", "Write a post"])).toMatchObject({ code: 2 });
  });

  it("[N465] doctor finds the deployment, the key, the models and the tools, and what is wrong with each", async () => {
    const healthy = await type("doctor");
    expect(healthy).toMatchObject({ code: 0 });
    for (const fact of [
      "✓ deployment",
      "✓ version",
      "✓ key         cli of tenant acme",
      "✓ scopes",
      "✓ models      scripted",
      "✓ tools       example: READY",
    ])
      expect(healthy.out).toContain(fact);
    const wrongKey = await type("doctor --json", { env: { PLANWRIGHT_TOKEN: "pw_x" } });
    expect(wrongKey.code).toBe(4);
    expect(JSON.parse(wrongKey.out)).toMatchObject({
      healthy: false,
      findings: expect.arrayContaining([expect.objectContaining({ subject: "key", state: "FAULT" })]),
    });
    expect((await type("doctor", { nodeVersion: "20.1.0" })).code).toBe(7);
    expect((await type("tools ls")).out).toMatch(/^append_note +UNSAFE /);
    expect((await type("tools accept nothing")).code).toBe(5);
    expect((await type("tools accept set_note --yes")).code).toBe(0);
  });
});
