/**
 * The client that the conformance suite of MCP starts for each scenario: registers the server of the scenario with a running Planwright, and
 * runs one plan that calls every tool that could be used. Usage: node mcp-client-driver.ts URL-OF-THE-SERVER, with the address of Planwright
 * in PLANWRIGHT_URL. Exits 1 if the server could not be registered or a step failed.
 */
import { Planwright } from "../../support/deployed/planwright.ts";

interface ToolSeen {
  readonly name: string;
  readonly qualifiedName: string;
  readonly inputSchema: { readonly properties?: { readonly [name: string]: { readonly type?: string } } };
}

interface Registered {
  readonly mcpServer: { readonly tools: { readonly nodes: readonly ToolSeen[] } } | null;
  readonly errors: readonly { readonly message: string }[];
}

interface ToolCall {
  readonly name: string;
  readonly arguments: { readonly [name: string]: unknown };
}

const values: { readonly [type: string]: unknown } = {
  number: 2,
  integer: 2,
  string: "text",
  boolean: true,
  object: {},
};

const [url = ""] = process.argv.slice(2);
const planwright = new Planwright(process.env.PLANWRIGHT_URL ?? "");
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}") as { readonly toolCalls?: readonly ToolCall[] };

const { registerMcpServer } = await planwright.ask<{ registerMcpServer: Registered }>(
  `mutation ($input: RegisterMcpServerInput!) {
    registerMcpServer(input: $input) {
      mcpServer { tools(first: 100) { nodes { name qualifiedName inputSchema } } }
      errors { message }
    }
  }`,
  { input: { name: `suite${process.pid}`, url, trusted: true } },
);
if (registerMcpServer.mcpServer === null) {
  console.error(`Cannot register ${url}: ${registerMcpServer.errors[0]?.message}`);
  process.exit(1);
}
const tools = registerMcpServer.mcpServer.tools.nodes;
const calls =
  context.toolCalls ?? tools.map(({ name, inputSchema }) => ({ name, arguments: argumentsFor(inputSchema) }));
let isWell = true;
// One execution for each call, at once: a call that waits for a person holds no other up.
await Promise.all(calls.map(call));
process.exit(isWell ? 0 : 1);

/** One value for each parameter; a parameter named `schema` takes the first schema of the list, as it came through. */
function argumentsFor({ properties = {} }: ToolSeen["inputSchema"]): ToolCall["arguments"] {
  const entries = Object.entries(properties).map(([name, { type = "string" }]) => [
    name,
    name === "schema" ? tools[0]?.inputSchema : values[type],
  ]);
  return Object.fromEntries(entries);
}

async function call({ arguments: args, name }: ToolCall): Promise<void> {
  const toolName = tools.find((tool) => tool.name === name)?.qualifiedName ?? name;
  const { errors, execution } = await planwright.executePlan({
    source: { plan: { steps: [{ tool: { stepId: "call", toolName, arguments: args } }] } },
    options: { waitMs: 10_000 },
  });
  if (execution === null) return fail(name, errors[0]?.message);
  for (let look = 0; look < 100; look += 1) {
    const seen = await planwright.execution({ id: execution.id });
    for (const { id } of seen?.pendingHumanInputs ?? []) await planwright.answer(id, { accept: { confirmed: true } });
    if (seen?.status === "SUCCEEDED") return;
    if (seen !== null && seen.status === "FAILED") return fail(name, seen.steps[0]?.failure?.message);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  fail(name, "the execution did not end");
}

function fail(name: string, message: string | undefined): void {
  console.error(`Cannot call ${name}: ${message}`);
  isWell = false;
}
