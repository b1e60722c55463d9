/** `planwright dev` and `planwright deploy --dry-run` in a project of a user: its own Worker, its own wrangler, a program of its `.mcp.json`. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { projectRoot } from "../../../scripts/setup.mjs";
import { type Program, startCommand } from "./built-command.ts";

const folder = mkdtempSync(join(tmpdir(), "planwright-dev-"));
const programs: Program[] = [];

beforeAll(() => {
  // What the build made is the Worker of the project. wrangler takes every module beside the entry, so nothing else lies there.
  const built = dirname(inject("builtConfig"));
  mkdirSync(join(folder, "worker"));
  for (const name of readdirSync(built).filter((one) => /\.(js(\.map)?|graphql)$/.test(one)))
    cpSync(join(built, name), join(folder, "worker", name));
  cpSync(join(built, "assets"), join(folder, "assets"), { recursive: true });
  const config = readFileSync(inject("builtConfig"), "utf8").replace('main = "worker.js"', 'main = "worker/worker.js"');
  writeFileSync(join(folder, "wrangler.toml"), `${config}\n[vars]\nAUTH_MODE = "keys"\n`);
  symlinkSync(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), "{}");
});

afterAll(async () => {
  for (const { child, ended } of programs) {
    child.kill("SIGTERM");
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function start(args: readonly string[]): Promise<Program> {
  const program = await startCommand(args, { cwd: folder });
  programs.push(program);
  return program;
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? String(address.port) : "";
}

it("[N476] dev starts the Worker of the project and the programs of its .mcp.json, whose tools a plan then calls, and leaves nothing behind", async () => {
  const port = await freePort();
  const memory = join(projectRoot, "node_modules/@modelcontextprotocol/server-memory/dist/index.js");
  const server = { command: process.execPath, args: [memory], env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") } };
  writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { memory: server } }));
  const entity = { name: "Elbe", entityType: "river", observations: ["long"] };
  const step = { tool: { stepId: "keep", toolName: "create_entities", arguments: { entities: [entity] } } };
  writeFileSync(join(folder, "plan.json"), JSON.stringify({ steps: [step] }));
  const dev = await start(["dev", "--port", port]);
  await dev.says(/✓ memory: .*create_entities/);
  await dev.says(/Ctrl-C stops it/);
  const run = await start(["run", "plan.json", "--watch", "--url", `http://127.0.0.1:${port}`]);
  expect(await run.ended, run.text()).toBe(0);
  expect(readFileSync(join(folder, "memory.jsonl"), "utf8")).toContain("Elbe");
  await dev.says(/SUCCEEDED in .*create_entities/);
  expect(dev.text().split("\n").length).toBeLessThan(12);
  dev.child.kill("SIGINT");
  expect(await dev.ended).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
  expect(existsSync(join(folder, ".planwright/state"))).toBe(true);
});

it("[N475, N476, N795] deploy --dry-run builds with the wrangler of the project; dev says what it lacks", async () => {
  const dry = await start(["deploy", "--dry-run"]);
  expect(await dry.ended, dry.text()).toBe(0);
  expect(dry.text()).toMatch(/--dry-run[\s\S]*Nothing was deployed/);
  writeFileSync(
    join(folder, ".mcp.json"),
    JSON.stringify({ mcpServers: { lost: { command: "nowhere-to-be-found" } } }),
  );
  const port = await freePort();
  const dev = await start(["dev", "--port", port]);
  await dev.says(/Cannot start lost: .*ENOENT[\s\S]*→ nowhere-to-be-found/);
  // The Worker and other servers can be used all the same.
  await dev.says(/Ctrl-C stops it/);
  dev.child.kill("SIGINT");
  dev.child.kill("SIGINT");
  await dev.ended;
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
  mkdirSync(join(folder, "empty"));
  const empty = await startCommand(["dev"], { cwd: join(folder, "empty") });
  expect(await empty.ended).toBe(2);
  expect(empty.text()).toContain("→ npm create planwright");
});

it("[N870] dev ends with what the code throws when it cannot start after a change", async () => {
  rmSync(join(folder, ".mcp.json"), { force: true });
  const entry = join(folder, "worker", "worker.js");
  const code = readFileSync(entry, "utf8");
  const dev = await start(["dev", "--port", await freePort()]);
  await dev.says(/Ctrl-C stops it/);
  writeFileSync(entry, `${code}\nthrow new Error("no such tool");`);
  await dev.says(/✗ The Worker does not run: no such tool\n→ mend/);
  expect(await dev.ended).toBe(7);
  expect(dev.text()).not.toContain("u001b");
});
