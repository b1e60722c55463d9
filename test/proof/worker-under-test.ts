/** The Worker that the suites judge: built as it would be deployed, in the real runtime, with fresh storage for each suite. */
import { quietWrangler } from "../../scripts/start/quiet-wrangler.mjs";
import buildWorker from "../support/deployed/built-worker.ts";
import { type NetworkedWorker, startNetworkedRuntime } from "../support/deployed/networked-runtime.ts";

export interface WorkerBuild {
  start(settings?: { readonly [name: string]: string }): Promise<NetworkedWorker>;
  /** Deletes what was built. */
  remove(): void;
}

/** Builds the Worker. Takes some seconds. */
export function buildWorkerUnderTest(): WorkerBuild {
  Object.assign(process.env, quietWrangler);
  let configPath = "";
  const provide = (_: string, value: string) => {
    configPath = value;
  };
  const remove = buildWorker({ provide } as unknown as Parameters<typeof buildWorker>[0]);
  return { start: (settings = {}) => startNetworkedRuntime(configPath, settings), remove };
}
