/**
 * Builds `dashboard/` as static files in `dist/assets/dashboard`. Built again only when one of its sources, the client that it uses or the
 * lockfile has changed.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../setup.mjs";
import { existingText } from "./existing-text.mjs";

const output = join(projectRoot, "dist/assets/dashboard");
const stampFile = join(projectRoot, "dist/dashboard.version");

export async function buildDashboard() {
  const version = versionOfSources();
  if (existsSync(join(output, "index.html")) && existingText(stampFile) === version) return;
  const [{ build }, { default: config }] = await Promise.all([
    import("vite"),
    import("../../dashboard/vite.config.mjs"),
  ]);
  await build(config);
  writeFileSync(stampFile, version);
}

function versionOfSources() {
  const hash = createHash("sha256");
  // Not `globSync`, which Node 20 does not have.
  const dashboard = filesIn("dashboard", true).filter((file) => /\.(ts|tsx|mjs|css|html)$/.test(file));
  const client = filesIn("packages/client/src", false).filter((file) => file.endsWith(".ts"));
  for (const file of [...dashboard, ...client, "package-lock.json"].sort()) {
    hash.update(file).update(readFileSync(join(projectRoot, file)));
  }
  return hash.digest("hex");
}

/** Paths from the root of the project. */
function filesIn(folder, recursive) {
  return readdirSync(join(projectRoot, folder), { recursive }).map((file) => join(folder, file));
}
