/** What `--setup` registers: the servers of the example world under the names that `kinds.ts` calls. Harmless to repeat. */
import type { GraphqlEndpoint } from "./graphql-endpoint.ts";
import type { SetupAddresses } from "./options.ts";

const talker = { agents: { Talker: { system_message: "Repeat what you are told." } } };

const keepSteps = [
  { tool: { stepId: "keep", toolName: "example.set_note", arguments: { name: "{{input.text}}", text: "kept" } } },
];

/** Throws with what was refused. */
export async function setUp(endpoint: GraphqlEndpoint, { a2aUrl, agentUrl, mcpUrl }: SetupAddresses): Promise<void> {
  const register = async (mutation: string, inputType: string, input: object) => {
    const { [mutation]: payload } = await endpoint.ask<{
      [name: string]: { readonly errors: readonly { readonly message: string }[] };
    }>(`mutation ($input: ${inputType}!) { ${mutation}(input: $input) { errors { message } } }`, { input });
    if (payload?.errors[0] !== undefined) throw new Error(`Cannot set up by ${mutation}: ${payload.errors[0].message}`);
  };
  await register("registerMcpServer", "RegisterMcpServerInput", { name: "example", url: mcpUrl, trusted: true });
  await register("registerAgent", "RegisterAgentInput", {
    name: "load_translator",
    source: { a2a: { url: a2aUrl, effectClass: "KEYED" } },
  });
  await register("registerAgent", "RegisterAgentInput", {
    ...{ name: "load-costs", description: "Tells the costs of machines" },
    source: { http: { endpoint: new URL("/execute", agentUrl).href, effectClass: "READ_ONLY" } },
  });
  const source = { plan: { steps: keepSteps } };
  await register("saveWorkflow", "SaveWorkflowInput", { name: "load_keep", description: "Keeps a text", source });
  await register("applyManifest", "ApplyManifestInput", { name: "LoadTalker", manifest: talker });
}
