/**
 * The Worker of a project for `planwright serve --entry`: bundled with all that it imports, with the objects and flags of the Worker of the
 * package. Bindings of its own have nothing behind them here, so each is refused by name.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { CommandFailure, usageFailure } from "../base/command-failure.ts";
import { exitCodes } from "../base/exit-code.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { mainOf, projectEsbuild, textFiles } from "../deploy/project-module.ts";
import { wranglerConfig } from "../deploy/wrangler.ts";

/** Members of a configuration of wrangler that this deployment has something for, or that mean nothing here. */
const known = new Set([
  ...["$schema", "name", "main", "compatibility_date", "compatibility_flags", "rules", "vars", "assets", "migrations"],
  ...[
    "durable_objects",
    "r2_buckets",
    "ratelimits",
    "observability",
    "routes",
    "route",
    "workers_dev",
    "limits",
    "exports",
  ],
  ...[
    "minify",
    "dev",
    "upload_source_maps",
    "account_id",
    "preview_urls",
    "placement",
    "code_update_strategy",
    "version_metadata",
  ],
]);
const ownObjects = ["EXECUTION", "CONVERSATION", "CATALOG", "INDEX", "TENANT", "SCHEDULE"];

/** Bundles the module into `folder`. Gives the files of its modules, the entry first. */
export async function buildProjectWorker(
  entry: string | true,
  folder: string,
  surroundings: Surroundings,
): Promise<readonly string[]> {
  const { cwd } = surroundings;
  const main = entry === true ? mainOf(surroundings) : resolve(cwd, entry);
  if (!existsSync(main)) throw usageFailure(`Cannot read ${main}: found no file there`);
  const { build } = await projectEsbuild(cwd);
  try {
    const { metafile } = await build({
      ...{ entryPoints: [{ in: main, out: "worker" }], outdir: folder, absWorkingDir: cwd, metafile: true },
      ...{ bundle: true, splitting: true, chunkNames: "[name]-[hash]", format: "esm", platform: "neutral" },
      ...{ conditions: ["workerd", "worker", "browser"], mainFields: ["browser", "module", "main"], target: "es2024" },
      ...{ external: ["cloudflare:*", "node:*"], loader: textFiles, logLevel: "silent" },
      define: { "process.env.NODE_ENV": '"production"' },
    });
    const names = Object.keys(metafile.outputs).map((path) => relative(folder, join(cwd, path)));
    return ["worker.js", ...names.filter((name) => name !== "worker.js" && name.endsWith(".js"))];
  } catch (error) {
    throw new CommandFailure({
      exitCode: exitCodes.program,
      code: "BUILD_FAILED",
      message: `Cannot bundle ${main}: ${error instanceof Error ? error.message : String(error)}`,
      next: ["npx wrangler deploy --dry-run, which bundles it too"],
    });
  }
}

function hasConfig(cwd: string): boolean {
  return ["wrangler.toml", "wrangler.jsonc", "wrangler.json"].some((name) => existsSync(join(cwd, name)));
}

/** The `[vars]` of the project as texts. Throws for a configuration with bindings of its own. */
export function projectVars(surroundings: Surroundings): { readonly [name: string]: string } {
  if (!hasConfig(surroundings.cwd)) return {};
  const { file, objects, vars } = wranglerConfig(surroundings);
  const text = readFileSync(file, "utf8");
  const config: object = file.endsWith(".toml")
    ? parseToml(text)
    : (parseJsonc(text, [], { allowTrailingComma: true }) as object);
  const foreign = [
    ...Object.keys(config).filter((name) => !known.has(name)),
    ...objects.filter((name) => !ownObjects.includes(name)).map((name) => `durable_objects ${name}`),
  ];
  if (foreign.length > 0)
    throw usageFailure(
      `Cannot serve the Worker of ${file}: required no bindings but those of Planwright, found ${foreign.join(", ")}, which Cloudflare's network alone has`,
      "npx planwright deploy, or a configuration without them",
    );
  return Object.fromEntries(
    Object.entries(vars).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
