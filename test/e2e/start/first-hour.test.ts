/** The settings that `.dev.vars.example` gives and the commands of `docs/operate.md`, followed to the letter against a real Worker. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningExample } from "../../../examples/listening.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";
import { quietWrangler } from "../../../scripts/start/quiet-wrangler.mjs";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { Planwright } from "../../support/deployed/planwright.ts";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";
import { startPorts } from "./npm-start.ts";

const textOf = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "first-hour-"));
let world: ExampleTools;
let model: RunningExample;

beforeAll(async () => {
  world = await startExampleTools();
  model = await startModelServer(0, { wordDelayMs: 0 });
});

afterAll(async () => {
  await model?.close();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface PromptAnswer {
  readonly executePlan: { readonly execution: unknown; readonly errors: readonly unknown[] };
}

describe(".dev.vars.example", () => {
  let program: ChildProcess | undefined;
  // A killed wrangler leaves its runtimes behind, which occupy a core until the machine stops.
  afterAll(async () => {
    if (program === undefined || program.exitCode !== null) return;
    const ended = once(program, "exit");
    program.kill("SIGINT");
    await ended;
  });

  /** Starts a Worker with the settings in `file`; its origin. A port that is free may be taken before the Worker has it. */
  async function startedWorker(file: string): Promise<string> {
    const wrangler = join(process.cwd(), "node_modules/wrangler/wrangler-dist/cli.js");
    let output = "";
    for (let tries = 0; tries < 3; tries += 1) {
      const { PORT = "" } = await startPorts();
      const given = [
        "--port",
        PORT,
        "--env-file",
        file,
        "--persist-to",
        join(folder, "state"),
        "--inspector-port",
        "0",
      ];
      const worker = spawn(process.execPath, [wrangler, "dev", ...given, "--show-interactive-dev-session=false"], {
        env: { ...process.env, ...quietWrangler },
        stdio: ["ignore", "pipe", "pipe"],
      });
      program = worker;
      for (const stream of [worker.stdout, worker.stderr]) stream.on("data", (chunk) => (output += chunk));
      const origin = `http://localhost:${PORT}`;
      while (worker.exitCode === null) {
        if ((await fetch(`${origin}/health`).catch(() => null))?.status === 200) return origin;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
    throw new Error(`wrangler dev ended with ${program?.exitCode}: ${output.slice(-2_000)}`);
  }

  it("[N149] starts a Worker as its words say, which registers a tool and answers a prompt with a server on this machine", async () => {
    const example = textOf(".dev.vars.example");
    const local = /# A server on this machine.*\n# (MODELS='.*')/.exec(example);
    if (local?.[1] === undefined) throw new Error("the example has no server on this machine");
    const settings = example.replace(`# ${local[1]}`, local[1].replace("http://127.0.0.1:11434/v1", `${model.url}/v1`));
    const file = join(folder, "dev.vars");
    writeFileSync(file, settings);
    const origin = await startedWorker(file);
    const planwright = new Planwright(origin);
    await planwright.register("example", world.mcpUrl, true);
    const { executePlan } = await planwright.ask<PromptAnswer>(
      `mutation {
        executePlan(input: { source: { prompt: { text: "Write a blog post about settings" } }, options: { waitMs: 20000 } }) {
          execution { status response }
          errors { message }
        }
      }`,
    );
    expect(executePlan).toMatchObject({ execution: { status: "SUCCEEDED" }, errors: [] });
    expect((await fetch(`${origin}/graphiql`)).status).toBe(200);
  });
});

describe("docs/operate.md", () => {
  const guide = textOf("docs/operate.md");
  const section = /## The first hour of a deployment\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? "";
  const commands = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = ""]) =>
    text.includes("curl") ? [text] : [],
  );
  const [, models = "[]"] = /^MODELS = '(.*)'$/m.exec(section) ?? [];
  const adminToken = "0123456789abcdef".repeat(4);
  let worker: RunningWorker | undefined;

  beforeAll(async () => {
    const [entry, ...others] = JSON.parse(models) as readonly object[];
    const list = JSON.stringify([
      { ...entry, provider: "openai-compatible", baseUrl: `${model.url}/v1`, model: "scripted" },
      ...others,
    ]);
    writeFileSync(join(folder, "planwright-admin-token"), `${adminToken}\n`);
    const settings = { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken, MODELS: list, MODEL_SECRET_OPENAI: "sk-test" };
    worker = await startWorker(settings);
  });
  afterAll(() => worker?.close());

  /** Runs a command of the guide as it stands, but for the addresses. */
  async function run(command: string): Promise<{ readonly data?: unknown } | null> {
    const sent = command
      .replaceAll("https://planwright.example.com", new URL(worker?.planwright.endpoint ?? "").origin)
      .replaceAll("https://tools.example.com/mcp", world.mcpUrl);
    // Not synchronously: the tools and the model are served by this very process.
    const { stdout } = await promisify(execFile)("bash", ["-c", sent], { env: { ...process.env, HOME: folder } });
    return stdout === "" ? null : JSON.parse(stdout);
  }

  it("[N149] has commands that make the first key, register a tool with it and run a prompt, one after another", async () => {
    expect(commands).toHaveLength(3);
    const [makeKey = "", register = "", prompt = ""] = commands;
    expect(await run(makeKey)).toBeNull();
    expect(readFileSync(join(folder, "planwright-key"), "utf8")).toMatch(/^\S{20,}\n?$/);
    expect(await run(register)).toMatchObject({
      data: { registerMcpServer: { mcpServer: { status: "READY" }, errors: [] } },
    });
    expect(await run(prompt)).toMatchObject({
      data: {
        executePlan: { execution: { status: "SUCCEEDED", usage: { modelCalls: 2, toolCalls: 2 } }, errors: [] },
      },
    });
  });
});
