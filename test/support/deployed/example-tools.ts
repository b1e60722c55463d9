/** The example MCP server in this process with its ledger: the oracle of what really was called. */
import { type RunningServer, startExampleServer } from "../../../examples/mcp-server/server.ts";

export interface LedgerEntry {
  readonly key: string;
  readonly tool: string;
  readonly arguments: unknown;
  /** When it arrived, Unix milliseconds. */
  readonly at: number;
  /** False for a call that did not run to its end at the tool. */
  readonly completed: boolean;
  readonly requestId: string;
}

export interface ExampleTools {
  /** Address of the MCP endpoint. */
  readonly mcpUrl: string;
  /** Every call that arrived, oldest first; those of one request if its `requestId` is given. */
  ledger(requestId?: string): Promise<readonly LedgerEntry[]>;
  /** Empties the ledger. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

interface RawEntry extends Omit<LedgerEntry, "requestId"> {
  readonly meta: { readonly "dev.planwright/execution"?: { readonly requestId?: string } };
}

export async function startExampleTools(): Promise<ExampleTools> {
  return exampleToolsOf(await startExampleServer(0, { delayMs: 0 }));
}

export function exampleToolsOf(server: RunningServer): ExampleTools {
  return {
    mcpUrl: `${server.url}/mcp`,
    async ledger(requestId) {
      const response = await fetch(`${server.url}/ledger`);
      const entries = ((await response.json()) as RawEntry[]).map(({ meta, ...entry }) => ({
        ...entry,
        requestId: meta["dev.planwright/execution"]?.requestId ?? "",
      }));
      return requestId === undefined ? entries : entries.filter((entry) => entry.requestId === requestId);
    },
    async forget() {
      await fetch(`${server.url}/ledger/reset`, { method: "POST" });
    },
    close: () => server.close(),
  };
}
