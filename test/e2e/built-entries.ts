/** Builds the Workers whose entries are those of tests, each once for all files: the one that stops at any row, and the one that tells of its objects. */
import type { TestProject } from "vitest/node";
import { buildBundle } from "../support/deployed/built-bundle.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the built configuration of `kill/wrangler.kill.toml`. */
    readonly builtKillConfig: string;
    /** Path of the built configuration of `sockets/wrangler.observed.toml`. */
    readonly builtObservedConfig: string;
  }
}

export default async function buildEntries(project: TestProject): Promise<() => void> {
  const [kill, observed] = await Promise.all([
    buildBundle("test/e2e/kill/wrangler.kill.toml"),
    buildBundle("test/e2e/sockets/wrangler.observed.toml"),
  ]);
  project.provide("builtKillConfig", kill.config);
  project.provide("builtObservedConfig", observed.config);
  return () => {
    kill.remove();
    observed.remove();
  };
}
