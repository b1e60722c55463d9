/** Every suite of `npm run proof`, in the order in which they run: first those that need nothing but the packages of the project. */
import { celSuite } from "./cel-suite.ts";
import { jsonSchemaSuite } from "./json-schema-proof.ts";
import { mcpClientSuite } from "./mcp-client-suite.ts";
import { mcpServerSuite } from "./mcp-server-suite.ts";
import type { Suite } from "./suite.ts";

export const suites: readonly Suite[] = [mcpServerSuite, mcpClientSuite, celSuite, jsonSchemaSuite];
