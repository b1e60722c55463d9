/**
 * `planwright serve` as it is installed: the built command in a folder of its own, the real runtime, real signals. What is stored must be
 * there after every end, and nothing may be served that should not.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "../../../scripts/setup.mjs";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { eventually, Planwright, tool } from "../../support/deployed/planwright.ts";
import { type Program, startCommand } from "./built-command.ts";

const folder = mkdtempSync(join(tmpdir(), "planwright-serve-"));
const env = { EGRESS_ALLOW_PRIVATE: "true", EGRESS_ALLOW_HTTP: "true" };
const programs: Program[] = [];
let tools: ExampleTools;
let key: { readonly authorization: string };

async function start(data = "data", more: readonly string[] = [], settings: { readonly [name: string]: string } = env) {
  const program = await startCommand(["serve", "--data", data, "--port", "0", ...more], { cwd: folder, env: settings });
  programs.push(program);
  return program;
}

interface Served {
  readonly program: Program;
  readonly origin: string;
  readonly runtime: number;
  readonly planwright: Planwright;
}

async function served(data?: string): Promise<Served> {
  const program = await start(data);
  const [, origin = "", pid = ""] = await program.says(/Serves on (\S+), data in \S+ \(process (\d+)\)/);
  return { program, origin, runtime: Number(pid), planwright: new Planwright(origin, key) };
}

const put = (origin: string, name: string, body: BodyInit, headers = {}) =>
  fetch(`${origin}/artifacts?name=${name}`, {
    method: "PUT",
    body,
    headers: { ...key, "content-type": "text/plain", ...headers },
  });

beforeAll(async () => {
  tools = await startExampleTools();
  // The runtime is found among what a project has installed.
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["workerd", "@cloudflare"])
    symlinkSync(join(projectRoot, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "package.json"), "{}");
});

afterAll(async () => {
  for (const { child } of programs) child.kill("SIGKILL");
  for (const data of ["data", "restored", "open"]) {
    const note = join(folder, data, "running.json");
    if (existsSync(note)) process.kill(JSON.parse(readFileSync(note, "utf8")).runtime, "SIGKILL");
  }
  await tools.close();
  rmSync(folder, { recursive: true, force: true });
});

it("[N470, N471] keeps executions, alarms and artifacts in its folder over SIGTERM and SIGKILL, and a copy of the folder is a backup", async () => {
  key = { authorization: "" };
  const first = await served();
  expect(statSync(join(folder, "data/secrets.env")).mode & 0o777).toBe(0o600);
  expect((await fetch(`${first.origin}/graphql?query={viewer{subject}}`)).status).toBe(401);
  const created = await startCommand(
    ["keys", "create", "--url", first.origin, "--tenant", "acme", "--data", "data", "--print"],
    { cwd: folder },
  );
  expect(await created.ended, created.text()).toBe(0);
  key = { authorization: `Bearer ${created.text().trim()}` };
  const planwright = first.planwright.as(key);
  await planwright.register("example", tools.mcpUrl, true);

  const large = "0123456789".repeat(250_000);
  const stored = await put(first.origin, "large.txt", large);
  expect(stored.status).toBe(201);
  const place = stored.headers.get("location") ?? "";
  expect((await put(first.origin, "other.txt", "other")).status).toBe(201);
  const read = await fetch(`${first.origin}${place}`, { headers: { ...key, range: "bytes=999990-1000009" } });
  expect([read.status, await read.text()]).toEqual([206, "01234567890123456789"]);
  const listed = await planwright.ask("{ artifacts(first: 1) { nodes { name byteSize } pageInfo { hasNextPage } } }");
  expect(listed).toEqual({
    artifacts: { nodes: [{ name: "large.txt", byteSize: large.length }], pageInfo: { hasNextPage: true } },
  });
  expect((await fetch(`${first.origin}/`)).headers.get("content-type")).toBe("text/html; charset=utf-8");

  // A request that is under way when the server is stopped is answered; one that comes later is not taken.
  const slow = { source: { plan: { steps: [tool("slow", "slow", { ms: 1_500 })] } }, options: { waitMs: 20_000 } };
  const underWay = planwright.start(slow);
  await eventually(async () => (await tools.ledger()).some((call) => call.tool === "slow"));
  first.program.child.kill("SIGTERM");
  expect((await underWay).status).toBe("SUCCEEDED");
  expect(await first.program.ended).toBe(0);
  await expect(fetch(`${first.origin}/health`)).rejects.toThrow();

  // All of it is killed in the middle of a call, and of a sleep. Both go on by themselves.
  const calls = (await tools.ledger()).length;
  const second = await served();
  const interrupted = await new Planwright(second.origin, key).start({ ...slow, options: {} });
  const asleep = await new Planwright(second.origin, key).start({
    source: { document: { steps: [{ sleep: { stepId: "nap", seconds: 2 } }] } },
  });
  await eventually(async () => (await tools.ledger()).length > calls);
  second.program.child.kill("SIGKILL");
  process.kill(second.runtime, "SIGKILL");
  await second.program.ended;
  const third = await served();
  for (const { id } of [interrupted, asleep])
    await eventually(async () => (await third.planwright.execution({ id }))?.status === "SUCCEEDED");

  // Nobody else may serve the folder meanwhile. A server whose process alone was killed leaves a runtime, which the next one ends.
  const another = await start();
  expect(await another.ended).toBe(2);
  expect(another.text()).toContain("serves it already");
  third.program.child.kill("SIGKILL");
  await third.program.ended;
  const fourth = await served();
  expect(fourth.program.text()).toContain(`Ends process ${third.runtime}`);
  fourth.program.child.kill("SIGTERM");
  expect(await fourth.program.ended).toBe(0);

  cpSync(join(folder, "data"), join(folder, "restored"), { recursive: true });
  rmSync(join(folder, "data"), { recursive: true });
  const restored = await served("restored");
  expect((await restored.planwright.execution({ id: interrupted.id }))?.status).toBe("SUCCEEDED");
  const artifact = await fetch(`${restored.origin}${place}`, { headers: key });
  expect(await artifact.text()).toBe(large);
  expect(
    (
      await restored.planwright.start({
        ...slow,
        source: { plan: { steps: [tool("again", "read_note", { name: "x" })] } },
      })
    ).status,
  ).toBe("SUCCEEDED");
  restored.program.child.kill("SIGTERM");
  expect(await restored.program.ended).toBe(0);
});

it("[N472] listens on this machine alone unless it is told otherwise, and to others never without credentials; every refusal says why", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? String(address.port) : "";
  mkdirSync(join(folder, "foreign"));
  writeFileSync(join(folder, "foreign/letter.txt"), "mine");
  const cases: readonly (readonly [Promise<Program>, number, string])[] = [
    [start("open", ["--host", "0.0.0.0"], { AUTH_MODE: "none" }), 2, "required a loopback address"],
    [start("foreign"), 2, "required an empty folder"],
    [start("taken", ["--port", taken]), 7, "another port after --port"],
    [start("wrong", [], { MAX_STEPS: "none" }), 2, "MAX_STEPS"],
    [start("lost", ["--settings", "nowhere.env"]), 2, "found no file there"],
  ];
  for (const [starting, code, words] of cases) {
    const program = await starting;
    expect(await program.ended, program.text()).toBe(code);
    expect(program.text()).toContain(words);
  }
  expect(readFileSync(join(folder, "foreign/letter.txt"), "utf8")).toBe("mine");
  server.close();
  const open = await start("open", ["--quiet"], { AUTH_MODE: "none" });
  const [, origin = ""] = await open.says(/Serves on (http:\/\/127\.0\.0\.1:\d+)/);
  expect(await (await fetch(`${origin}/graphql?query={viewer{subject}}`)).json()).toMatchObject({
    data: { viewer: { subject: "anonymous" } },
  });
  // A key in a header of Cloudflare's network is what a client wrote here, and names no address.
  open.child.kill("SIGINT");
  expect(await open.ended).toBe(0);
});
