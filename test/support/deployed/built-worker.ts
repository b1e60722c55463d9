/**
 * Builds the Worker once for all tests against it, as it would be deployed, and provides its path. Without this every file would build it
 * again.
 */
import type { TestProject } from "vitest/node";
import { buildBundle } from "./built-bundle.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the configuration of the Worker that is built already. */
    readonly builtConfig: string;
  }
}

export default async function buildWorker(project: TestProject): Promise<() => void> {
  const { config, remove } = await buildBundle("wrangler.toml");
  project.provide("builtConfig", config);
  return remove;
}
