/** The run of `npm start`: the tools of the example MCP server, and the worked example of the document Plan, Execute, Respond. */
import { ask } from "./graphql-client.mjs";

const examplePlan = {
  type: "tool_calls",
  reasoning: "Research the topic, then use that research to create the blog post.",
  calls: [
    { tool_name: "research_blog", arguments: { topic: "AI trends 2025", skill_id: "research_blog" } },
    {
      tool_name: "create_blog_post",
      arguments: {
        artifact_id: "$0.output.artifact_id",
        skill_id: "blog_writing",
        instructions: "Focus on practical applications",
      },
    },
  ],
};

/** Registers the example MCP server as trusted, and gives the names of its tools. */
export async function register(endpoint, url) {
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

/** Starts the plan and gives the ID of the execution. */
export async function start(endpoint) {
  const { executePlan } = await ask(
    endpoint,
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { id } errors { message } } }",
    { input: { source: { document: examplePlan } } },
  );
  demandSuccess("start the example plan", executePlan.errors);
  return executePlan.execution.id;
}

function demandSuccess(action, errors) {
  if (errors.length > 0) throw new Error(`Could not ${action}: ${errors.map(({ message }) => message).join("; ")}`);
}
