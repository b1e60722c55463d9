// Four places to test in: pure code and resolvers in Node, the inside of objects in workerd, the real build in the real runtime, and
// the dashboard of that build in a real browser.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defaultServerConditions } from "vite";
import { defineConfig, type Plugin } from "vitest/config";
import { ensureGenerated } from "./scripts/generate/ensure-generated.mjs";
import { quietWrangler } from "./scripts/start/quiet-wrangler.mjs";
import { LongestFirst } from "./test/support/deployed/longest-first.ts";
import { hostingOfTests } from "./test/support/deployed/open-settings.ts";

/** Imports of `*.graphql` give the text, as the rule in wrangler.toml makes them do in the Worker. */
const graphqlAsText: Plugin = {
  name: "graphql-as-text",
  enforce: "pre",
  load(id) {
    return id.endsWith(".graphql") ? `export default ${JSON.stringify(readFileSync(id, "utf8"))};` : undefined;
  },
};

/** What a deployment must say, said for tests. The tools of a test listen on the loopback address without TLS. */
const bindings = {
  AUTH_MODE: "none",
  ID_SEALING_SECRET: "5ea1".repeat(16),
  EGRESS_ALLOW_PRIVATE: "true",
  EGRESS_ALLOW_HTTP: "true",
  ...hostingOfTests,
};

/** What hangs has to end, nothing more: a machine that does something else beside takes many times as long. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } };

const roomyArena = `--import=${new URL("./scripts/start/roomy-arena.mjs", import.meta.url)}`;

/** Files of `npm run proof` alone, because together they take longer than all others. */
const leftOut = process.env.PLANWRIGHT_VOLUME === "whole" ? [] : ["**/*.proof.test.ts", "**/*.proof.workerd.test.ts"];

await ensureGenerated();

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The groups run one after another, so that the tests of the real Worker do not compete with the others for the machine.
    projects: [
      {
        plugins: [graphqlAsText],
        // One build of graphql for our files and for graphql-ws, which is loaded as it is.
        ssr: { resolve: { conditions: ["planwright-source", "module", "node"] } },
        test: {
          name: "node",
          // Files share what they import, which is a third of the time otherwise. So no test may leave anything behind.
          isolate: false,
          // Where there are two processors, too, both are used; what waits beside leaves them free most of the time.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          ...patience,
          setupFiles: ["./test/support/engine/property-runs.ts"],
          // Whatever is of no other project, so that no test is left out in silence.
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.workerd.test.ts", "test/{e2e,browser}/**", ...leftOut],
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [
          graphqlAsText,
          cloudflareTest({
            main: "./src/worker/worker.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: { bindings },
          }),
        ],
        test: {
          name: "workerd",
          // One runtime for all files, for the same reason. Objects have names of their own.
          isolate: false,
          include: ["test/**/*.workerd.test.ts"],
          exclude: leftOut,
          globalSetup: ["./test/support/objects/example-server.ts"],
          ...patience,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [graphqlAsText],
        ssr: { resolve: { conditions: ["planwright-source", ...defaultServerConditions] } },
        test: {
          name: "worker",
          include: ["test/e2e/**/*.test.ts"],
          exclude: leftOut,
          execArgv: [roomyArena],
          globalSetup: [
            "./test/support/deployed/built-worker.ts",
            "./test/e2e/built-entries.ts",
            "./test/support/deployed/unpacked-browser.ts",
          ],
          isolate: false,
          env: { ...quietWrangler },
          // Files wait more than half of the time, for Workers that start, for alarms and for the ends of calls.
          maxWorkers: 4,
          ...patience,
          sequence: { groupOrder: 2 },
        },
      },
      {
        plugins: [graphqlAsText],
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          exclude: leftOut,
          execArgv: [roomyArena],
          globalSetup: ["./test/support/deployed/built-worker.ts", "./test/support/deployed/unpacked-browser.ts"],
          isolate: false,
          env: { ...quietWrangler },
          // The files of a process share a Worker and a browser. One process waits for pages half of the time.
          maxWorkers: 2,
          ...patience,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
