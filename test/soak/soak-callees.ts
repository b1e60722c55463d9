/** The callees of the soak in this process: the example tools, a remote agent, an agent behind HTTP and the scripted model. */
import { startA2aAgent } from "../../examples/a2a-agent/server.ts";
import type { SetupAddresses } from "../../examples/load-generator/options.ts";
import { startExampleTools } from "../support/deployed/example-tools.ts";
import { startModelCallees } from "../support/deployed/model-callees.ts";

export interface SoakCallees {
  readonly addresses: SetupAddresses;
  /** Setting `MODELS`. */
  readonly models: string;
  /** Ports on which the Worker calls. */
  readonly ports: readonly number[];
  /** Makes the servers forget what they keep of every call, so that they do not grow with the soak. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export async function startSoakCallees(): Promise<SoakCallees> {
  const tools = await startExampleTools();
  const a2a = await startA2aAgent(0);
  const callees = await startModelCallees();
  const { agentUrl, models, modelUrl } = callees;
  return {
    addresses: { mcpUrl: tools.mcpUrl, a2aUrl: a2a.url, agentUrl },
    models,
    ports: [tools.mcpUrl, a2a.url, agentUrl, modelUrl].map((url) => Number(new URL(url).port)),
    async forget() {
      // Not the remote agent, which would forget tasks that are waited for.
      await Promise.all([tools.forget(), callees.forget()]);
    },
    async close() {
      await Promise.all([tools.close(), a2a.close(), callees.close()]);
    },
  };
}
