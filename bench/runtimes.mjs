/**
 * The sides of the bench, each on its own local runtime through miniflare: no development proxy, storage on the disk of the
 * machine's temporary folder, the same kind of socket. A side is `{ name, url, pid, storageFolder, startUpMs, stop() }`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { buildDashboard } from "../scripts/build/dashboard.mjs";
import { buildWorker, runtimeModules } from "../scripts/build/worker.mjs";
import { projectRoot } from "../scripts/setup.mjs";

export const compatibilityDate = "2026-10-01";

/** Settings of the deployment, with caps that let a plan of 1,000 steps in. */
export const productSettings = {
  AUTH_MODE: "none",
  ID_SEALING_SECRET: "be9c".repeat(16),
  EGRESS_ALLOW_PRIVATE: "true",
  EGRESS_ALLOW_HTTP: "true",
  MAX_PLAN_BYTES: "1000000",
  MAX_STEPS: "10000",
  // `HOSTING=off npm run bench` measures executions that have an object each.
  ...(process.env.HOSTING === undefined ? {} : { HOSTING: process.env.HOSTING }),
};

export function startFloor() {
  const path = join(projectRoot, "bench/floor/worker.mjs");
  const modules = [path, join(projectRoot, "bench/floor/plan.mjs")].map((file) => ({ type: "ESModule", path: file }));
  const durableObjects = { FLOOR: { className: "Floor", useSQLite: true } };
  return start("floor", { modules, modulesRoot: projectRoot, compatibilityDate, durableObjects });
}

/** Cloudflare Workflows, as the local runtime has it. */
export function startWorkflows() {
  const path = join(projectRoot, "bench/workflows/worker.mjs");
  const modules = [path, join(projectRoot, "bench/floor/plan.mjs")].map((file) => ({ type: "ESModule", path: file }));
  const workflows = { FLOW: { name: "flow", className: "Flow" } };
  return start("workflows", { modules, modulesRoot: projectRoot, compatibilityDate, workflows });
}

/** A Worker that refuses every request but that for its health, the floor of a load generator. */
export function startRefusing() {
  const contents = `export default {
    async fetch(request) {
      if (request.method === "GET") return new Response("ok");
      await request.arrayBuffer();
      return new Response(null, { status: 429 });
    },
  };`;
  const modules = [{ type: "ESModule", path: "refusing.mjs", contents }];
  return start("refusing", { modules, compatibilityDate });
}

/** The floor of subscriptions. */
export function startBroadcast() {
  const path = join(projectRoot, "bench/floor/broadcast.mjs");
  const modules = [path, join(projectRoot, "bench/floor/plan.mjs")].map((file) => ({ type: "ESModule", path: file }));
  const durableObjects = { BROADCAST: { className: "Broadcast", useSQLite: true } };
  return start("broadcast", { modules, modulesRoot: projectRoot, compatibilityDate, durableObjects });
}

/** The floor of served cards. */
export function startCardFloor() {
  const { outputFiles } = buildSync({
    entryPoints: [join(projectRoot, "bench/card-floor.mjs")],
    bundle: true,
    format: "esm",
    write: false,
  });
  const modules = [{ type: "ESModule", path: "card-floor.mjs", contents: outputFiles[0].text }];
  return start("card-floor", { modules, compatibilityDate });
}

/** The index in shards of `bench/scale`, as one module. */
export function startShards(contents) {
  const modules = [{ type: "ESModule", path: "shards.mjs", contents }];
  const durableObjects = { SHARD: { className: "Shard", useSQLite: true } };
  return start("shards", { modules, compatibilityDate, durableObjects });
}

/** `bundle` as `buildProduct` gives it; `settings` beside those that every bench needs; `more` options of miniflare. */
export function startProduct(bundle, settings = {}, more = {}) {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(projectRoot, "wrangler.toml"));
  const { modulesRules: _rules, bindings, ...options } = workerOptions;
  return start("product", {
    ...options,
    modules: bundle.modules,
    modulesRoot: bundle.folder,
    bindings: { ...bindings, ...productSettings, ...settings },
    ...more,
  });
}

/**
 * Builds the Worker as it would be deployed with its dashboard, or with another entry. `gzipBytes` is the size of all modules, `startGzipBytes` that of the
 * modules that are loaded before the first request, `objectsGzipBytes` that of these and the ones that the first object loads.
 */
export async function buildProduct(entry = "src/worker/worker.ts") {
  const folder = mkdtempSync(join(tmpdir(), "planwright-bundle-"));
  const [built] = await Promise.all([buildWorker({ entry, folder }), buildDashboard()]);
  const gzipOf = (names) => names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).byteLength, 0);
  return {
    folder,
    modules: runtimeModules(folder, built.modules),
    gzipBytes: gzipOf(built.modules),
    startGzipBytes: gzipOf(built.atStart),
    objectsGzipBytes: gzipOf(built.withObjects),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function start(name, workerOptions) {
  const storageFolder = mkdtempSync(join(tmpdir(), `planwright-bench-${name}-`));
  const others = runtimePids();
  const startedAt = performance.now();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name,
      ...workerOptions,
      resourcePersistencePath: storageFolder,
      telemetry: { enabled: false },
      cf: false,
      log: new Log(LogLevel.ERROR),
      // The product writes a line per transition; it is read, as it would be in production, and not printed.
      handleStructuredLogs: () => undefined,
    }),
  );
  const url = (await miniflare.ready).origin;
  const response = await fetch(`${url}/health`);
  await response.arrayBuffer();
  const startUpMs = performance.now() - startedAt;
  if (!response.ok) throw new Error(`Could not start the ${name}: its health check answered HTTP ${response.status}`);
  const stop = async () => {
    await miniflare.dispose();
    rmSync(storageFolder, { recursive: true, force: true });
  };
  return { name, url, pid: runtimePids().find((pid) => !others.includes(pid)) ?? null, storageFolder, startUpMs, stop };
}

/** Runtimes below this process. Empty where processes cannot be listed. */
function runtimePids() {
  if (process.platform === "win32") return [];
  return execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((row) => /^\s*(\d+)\s+(\d+)\s.*\bworkerd\b.* serve /.exec(row))
    .filter((match) => match && Number(match[2]) === process.pid)
    .map((match) => Number(match[1]));
}
