/**
 * The runtime by itself, without the services that miniflare puts around a Worker for development, because its own time would be counted
 * with that of a Worker that takes few milliseconds. A side is `{ name, url, pid, spawnedAt, again(), stop() }`: `spawnedAt` is the moment of
 * `performance.now()` in which its process began, `again()` kills it and gives the side that another process serves from the same storage.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { createInterface } from "node:readline";
import workerd from "workerd";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { projectRoot } from "../../scripts/setup.mjs";
import { compatibilityDate, productSettings } from "../runtimes.mjs";

export function startPlainFloor() {
  return startOf("floor", "worker.mjs", { FLOOR: { className: "Floor" } });
}

/** The floor of subscriptions. */
export function startPlainBroadcast() {
  return startOf("broadcast", "broadcast.mjs", { BROADCAST: { className: "Broadcast" } });
}

/** A Worker of `bench/floor` that begins with the module `entry`. */
function startOf(name, entry, objects) {
  const modules = [entry, "plan.mjs"].map((file) => ({ name: file, path: join(projectRoot, "bench/floor", file) }));
  return start(name, { compatibilityDate, flags: [], modules, objects, settings: {} });
}

/** `bundle` as `buildProduct` gives it. Its objects and flags are those of `wrangler.toml`; artifacts, assets and counters are not bound. */
export function startPlainProduct(bundle) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(projectRoot, "wrangler.toml"));
  return start("product", {
    compatibilityDate: workerOptions.compatibilityDate,
    flags: workerOptions.compatibilityFlags,
    modules: bundle.modules.map(({ path }) => ({ name: basename(path), path })),
    objects: workerOptions.durableObjects,
    settings: productSettings,
  });
}

/**
 * `modules` are `{ name, path }`, the first of which is the entry; `objects` the classes of objects by the names of their bindings; `flags`
 * the compatibility flags; `settings` text by name.
 */
async function start(name, worker) {
  const folder = mkdtempSync(join(tmpdir(), `planwright-plain-${name}-`));
  mkdirSync(join(folder, "objects"));
  const config = compiledConfig(worker, folder);
  const run = async () => {
    const spawnedAt = performance.now();
    const runtime = spawn(workerd.default, ["serve", "--binary", "--experimental", "--control-fd=3", config], {
      stdio: ["ignore", "ignore", "inherit", "pipe"],
    });
    const ended = once(runtime, "exit");
    const lines = createInterface({ input: runtime.stdio[3] });
    const [said] = await Promise.race([once(lines, "line"), ended.then(() => [null])]);
    if (said === null) throw new Error(`Could not start the ${name}: the runtime ended`);
    const kill = async () => {
      runtime.kill("SIGKILL");
      await ended;
    };
    const again = async () => {
      await kill();
      return run();
    };
    const stop = async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    };
    return { name, url: `http://127.0.0.1:${JSON.parse(said).port}`, pid: runtime.pid, spawnedAt, again, stop };
  };
  return run();
}

/**
 * The configuration with all modules, as the platform and miniflare give it to a runtime. From text, each start would read the modules as a part of
 * a document first. Returns its path.
 */
function compiledConfig(worker, folder) {
  const [text, compiled] = ["config.capnp", "config.bin"].map((name) => join(folder, name));
  writeFileSync(text, configText(worker, folder));
  const out = openSync(compiled, "w");
  const { status } = spawnSync(workerd.default, ["compile", "--config-only", text], {
    stdio: ["ignore", out, "inherit"],
  });
  closeSync(out);
  if (status !== 0) throw new Error(`Could not compile the configuration: the runtime ended with ${status}`);
  return compiled;
}

function configText({ compatibilityDate: date, flags, modules, objects, settings }, folder) {
  const text = JSON.stringify;
  const list = (entries) => `[${entries.join(", ")}]`;
  const moduleEntries = modules.map(
    ({ name, path }) =>
      `(name = ${text(name)}, ${name.endsWith(".graphql") ? "text" : "esModule"} = embed ${text(relative(folder, path))})`,
  );
  const bindings = [
    ...Object.entries(objects).map(
      ([name, { className }]) => `(name = ${text(name)}, durableObjectNamespace = ${text(className)})`,
    ),
    ...Object.entries(settings).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
  ];
  const namespaces = Object.values(objects).map(
    ({ className }) => `(className = ${text(className)}, uniqueKey = ${text(className)}, enableSql = true)`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["public", "private"])),
    (name = "objects", disk = (path = ${text(join(folder, "objects"))}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = ${list(moduleEntries)},
  compatibilityDate = ${text(date)},
  compatibilityFlags = ${list(flags.map(text))},
  bindings = ${list(bindings)},
  durableObjectNamespaces = ${list(namespaces)},
  durableObjectStorage = (localDisk = "objects"),
);
`;
}
