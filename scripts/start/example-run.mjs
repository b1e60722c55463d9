/** The run of `npm start`: the tools of the example MCP server, the example agent, and a prompt that becomes a plan and an answer. */
import { demandSuccess } from "./example-team.mjs";
import { ask } from "./graphql-client.mjs";

/** From this the scripted model makes a plan that runs the workflow `publish`. */
export const examplePrompt = "Publish a post about AI trends 2025";

export const exampleQuestion = "What did our machines cost in the last seven days?";

/** Registers the example MCP server as trusted, and gives the names of its tools. */
export async function registerTools(endpoint, url) {
  const { registerMcpServer } = await ask(
    endpoint,
    `mutation ($input: RegisterMcpServerInput!) {
      registerMcpServer(input: $input) { mcpServer { tools(first: 100) { nodes { name } } } errors { message } }
    }`,
    { input: { name: "example", url, trusted: true } },
  );
  demandSuccess("register the example MCP server", registerMcpServer.errors);
  return registerMcpServer.mcpServer.tools.nodes.map(({ name }) => name);
}

/** Registers the example agent, and gives its name. */
export async function registerAgent(endpoint, url) {
  const { registerAgent: payload } = await ask(
    endpoint,
    "mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { name } errors { message } } }",
    {
      input: {
        name: "CostAgent",
        description: "Reports what machines cost, and how to save",
        tags: ["costs", "machines"],
        exampleQueries: [exampleQuestion],
        source: {
          http: {
            endpoint: `${url}/execute`,
            healthUrl: `${url}/health`,
            effectClass: "READ_ONLY",
            usageHints: "Amounts are in US dollars",
          },
        },
      },
    },
  );
  demandSuccess("register the example agent", payload.errors);
  return payload.agent.name;
}

/** Starts the prompt and gives the ID of the execution. */
export async function startPrompt(endpoint) {
  const { executePlan } = await ask(
    endpoint,
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { id } errors { message } } }",
    { input: { source: { prompt: { text: examplePrompt } } } },
  );
  demandSuccess("start the example prompt", executePlan.errors);
  return executePlan.execution.id;
}
