/**
 * Builds the Worker once for all tests against it, as it would be deployed, and tells them where: a configuration beside the bundle that
 * is that of the project but for what it builds. Without this every file would build it again.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { quietWrangler } from "../../../scripts/start/quiet-wrangler.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the configuration of the Worker that is built already. */
    readonly builtConfig: string;
  }
}

/** What is replaced in the configuration of the project. Each must be there, else another Worker would be tested. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^main = .*$/m, 'main = "worker.js"\nno_bundle = true\nfind_additional_modules = true'],
  [/^\[build\]\ncommand = .*$/m, ""],
  // Pages of their own, so that nothing is built again under a browser that reads them.
  [/^directory = "dist\/assets"$/m, 'directory = "assets"'],
];

export default function buildWorker(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "planwright-built-"));
  const wrangler = join(process.cwd(), "node_modules/wrangler/wrangler-dist/cli.js");
  execFileSync(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", folder], {
    env: { ...process.env, ...quietWrangler },
    stdio: ["ignore", "ignore", "inherit"],
  });
  cpSync("dist/assets", join(folder, "assets"), { recursive: true });
  const config = replacements.reduce(
    (text, [pattern, replacement]) => {
      if (!pattern.test(text)) throw new Error(`wrangler.toml has nothing that matches ${pattern}`);
      return text.replace(pattern, replacement);
    },
    readFileSync("wrangler.toml", "utf8"),
  );
  const path = join(folder, "wrangler.toml");
  writeFileSync(path, config);
  project.provide("builtConfig", path);
  return () => rmSync(folder, { recursive: true, force: true });
}
