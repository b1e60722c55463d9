/**
 * The Worker of the crash tests in a process that can be killed: the local runtime through miniflare over storage that is kept.
 * Started by `chaos-worker.ts` with what to run as its first argument; says where it listens, and evicts the objects that it is told to.
 */
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";

const { storageFolder, workerOptions } = JSON.parse(process.argv[2] ?? "{}");
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    name: "planwright-kill",
    ...workerOptions,
    resourcePersistencePath: storageFolder,
    telemetry: { enabled: false },
    cf: false,
    log: new Log(LogLevel.NONE),
    handleStructuredLogs: ({ level, message }) => {
      if (level === "error" && process.env.CHAOS_LOG !== undefined) process.stderr.write(`${message}\n`);
    },
  }),
);
const { origin } = await miniflare.ready;
process.send?.({ url: origin });
process.on("message", async ({ evict, number }) => {
  const options = { name: evict, webSockets: "hibernate" };
  const evicted = await miniflare.unsafeEvictDurableObject("planwright-kill", "ExecutionObject", options).then(
    () => null,
    (error) => String(error),
  );
  process.send?.({ number, error: evicted });
});
// Whoever started it is gone.
process.on("disconnect", () => process.exit(0));
