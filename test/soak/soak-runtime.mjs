/**
 * The Worker of the soak in a process that can be killed: the local runtime through miniflare, on a given port, over storage that is kept.
 * Started by `soak-worker.ts` with what to run as its first argument; says when it listens, and where its inspector does.
 */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";

const { port, storageFolder, workerOptions } = JSON.parse(process.argv[2] ?? "{}");
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...workerOptions,
    ...{ host: "127.0.0.1", port, resourcePersistencePath: storageFolder, telemetry: { enabled: false }, cf: false },
    // Of the runtime, to see what is alive in its heap.
    inspectorPort: 0,
    log: new Log(LogLevel.NONE),
    // What the Worker logs of its work would be more than what is measured.
    handleStructuredLogs: () => undefined,
  }),
);
await miniflare.ready;
process.send?.({ inspector: (await miniflare.getInspectorURL()).host });
// Whoever started it is gone.
process.on("disconnect", () => process.exit(0));
