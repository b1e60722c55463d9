/** The conformance suite of MCP for servers, as its authors publish it, in every run: what changes how events are sent changes `/mcp` too. */
import { expect, it } from "vitest";
import { mcpServerSuite } from "../../proof/mcp/mcp-server-suite.ts";
import { runSuites } from "../../proof/run-suites.ts";

it("[N1033] passes every scenario of the conformance suite of MCP for servers that is not declared to be without a subject here", async () => {
  const [result] = await runSuites([mcpServerSuite], { checkouts: "", pythons: [], onResult: () => undefined });
  expect(result?.notRun).toBeNull();
  expect(result?.verdict).toMatchObject({ failed: [], stale: [] });
  expect(result?.verdict?.passed).toBeGreaterThan(140);
}, 120_000);
