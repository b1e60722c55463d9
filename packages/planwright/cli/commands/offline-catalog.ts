/**
 * The callables of plans, without a deployment: definitions of the project's Worker with `createPlanwright`, and the file of exported
 * tools. The module is bundled by the esbuild that wrangler brings, because Node does not read TypeScript everywhere, and evaluated here.
 * The objects of the Worker have stand-ins, and nothing is served.
 */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type ExportedCallable, type ExportedCatalog, exportedFormat, readCatalogFile } from "../base/catalog-file.ts";
import { CommandFailure, usageFailure } from "../base/command-failure.ts";
import { exitCodes } from "../base/exit-code.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { mainOf, projectEsbuild, textFiles } from "../deploy/project-module.ts";

export interface OfflineOptions {
  /** Path of the module; true for the one that the configuration of wrangler names. */
  readonly module?: string | true;
  readonly catalog?: string;
}

/** The callables of the module if one is meant, and of the file if it is named or nothing else is. A name in code wins. */
export async function offlineCatalog(
  { catalog: file, module }: OfflineOptions,
  surroundings: Surroundings,
): Promise<ExportedCatalog> {
  if (module === undefined) return readCatalogFile(file, surroundings);
  const own = await moduleCallables(module, surroundings);
  const others = file === undefined ? [] : (await readCatalogFile(file, surroundings)).callables;
  const taken = new Set(own.flatMap(({ name, otherNames }) => [name, ...otherNames]));
  const free = others.filter(({ name }) => !taken.has(name));
  return { format: exportedFormat, origin: "", callables: [...free, ...own] };
}

async function moduleCallables(
  option: string | true,
  surroundings: Surroundings,
): Promise<readonly ExportedCallable[]> {
  const { cwd } = surroundings;
  const entry = option === true ? mainOf(surroundings) : resolve(cwd, option);
  if (!existsSync(entry)) throw usageFailure(`Cannot read ${entry}: found no file there`);
  const folder = join(cwd, ".planwright");
  mkdirSync(folder, { recursive: true });
  const bundle = join(folder, `module-${process.pid}.mjs`);
  try {
    await buildModule(entry, bundle, cwd);
    const { default: given } = (await import(pathToFileURL(bundle).href)) as { readonly default?: unknown };
    const callables = typeof given === "object" && given !== null && "callables" in given ? given.callables : undefined;
    if (Array.isArray(callables)) return callables as readonly ExportedCallable[];
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw moduleFailure(entry, said);
  } finally {
    rmSync(bundle, { force: true });
  }
  throw moduleFailure(entry, "required a default export that createPlanwright gave, found another one");
}

function moduleFailure(entry: string, finding: string): CommandFailure {
  return new CommandFailure({
    exitCode: exitCodes.failed,
    code: "MODULE_INVALID",
    message: `Cannot read ${entry}: ${finding}`,
    next: [
      "mend it, then the same again",
      "another file after --module, if this is not the one that calls createPlanwright",
    ],
  });
}

/** A stand-in of every module of the platform: each name is a class, which classes may extend, but for those of other kinds. */
const platform = `class Nothing {}
const others = { env: {}, exports: {}, waitUntil: () => {}, withEnv: (_, run) => run(), connect: () => {} };
const every = new Proxy({}, { get: (_, name) => (typeof name === "symbol" || name === "__esModule" ? undefined : Nothing) });
module.exports = Object.assign(Object.create(every), others);`;

async function buildModule(entry: string, outfile: string, cwd: string): Promise<void> {
  const { build } = await projectEsbuild(cwd);
  const standIns = {
    name: "platform",
    setup({ onLoad, onResolve }: { onLoad: (...given: unknown[]) => void; onResolve: (...given: unknown[]) => void }) {
      onResolve({ filter: /^cloudflare:/ }, ({ path }: { readonly path: string }) => ({ path, namespace: "platform" }));
      onLoad({ filter: /.*/, namespace: "platform" }, () => ({ contents: platform, loader: "js" }));
    },
  };
  await build({
    ...{ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node", target: "node22" },
    // So that there is one `planwright`, and packages are those of the project.
    packages: "external",
    plugins: [standIns],
    loader: textFiles,
    logLevel: "silent",
  });
}
