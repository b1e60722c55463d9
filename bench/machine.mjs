/** The surroundings of the figures: the machine, and the versions of everything that takes part. */
import { readFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../scripts/setup.mjs";

/** `memoryBytes` of the whole machine. */
export function machineOfBench() {
  const [cpu] = cpus();
  return {
    cores: cpus().length,
    cpu: cpu?.model.trim() ?? "unknown",
    memoryBytes: totalmem(),
    os: `${type()} ${release()}`,
    versions: {
      product: versionIn("package.json"),
      node: process.versions.node,
      workerd: versionIn("node_modules/workerd/package.json"),
      wrangler: versionIn("node_modules/wrangler/package.json"),
      miniflare: versionIn("node_modules/miniflare/package.json"),
    },
  };
}

function versionIn(file) {
  return JSON.parse(readFileSync(join(projectRoot, file), "utf8")).version;
}
