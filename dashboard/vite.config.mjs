/**
 * The build of the dashboard: static files with their hash in their names. Nothing is inlined, because the page's policy forbids
 * scripts and styles that stand in it.
 */
import { fileURLToPath } from "node:url";
import { build, defaultClientConditions } from "vite";

const common = {
  root: fileURLToPath(new URL(".", import.meta.url)),
  configFile: false,
  logLevel: "warn",
};

const target = "es2023";

/** @type {import("vite").InlineConfig} */
export default {
  ...common,
  plugins: [earlyScript()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Packages of this repository are taken as they are written.
  resolve: { conditions: ["planwright-source", ...defaultClientConditions] },
  build: {
    outDir: fileURLToPath(new URL("../dist/assets/dashboard", import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One style sheet: a part that is loaded again after a failure would come without its own.
    cssCodeSplit: false,
    target,
    // The Worker serves names without further dots.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.replaceAll(/[^\w-]/g, "-")}-[hash].js`,
        // A view asks for a few files, not for one for each module that it shares with another: a browser has six connections.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 16_000 },
          ],
        },
      },
    },
    // Which files the first load needs, for the test of its size.
    manifest: "manifest.json",
    modulePreload: { polyfill: false },
  },
};

/** `early.ts` as a script of its own that imports nothing, named in the page before all others. */
function earlyScript() {
  return {
    name: "early-script",
    async buildStart() {
      const input = fileURLToPath(new URL("early.ts", import.meta.url));
      const rolldownOptions = { input, output: { format: "iife" } };
      const built = await build({ ...common, build: { write: false, target, rolldownOptions } });
      const [chunk] = [built].flat()[0].output;
      this.emitFile({ type: "asset", name: "early.js", source: chunk.code });
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const src = Object.keys(bundle).find((file) => file.startsWith("assets/early-"));
        return [{ tag: "script", attrs: { async: true, src: `/${src}` }, injectTo: "head-prepend" }];
      },
    },
  };
}
