/** The first minutes of a newcomer: `npm start`, a crash in the middle of its run, `npm start` again, and Ctrl-C. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { npmStart, type StartedByNpm, servesAtLast, startPorts } from "./npm-start.ts";

const folder = mkdtempSync(join(tmpdir(), "npm-start-"));
let environment: { readonly [name: string]: string };
let started: StartedByNpm | undefined;

beforeAll(async () => {
  environment = { ...(await startPorts()), STATE_FOLDER: folder, EXAMPLE_DELAY_MS: "1500" };
});

afterAll(async () => {
  await started?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A run of the example world that has one finished step at least and is not over. */
async function inTheMiddle({ origin, output }: StartedByNpm): Promise<void> {
  const query =
    "{ executions(first: 10, filter: { status: [RUNNING] }) { nodes { endedStepCount stepCount runOf { name } } } }";
  while (!servesAtLast.test(output())) {
    const response = await fetch(`${origin}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as {
      readonly data: { readonly executions: { readonly nodes: readonly { readonly endedStepCount: number }[] } };
    };
    if (data.executions.nodes.some(({ endedStepCount }) => endedStepCount > 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The run was over before it was seen in the middle:\n${output()}`);
}

describe("npm start", () => {
  it("[N141] tells after a crash what had finished, that none of it was called again, and what was repeated", async () => {
    const first = npmStart(environment);
    const [, pid] = await first.printed(/kill -9 (\d+)/);
    await first.printed(/^Prompt /m);
    await inTheMiddle(first);
    process.kill(Number(pid), "SIGKILL");
    expect(await first.ended()).toBe(1);
    expect(first.output()).toContain("Type npm start again: what it left unfinished goes on first.");

    // It is slow only where a crash has to find it at work.
    started = npmStart({ ...environment, EXAMPLE_DELAY_MS: "50" });
    const [, finished, repeated] = await started.printed(
      /^Resumed after a crash: (\d+) steps? had finished, none was called again, (\d+) calls? (?:was|were) repeated\.$/m,
    );
    expect(Number(finished)).toBeGreaterThan(0);
    expect(Number(repeated)).toBeLessThanOrEqual(3);
    await started.printed(servesAtLast);
  });

  it("[N140] prints a dozen lines in plain words, the links last, nothing of the runtime and no colour", async () => {
    const output = started?.output() ?? "";
    const lines = output.split("\n").filter((line) => line.trim() !== "");
    // Two more than on the first start: what was left, and what it cost.
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines.slice(-4).map((line) => /^\S+/.exec(line)?.[0])).toEqual([
      "GraphQL",
      "GraphiQL",
      "Dashboard",
      "Ctrl-C",
    ]);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(134);
    expect(output).not.toMatch(/NOSENTRY|[A-Za-z0-9_-]{60}|millionths|\\"/);
    expect(output).not.toContain("\u001b");
    expect(output).toMatch(/^Plan {10}workflow_publish \(topic: "AI trends 2025"\)$/m);
    expect(output).toMatch(/^Ran .*\b6 executions, .* tool calls, .*, \$0\.\d{4}$/m);
    expect(output).toMatch(/^Answer .*"A post from research"\.$/m);
    expect(output).toMatch(/^Conversation .*: 4 messages, 1 decision of a person$/m);
  });

  it("[N140] serves what its links promise", async () => {
    const links = [...(started?.output() ?? "").matchAll(/^(GraphiQL|Dashboard)\s+(\S+)/gm)].map(([, , link]) => link);
    expect(links).toHaveLength(2);
    for (const link of links) {
      const response = await fetch(link ?? "");
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      await response.body?.cancel();
    }
  });

  it("[N140] keeps every line of its programs in a file", () => {
    expect(readFileSync(join(folder, "npm-start.log"), "utf8")).toContain("Example MCP server: ");
  });

  it("[N142] ends with 0 on Ctrl-C and leaves nothing listening", async () => {
    expect(await started?.stop()).toBe(0);
    started = undefined;
    for (const setting of Object.keys(environment).filter((name) => name.endsWith("PORT"))) {
      const listener = net.createServer().listen(Number(environment[setting]), "127.0.0.1");
      await once(listener, "listening");
      await once(listener.close(), "close");
    }
  });

  it("[N142] names the setting of a port that is taken, and starts nothing", async () => {
    const listener = net.createServer().listen(Number(environment.EXAMPLE_PORT), "127.0.0.1");
    await once(listener, "listening");
    try {
      const refused = npmStart(environment);
      expect(await refused.ended()).toBe(1);
      expect(refused.output()).toMatch(
        new RegExp(
          `^Cannot listen on port ${environment.EXAMPLE_PORT} \\(EADDRINUSE\\): stop .* EXAMPLE_PORT=\\d+ npm start$`,
          "m",
        ),
      );
    } finally {
      await once(listener.close(), "close");
    }
  });
});
