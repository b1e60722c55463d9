/** The Worker of a configuration, built as it would be deployed, with a configuration beside the bundle that differs only in that it builds nothing. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { quietWrangler } from "../../../scripts/start/quiet-wrangler.mjs";

export interface BuiltBundle {
  /** Path of the configuration. The bundle and the pages are in its folder. */
  readonly config: string;
  /** Deletes the folder. */
  remove(): void;
}

/** Builds the Worker of `configPath`, a path in the project. Takes some seconds. */
export async function buildBundle(configPath: string): Promise<BuiltBundle> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-built-"));
  const wrangler = join(process.cwd(), "node_modules/wrangler/wrangler-dist/cli.js");
  const args = ["deploy", "--config", configPath, "--dry-run", "--outdir", folder];
  await promisify(execFile)(process.execPath, [wrangler, ...args], { env: { ...process.env, ...quietWrangler } });
  const text = readFileSync(configPath, "utf8")
    .replace(
      /^main = "(?:.*\/)?([\w-]+)\.ts"$/m,
      (_, name: string) => `main = "${name}.js"\nno_bundle = true\nfind_additional_modules = true`,
    )
    .replace(/^\[build\]\ncommand = .*$/m, "")
    // Pages of their own, so that nothing is built again under a browser that reads them.
    .replace(/^directory = "dist\/assets"$/m, 'directory = "assets"');
  if (!text.includes("no_bundle") || /\[build\]|dist\//.test(text)) {
    throw new Error(`Cannot take the build out of ${configPath}: another Worker would be tested`);
  }
  if (text.includes('directory = "assets"')) cpSync("dist/assets", join(folder, "assets"), { recursive: true });
  const config = join(folder, "wrangler.toml");
  writeFileSync(config, text);
  return { config, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
