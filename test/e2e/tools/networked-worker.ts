/** The Worker that the tests have built, in the real runtime with the runtime's own network; see `networked-runtime.ts`. */
import { inject } from "vitest";
import { type NetworkedWorker, startNetworkedRuntime } from "../../support/deployed/networked-runtime.ts";

export type { NetworkedWorker } from "../../support/deployed/networked-runtime.ts";

/** Starts it on a free port, with fresh storage and settings beside those that serve everybody and permit tools on this machine. */
export function startNetworkedWorker(settings: { readonly [name: string]: string }): Promise<NetworkedWorker> {
  return startNetworkedRuntime(inject("builtConfig"), settings);
}
