/**
 * The build of the dashboard: static files with their hash in their names. Nothing is inlined, because the page's policy forbids
 * scripts and styles that stand in it.
 */
import { fileURLToPath } from "node:url";
import { defaultClientConditions } from "vite";

/** @type {import("vite").InlineConfig} */
export default {
  root: fileURLToPath(new URL(".", import.meta.url)),
  configFile: false,
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Packages of this repository are taken as they are written.
  resolve: { conditions: ["planwright-source", ...defaultClientConditions] },
  build: {
    outDir: fileURLToPath(new URL("../dist/assets/dashboard", import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One style sheet: a part that is loaded again after a failure would come without its own.
    cssCodeSplit: false,
    target: "es2023",
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
