/**
 * Builds the model adapter apart from the Worker, into `dist/model-adapter`: the libraries behind it share packages with the rest, and a
 * bundle that holds a package both for the start and for later would evaluate it late for both. So the Worker loads this graph of its
 * own when the first model is called, and pays nothing for it before.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "dist/model-adapter");

/** Messages of validation in fifty languages, which nobody reads, are half of the library that brings them. */
const withoutLocales = {
  name: "without-locales",
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]\w+\.js$/ }, ({ path }) =>
      /[\\/](en|index)\.js$/.test(path) ? undefined : { contents: "export default undefined;" },
    );
  },
};

/** Resolves when `dist/model-adapter/adapter.js` is there, with a file for each part that is loaded by itself. */
export async function buildModelAdapter() {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src/model/adapter/adapter.ts")],
    outdir: folder,
    write: false,
    bundle: true,
    plugins: [withoutLocales],
    splitting: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "worker"],
    target: "es2024",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
  // Several builds may run at a time: what is as it should be is not touched.
  const wanted = new Set(outputFiles.map(({ path }) => path));
  if (existsSync(folder) && readdirSync(folder).every((name) => wanted.has(join(folder, name)))) {
    if (outputFiles.every(({ path, text }) => existsSync(path) && readFileSync(path, "utf8") === text)) return;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
}
