/**
 * Builds the files of `planwright serve` into `runtime` beside the command: the built Worker with its pages, the replacements of
 * Cloudflare's services, and `worker.json`, which has the facts of `wrangler.toml` about the Worker.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { projectRoot } from "../setup.mjs";
import { buildDashboard } from "./dashboard.mjs";
import { makePages } from "./pages.mjs";
import { buildWorker } from "./worker.mjs";

const sources = join(projectRoot, "packages/planwright/cli/runtime");
const parts = ["artifact-object", "artifact-binding", "asset-worker", "rate-limit-binding"];

/** `withAssets` is false where the pages lie in the package already. */
export async function buildServeParts(folder, withAssets) {
  mkdirSync(join(folder, "worker"), { recursive: true });
  const [{ modules }] = await Promise.all([buildWorker(), buildDashboard(), makePages()]);
  const built = join(projectRoot, "dist");
  for (const name of modules) cpSync(join(built, "worker", name), join(folder, "worker", name));
  if (withAssets) cpSync(join(built, "assets"), join(folder, "assets"), { recursive: true });
  await build({
    entryPoints: parts.map((name) => join(sources, `${name}.ts`)),
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "neutral",
    external: ["cloudflare:*"],
    target: "es2024",
    logLevel: "warning",
  });
  const { compatibilityDate, compatibilityFlags, durableObjects, ratelimits } = unstable_getMiniflareWorkerOptions(
    join(projectRoot, "wrangler.toml"),
  ).workerOptions;
  const description = {
    modules,
    compatibilityDate,
    compatibilityFlags,
    objects: Object.fromEntries(Object.entries(durableObjects).map(([name, { className }]) => [name, className])),
    rateLimits: Object.fromEntries(Object.entries(ratelimits).map(([name, { simple }]) => [name, simple])),
  };
  writeFileSync(join(folder, "worker.json"), `${JSON.stringify(description, null, 2)}\n`);
}
