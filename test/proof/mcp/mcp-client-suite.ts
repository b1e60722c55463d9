/** The official conformance suite of MCP against Planwright as a client: the servers of the suite are registered, and their tools called. */
import { join } from "node:path";
import type { Scenario, Suite } from "../suite.ts";
import { revisions, runMcpConformance } from "./mcp-checks.ts";
import { mcpClientDeclared } from "./mcp-client-declared.ts";

/** For one scenario. The suite gives 30 seconds and starts all scenarios of a revision at once, which a busy machine does not keep. */
const scenarioMs = 240_000;

const driver = join(import.meta.dirname, "mcp-client-driver.ts");

export const mcpClientSuite: Suite = {
  name: "mcp-client",
  title: "MCP conformance, client",
  version: "@modelcontextprotocol/conformance 0.2.0-alpha.12",
  declared: mcpClientDeclared,
  async run({ scratch, worker }) {
    const { close, planwright } = await worker().start();
    // The suite starts the driver with this environment.
    process.env.PLANWRIGHT_URL = new URL(planwright.endpoint).origin;
    try {
      const scenarios: Scenario[] = [];
      for (const revision of revisions) {
        const args = ["--timeout", String(scenarioMs), "--command", `${process.execPath} ${driver}`];
        scenarios.push(...(await runMcpConformance("client", revision, args, join(scratch, revision))));
      }
      return scenarios;
    } finally {
      delete process.env.PLANWRIGHT_URL;
      await close();
    }
  },
};
