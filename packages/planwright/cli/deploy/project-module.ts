/** The module of the Worker of a project, and the esbuild that bundles it: that of the project's wrangler. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { usageFailure } from "../base/command-failure.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { wranglerConfig, wranglerMissing } from "./wrangler.ts";

/** As much of esbuild as is used. */
interface Esbuild {
  build(options: object): Promise<{ readonly metafile: { readonly outputs: { readonly [path: string]: unknown } } }>;
}

/** Files that wrangler gives as texts or bytes, by their endings. */
export const textFiles = {
  ...{ ".graphql": "text", ".sql": "text", ".txt": "text", ".html": "text", ".md": "text", ".bin": "binary" },
};

/** The module that the configuration of wrangler names. */
export function mainOf(surroundings: Pick<Surroundings, "cwd">): string {
  const { file, main } = wranglerConfig(surroundings);
  if (main !== undefined) return main;
  throw usageFailure(
    `Cannot find the module of the Worker: required main in ${file}, found none`,
    'main = "src/index.ts" in it, or the path of the module behind the option',
  );
}

export async function projectEsbuild(cwd: string): Promise<Esbuild> {
  let path: string;
  try {
    const wrangler = createRequire(join(cwd, "package.json")).resolve("wrangler/package.json");
    path = createRequire(join(dirname(wrangler), "package.json")).resolve("esbuild");
  } catch {
    throw wranglerMissing();
  }
  const module = (await import(pathToFileURL(path).href)) as Esbuild & { readonly default?: Esbuild };
  return module.default ?? module;
}
