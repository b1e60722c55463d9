/** A namespace of objects that are made by a test; it has no jurisdictions, as the local runtime has none. */
import type { PlatformNamespace } from "../../../src/worker/platform/environment.ts";

export function fakeNamespace<Stub>(getByName: (name: string) => Stub): PlatformNamespace<Stub> {
  return {
    getByName,
    jurisdiction: (jurisdiction) => {
      throw new Error(`the local runtime knows no jurisdiction ${jurisdiction}`);
    },
  };
}
