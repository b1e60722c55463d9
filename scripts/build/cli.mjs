/**
 * Builds the command `planwright` into `packages/planwright/dist/cli`: one module that starts at once, and one for each command, loaded
 * when it is typed. Its imports are bundled, including the checker of plans from `src`, so that an installation needs no further packages.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "../setup.mjs";
import { licenseTexts } from "./licenses.mjs";
import { buildServeParts } from "./serve-parts.mjs";

const entry = join(projectRoot, "packages/planwright/cli/planwright.ts");

const packageFolder = join(projectRoot, "packages/planwright/dist/cli");

/** Builds into `folder`. Returns the path of the command. */
async function buildCli(folder = packageFolder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: [entry],
    outdir: folder,
    absWorkingDir: projectRoot,
    metafile: true,
    bundle: true,
    splitting: true,
    chunkNames: "parts/[name]-[hash]",
    format: "esm",
    platform: "node",
    conditions: ["planwright-source"],
    // jsonc-parser asks in CommonJS for files that no bundler sees.
    mainFields: ["module", "main"],
    target: "node22",
    minifySyntax: true,
    minifyWhitespace: true,
    // Packages in CommonJS ask for the modules of Node.
    banner: {
      js: 'import { createRequire as requireMaker } from "node:module"; const require = requireMaker(import.meta.url);',
    },
    legalComments: "none",
    logLevel: "warning",
  });
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), licenseTexts(metafile));
  // In the package the pages lie in `dist/assets`, for Workers of projects too.
  await buildServeParts(join(folder, "runtime"), folder !== packageFolder);
  const command = join(folder, "planwright.js");
  chmodSync(command, 0o755);
  return command;
}

if (process.argv[1] === import.meta.filename) await buildCli();
