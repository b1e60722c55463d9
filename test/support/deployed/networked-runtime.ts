/**
 * The built Worker in the real runtime with the runtime's own network and its own pages. wrangler's test harness bundles the Worker again,
 * starts a second runtime before it, which doubles the processor time of a start, and hands every request of the Worker to the fetch of
 * Node, in which cut bodies do not end, redirects fail, and an abandoned request keeps its connection.
 */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { workerOptions } from "./built-bundle.ts";
import type { WorkerObjects } from "./evict.ts";
import { openSettings } from "./open-settings.ts";
import { Planwright } from "./planwright.ts";

export interface NetworkedWorker {
  readonly planwright: Planwright;
  readonly objects: WorkerObjects;
  close(): Promise<void>;
}

/** What is kept of a run to be looked through. */
export interface KeptRun {
  /** Folder in which the objects have their storage. Absent for one that goes with the run. */
  readonly storage?: string;
  /** Gets every line that the Worker or the runtime writes. */
  readonly onLine: (line: string) => void;
}

/**
 * Starts the Worker that lies beside `configPath` on a free port, with fresh storage and settings beside those that serve everybody and
 * permit tools on this machine.
 */
export async function startNetworkedRuntime(
  configPath: string,
  settings: { readonly [name: string]: string },
  kept: KeptRun | null = null,
): Promise<NetworkedWorker> {
  const options = await workerOptions(configPath);
  const bindings = { ...openSettings, ...settings };
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      ...options,
      ...{ name: "planwright", bindings },
      telemetry: { enabled: false },
      cf: false,
      log: new Log(LogLevel.NONE),
      handleStructuredLogs: ({ message }: { readonly message: string }) => kept?.onLine(message),
    } as unknown as Parameters<typeof convertV4MiniflareOptions>[0]),
    ...(kept?.storage !== undefined && { resourcePersistencePath: kept.storage }),
  });
  const { origin } = await miniflare.ready;
  const classes = options.durableObjects ?? {};
  function className(binding: string): string {
    const { className: name } = classes[binding] ?? {};
    if (name === undefined) throw new Error(`${configPath} binds no object as ${binding}`);
    return name;
  }
  return {
    planwright: new Planwright(origin),
    objects: {
      listDurableObjectIds: (binding) => miniflare.listDurableObjectIds(binding),
      evictDurableObject: (binding, object) =>
        miniflare.unsafeEvictDurableObject("planwright", className(binding), object),
    },
    close: () => miniflare.dispose(),
  };
}
