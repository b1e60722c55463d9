/** The example MCP server in this process, and what its ledger says: the oracle of what really was called. */
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

export interface ExampleWorld {
  /** Address of the MCP endpoint. */
  readonly mcpUrl: string;
  /** Every call that arrived, oldest first; those of one request if its `requestId` is given. */
  ledger(requestId?: string): Promise<readonly LedgerEntry[]>;
  close(): Promise<void>;
}

interface RawEntry extends Omit<LedgerEntry, "requestId"> {
  readonly meta: { readonly "dev.planwright/execution"?: { readonly requestId?: string } };
}

export async function startExampleWorld(): Promise<ExampleWorld> {
  return exampleWorldOf(await startExampleServer(0, { delayMs: 0 }));
}

export function exampleWorldOf(server: RunningServer): ExampleWorld {
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
    close: () => server.close(),
  };
}
