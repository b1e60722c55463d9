/**
 * The client that the conformance suite of MCP starts for each scenario: registers the server of the scenario with a running Planwright, and
 * runs one plan that calls every tool that could be used. Usage: node mcp-client-driver.ts URL-OF-THE-SERVER, with the address of Planwright
 * in PLANWRIGHT_URL. Exits 1 if the server could not be registered or a step failed.
 */

import { Planwright } from "../../support/deployed/planwright.ts";
import { connect, credentialFor, type OAuthContext } from "./oauth-person.ts";

interface ToolSeen {
  readonly name: string;
  readonly qualifiedName: string;
  readonly inputSchema: { readonly properties?: { readonly [name: string]: { readonly type?: string } } };
}

interface Registered {
  readonly connectUrl: string | null;
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
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}") as OAuthContext & {
  readonly toolCalls?: readonly ToolCall[];
};

/** A server that refuses its caller makes the person connect; a few times, as it may want further scopes. */
const mostConnects = 3;
/** A person tries again where an authorization server did not answer in time, as those of the suite do on a busy machine. */
const mostTries = 4;
const isOAuth = (process.env.MCP_CONFORMANCE_SCENARIO ?? "").startsWith("auth/");
const credential = isOAuth ? { credential: await credentialFor(planwright, url, context) } : {};
const input = { name: `suite${process.pid}`, url, trusted: true, ...credential };
let registerMcpServer = await register();
for (let asked = 0; asked < mostConnects && registerMcpServer.connectUrl !== null; asked++) {
  const hindrance = await connected(registerMcpServer.connectUrl);
  if (hindrance !== undefined) {
    console.error(`Cannot connect to ${url}: ${hindrance}`);
    process.exit(1);
  }
  registerMcpServer = await register();
}
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

async function connected(link: string): Promise<string | undefined> {
  let hindrance = await connect(link);
  for (let tries = 1; tries < mostTries && hindrance?.includes("could not be reached") === true; tries++)
    hindrance = await connect(link);
  return hindrance;
}

async function register(): Promise<Registered> {
  const answer = await planwright.ask<{ registerMcpServer: Registered }>(
    `mutation ($input: RegisterMcpServerInput!) {
      registerMcpServer(input: $input) {
        mcpServer { tools(first: 100) { nodes { name qualifiedName inputSchema } } }
        connectUrl
        errors { message }
      }
    }`,
    { input },
  );
  return answer.registerMcpServer;
}

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
  let connects = 0;
  for (let look = 0; look < 100; look += 1) {
    const seen = await planwright.execution({ id: execution.id });
    for (const { id } of seen?.pendingHumanInputs ?? []) {
      const link = await linkOf(id);
      if (link === null) await planwright.answer(id, { accept: { confirmed: true } });
      else if (++connects > mostConnects)
        return fail(name, "the server demands that the person connects again and again");
      else {
        const hindrance = await connect(link);
        if (hindrance !== undefined) return fail(name, hindrance);
      }
    }
    if (seen?.status === "SUCCEEDED") return;
    if (seen !== null && seen.status === "FAILED") return fail(name, seen.steps[0]?.failure?.message);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  fail(name, "the execution did not end");
}

async function linkOf(id: string): Promise<string | null> {
  const { node } = await planwright.ask<{ node: { readonly connectUrl: string | null } | null }>(
    "query ($id: ID!) { node(id: $id) { ... on HumanInputRequest { connectUrl } } }",
    { id },
  );
  return node?.connectUrl ?? null;
}

function fail(name: string, message: string | undefined): void {
  console.error(`Cannot call ${name}: ${message}`);
  isWell = false;
}
