/** The Worker of a configuration, built as it would be deployed, with a configuration beside the bundle that differs only in that it builds nothing. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  writeFileSync(optionsPath(config), JSON.stringify(await readOptions(config)));
  return { config, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The options of a Worker for miniflare: bindings, objects, flags. Its modules are found beside the configuration. */
export type WorkerOptions = object & {
  readonly bindings?: object;
  readonly compatibilityDate?: string;
  readonly compatibilityFlags?: readonly string[];
  readonly durableObjects?: { readonly [binding: string]: { readonly className: string } };
};

/** The options of the Worker beside `config`. Those of a bundle were read when it was built: wrangler takes a second to load. */
export async function workerOptions(config: string): Promise<WorkerOptions> {
  const kept = optionsPath(config);
  const options = existsSync(kept)
    ? (JSON.parse(readFileSync(kept, "utf8")) as WorkerOptions)
    : await readOptions(config);
  return Object.assign(options, { modules: modulesBeside(config), modulesRoot: dirname(config) });
}

async function readOptions(config: string): Promise<WorkerOptions> {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { modulesRules: _, ...options } = unstable_getMiniflareWorkerOptions(config).workerOptions;
  return options as WorkerOptions;
}

const optionsPath = (config: string) => config.replace(/\.toml$/, ".options.json");

function modulesBeside(config: string): readonly { readonly type: string; readonly path: string }[] {
  const folder = dirname(config);
  return (
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(map|md|toml|json)$/.test(entry.name))
      .map(({ name }) => ({ type: /\.m?js$/.test(name) ? "ESModule" : "Text", path: join(folder, name) }))
      // The runtime starts with the first module.
      .sort((one, other) => Number(other.path.endsWith("/worker.js")) - Number(one.path.endsWith("/worker.js")))
  );
}
