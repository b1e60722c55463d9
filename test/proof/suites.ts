/** Every suite of `npm run proof`, in the order in which they run: first those that need nothing but the packages of the project. */
import { a2a03Suite } from "./a2a/a2a-0.3-suite.ts";
import { a2a10Suite } from "./a2a/a2a-1.0-suite.ts";
import { agentMeshSuite } from "./agent-mesh/agent-mesh-suite.ts";
import { celSuite } from "./cel/cel-suite.ts";
import { jsonSchemaSuite } from "./json-schema/json-schema-proof.ts";
import { mcpClientSuite } from "./mcp/mcp-client-suite.ts";
import { mcpServerSuite } from "./mcp/mcp-server-suite.ts";
import type { Suite } from "./suite.ts";
import { traceContextSuite } from "./trace-context/trace-context-suite.ts";
import { volumesSuite } from "./volumes/volumes-suite.ts";

export const suites: readonly Suite[] = [
  mcpServerSuite,
  mcpClientSuite,
  celSuite,
  jsonSchemaSuite,
  volumesSuite,
  agentMeshSuite,
  traceContextSuite,
  a2a10Suite,
  a2a03Suite,
];
