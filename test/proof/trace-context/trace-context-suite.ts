/** The harness of W3C Trace Context, at its strictest and for Level 2, over requests that go through Planwright to an agent. */
import { createServer } from "node:http";
import { join } from "node:path";
import { runProgram } from "../run-program.ts";
import type { Scenario, Suite } from "../suite.ts";
import { startTraceService } from "./trace-service.ts";

const commit = "acab820";

export const traceContextSuite: Suite = {
  name: "trace-context",
  title: "W3C Trace Context, levels 1 and 2, strict",
  version: `w3c/trace-context ${commit}`,
  checkout: { folder: "trace-context", repository: "https://github.com/w3c/trace-context", commit },
  pythonPackages: { aiohttp: "python3-aiohttp", multidict: "python3-multidict" },
  declared: [],
  async run({ checkout, python, worker }) {
    const { close, planwright } = await worker().start();
    const service = await startTraceService(planwright);
    try {
      const { output } = await runProgram(python, ["test.py", service.url], {
        cwd: join(checkout, "test"),
        env: { STRICT_LEVEL: "2", SPEC_LEVEL: "2", HARNESS_PORT: String(await freePort()) },
        limitMs: 300_000,
      });
      return scenariosOfUnittest(output);
    } finally {
      await service.close();
      await close();
    }
  },
};

/** What Python's unittest prints at verbosity 2: a line for each test, and a block for each failure. */
export function scenariosOfUnittest(output: string): readonly Scenario[] {
  const blocks = new Map<string, string>();
  for (const block of output.split(/^={20,}$/m).slice(1)) {
    const [, name = ""] = /^(?:FAIL|ERROR): (\w+)/m.exec(block) ?? [];
    const [, trace = ""] = block.split(/^-{20,}$/m);
    blocks.set(name, trace.trim().split("\n").at(-1) ?? "");
  }
  const results = output.matchAll(
    /^(test_\w+) \((?:__main__\.)?(\w+).*?\)[\s\S]*?\.\.\. (ok|FAIL|ERROR|skipped .*)$/gm,
  );
  return [...results].map(([, name = "", group = "", result = ""]) => ({
    name: `${group}.${name}`,
    outcome: result === "ok" ? "passed" : result.startsWith("skipped") ? "skipped" : "failed",
    detail: blocks.get(name) ?? result,
  }));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
