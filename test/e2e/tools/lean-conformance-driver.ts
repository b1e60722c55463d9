/**
 * The client that the conformance suite of MCP starts for each scenario: finds the tools of its server and calls each, over the lean call or
 * the official client as PATH_OF_CALLS says. Usage: node lean-conformance-driver.ts URL-OF-THE-SERVER.
 */
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { callMcpTool } from "../../../src/tools/mcp/mcp-call.ts";
import { callOverLibrary } from "../../../src/tools/mcp/mcp-library-call.ts";
import { type CallChoices, ToolCaller } from "../../support/callees/mcp-tool-calls.ts";

const values: { readonly [type: string]: Json } = { number: 2, integer: 2, string: "text", boolean: true, object: {} };
const [url = ""] = process.argv.slice(2);
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}") as {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
};
const by: CallChoices["by"] =
  process.env.PATH_OF_CALLS === "lean" ? callMcpTool : (call) => callOverLibrary(call, null);

const caller = new ToolCaller("");
caller.url = url;
const found = await caller.discover();
if (!found.ok) process.exit(1);
const calls =
  context.toolCalls ?? caller.tools.map(({ inputSchema, name }) => ({ name, arguments: argumentsFor(inputSchema) }));
let isWell = true;
for (const { arguments: input, name } of calls) {
  let attempt = await caller.call(name, input, { by });
  for (let asked = 0; attempt.kind === "ASKS" && asked < 5; asked++) {
    const given = { isAccepted: true, response: { confirmed: true } };
    const continuation = { ...given, details: attempt.details, question: asked + 1 };
    attempt = await caller.call(name, input, { by, continuation });
  }
  isWell &&= attempt.kind === "SUCCEEDED";
}
process.exit(isWell ? 0 : 1);

function argumentsFor(schema: Json): JsonObject {
  const { properties = {} } = schema as {
    readonly properties?: { readonly [name: string]: { readonly type?: string } };
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type = "string" }]) => [name, values[type] ?? null]),
  );
}
