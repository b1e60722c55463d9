/** The real build of the product in the real runtime, for tests that need not kill it: up in about a second, with fresh storage. */
import { inject } from "vitest";
import { evicted, type WorkerObjects } from "./evict.ts";
import { startNetworkedRuntime } from "./networked-runtime.ts";
import { openSettings } from "./open-settings.ts";
import { Planwright } from "./planwright.ts";

export interface RunningWorker {
  readonly planwright: Planwright;
  /** Drops every execution's object from memory, with or without the WebSockets of its watchers, and gives how many there were. */
  evictExecutions(webSockets: "hibernate" | "close"): Promise<number>;
  /** How many executions have storage: those that were ever started. */
  storedExecutions(): Promise<number>;
  close(): Promise<void>;
}

interface StartedWorker {
  readonly planwright: Planwright;
  readonly objects: WorkerObjects;
  close(): Promise<void>;
}

type Settings = { readonly [name: string]: string };

/**
 * Starts the product on a free port, with settings beside those that serve everybody and permit tools on this machine. `builtConfig` is
 * the configuration beside another bundle.
 */
export async function startWorker(
  settings: Settings = {},
  builtConfig: string = inject("builtConfig"),
): Promise<RunningWorker> {
  return running(await startNetworkedRuntime(builtConfig, settings));
}

/** The same behind the proxy of wrangler, as in development. It bundles the Worker again, which takes some seconds. */
export async function startBehindProxy(settings: Settings = {}): Promise<RunningWorker> {
  return running(await startHarness(inject("builtConfig"), settings));
}

function running({ close, objects, planwright }: StartedWorker): RunningWorker {
  return {
    planwright,
    async evictExecutions(webSockets) {
      let count = 0;
      for (const id of await objects.listDurableObjectIds("EXECUTION")) {
        if (await evicted(objects, id, webSockets)) count += 1;
      }
      return count;
    },
    storedExecutions: async () => (await objects.listDurableObjectIds("EXECUTION")).length,
    close,
  };
}

async function startHarness(configPath: string, settings: Settings): Promise<StartedWorker> {
  const { createTestHarness } = await import("wrangler");
  const harness = createTestHarness({
    root: process.cwd(),
    workers: [
      {
        configPath,
        vars: { ...openSettings, ...settings },
      },
    ],
  });
  const { url } = await harness.listen().catch(async (error: unknown) => {
    await harness.close();
    throw error;
  });
  return { planwright: new Planwright(url.href), objects: harness.getWorker(), close: () => harness.close() };
}
