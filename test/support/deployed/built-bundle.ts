/** The Worker of a configuration, built as it would be deployed, with a configuration beside the bundle that differs only in that it builds nothing. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWorker } from "../../../scripts/build/worker.mjs";

const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

export interface BuiltBundle {
  /** Path of the configuration. The bundle and the pages are in its folder. */
  readonly config: string;
  /** Deletes the folder. */
  remove(): void;
}

/** Builds the Worker of `configPath`, a path from the working directory or from the root of the machine. Takes some seconds. */
export async function buildBundle(configPath: string): Promise<BuiltBundle> {
  const given = readFileSync(configPath, "utf8");
  const [line, main] = /^main = "(.*)"$/m.exec(given) ?? [];
  if (line === undefined || main === undefined) throw new Error(`${configPath} names no entry`);
  const folder = mkdtempSync(join(tmpdir(), "planwright-built-"));
  // The configuration of the project names what is built, those of the tests name the entry itself.
  const entry = relative(projectRoot, resolve(dirname(configPath), main));
  await buildWorker({ folder, ...(main.endsWith(".ts") && { entry }) });
  const text = given
    .replace(line, 'main = "worker.js"')
    .replace(/^\[build\]\ncommand = .*$/m, "")
    // Pages of their own, so that nothing is built again under a browser that reads them.
    .replace(/^directory = "dist\/assets"$/m, 'directory = "assets"');
  if (!text.includes("no_bundle") || /\[build\]|"dist\//.test(text)) {
    throw new Error(`Cannot take the build out of ${configPath}: another Worker would be tested`);
  }
  if (text.includes('directory = "assets"')) cpSync("dist/assets", join(folder, "assets"), { recursive: true });
  const config = join(folder, "wrangler.toml");
  writeFileSync(config, text);
  return { config, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
