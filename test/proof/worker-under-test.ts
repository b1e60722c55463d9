/** The Worker that the suites judge: built as it would be deployed, in the real runtime, with fresh storage for each suite. */
import { quietWrangler } from "../../scripts/start/quiet-wrangler.mjs";
import { buildBundle } from "../support/deployed/built-bundle.ts";
import { type NetworkedWorker, startNetworkedRuntime } from "../support/deployed/networked-runtime.ts";

export interface WorkerBuild {
  start(settings?: { readonly [name: string]: string }): Promise<NetworkedWorker>;
  /** Deletes what was built. */
  remove(): Promise<void>;
}

/** Builds the Worker. Takes some seconds, for which its first start waits. */
export function buildWorkerUnderTest(): WorkerBuild {
  Object.assign(process.env, quietWrangler);
  const bundle = buildBundle("wrangler.toml");
  return {
    start: async (settings = {}) => startNetworkedRuntime((await bundle).config, settings),
    remove: () =>
      bundle.then(
        ({ remove }) => remove(),
        () => undefined,
      ),
  };
}
