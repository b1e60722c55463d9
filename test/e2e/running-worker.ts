/** The real build of the product in the real runtime, for tests that need not kill it: up in about two seconds, with fresh storage. */
import { inject } from "vitest";
import { createTestHarness } from "wrangler";
import { evicted } from "./evict.ts";
import { Planwright } from "./planwright.ts";

export interface RunningWorker {
  readonly planwright: Planwright;
  /** Drops every execution's object from memory, with or without the WebSockets of its watchers, and gives how many there were. */
  evictExecutions(webSockets: "hibernate" | "close"): Promise<number>;
  /** How many executions have storage: those that were ever started. */
  storedExecutions(): Promise<number>;
  close(): Promise<void>;
}

const defaults = { AUTH_MODE: "none", EGRESS_ALLOW_PRIVATE: "true", EGRESS_ALLOW_HTTP: "true" };

/** Starts the product on a free port, with settings beside those that serve everybody and permit tools on this machine. */
export async function startWorker(
  settings: { readonly [name: string]: string } = {},
  configPath = inject("builtConfig"),
): Promise<RunningWorker> {
  const harness = createTestHarness({
    root: process.cwd(),
    workers: [
      {
        configPath,
        vars: { ...defaults, ...settings },
        secrets: { ID_SEALING_SECRET: "5ea1".repeat(16) },
      },
    ],
  });
  const { url } = await harness.listen().catch(async (error: unknown) => {
    await harness.close();
    throw error;
  });
  return {
    planwright: new Planwright(url.href),
    async evictExecutions(webSockets) {
      const worker = harness.getWorker();
      let count = 0;
      for (const id of await worker.listDurableObjectIds("EXECUTION")) {
        if (await evicted(worker, id, webSockets)) count += 1;
      }
      return count;
    },
    storedExecutions: async () => (await harness.getWorker().listDurableObjectIds("EXECUTION")).length,
    close: () => harness.close(),
  };
}
