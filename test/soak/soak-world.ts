/** The example world of the soak in this process: tools, a remote agent, an agent behind HTTP and the scripted model. */
import { startA2aAgent } from "../../examples/a2a-agent/server.ts";
import { startHttpAgent } from "../../examples/http-agent/server.ts";
import type { SetupAddresses } from "../../examples/load-generator/options.ts";
import { startExampleServer } from "../../examples/mcp-server/server.ts";
import { startModelServer } from "../../examples/model-server/server.ts";

export interface SoakWorld {
  readonly addresses: SetupAddresses;
  /** Setting `MODELS`. */
  readonly models: string;
  /** Ports on which the Worker calls. */
  readonly ports: readonly number[];
  /** Makes the servers forget what they keep of every call, so that they do not grow with the soak. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export async function startSoakWorld(): Promise<SoakWorld> {
  const mcp = await startExampleServer(0, { delayMs: 0 });
  const a2a = await startA2aAgent(0);
  const agent = await startHttpAgent(0);
  const model = await startModelServer(0, { wordDelayMs: 0 });
  const servers = [mcp, a2a, agent, model];
  const models = [{ name: "scripted", provider: "openai-compatible", model: "scripted", baseUrl: `${model.url}/v1` }];
  return {
    addresses: { mcpUrl: `${mcp.url}/mcp`, a2aUrl: a2a.url, agentUrl: agent.url },
    models: JSON.stringify(models),
    ports: servers.map(({ url }) => Number(new URL(url).port)),
    async forget() {
      // Not the remote agent, which would forget tasks that are waited for.
      const ledgers = [`${mcp.url}/ledger/reset`, `${agent.url}/reset`, `${model.url}/reset`];
      await Promise.all(ledgers.map((url) => fetch(url, { method: "POST" })));
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
