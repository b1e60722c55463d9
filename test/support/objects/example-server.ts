/**
 * Starts the example MCP server in Node for the tests in workerd, which cannot start one. They get its address by `inject("exampleUrl")`;
 * its ledger, at `/ledger`, has the calls that really arrived.
 */
import type { TestProject } from "vitest/node";
import { startExampleServer } from "../../../examples/mcp-server/server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the example MCP server, without a path. */
    exampleUrl: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startExampleServer(0, { delayMs: 0 });
  provide("exampleUrl", server.url);
  return () => server.close();
}
