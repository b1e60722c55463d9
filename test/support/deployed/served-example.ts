/** The example world and the real Worker over it: started before the tests of a file, ended after them, also when they fail. */
import { afterAll, beforeAll } from "vitest";
import { type ExampleWorld, startExampleWorld } from "./example-world.ts";
import { type RunningWorker, startWorker } from "./running-worker.ts";

export interface ServedExample {
  readonly world: ExampleWorld;
  readonly worker: RunningWorker;
}

/** `servers` are the names under which the example's tools are registered, with whether they are trusted; `settings` those of the Worker. */
export function servedExample(
  servers: { readonly [name: string]: boolean },
  settings: { readonly [name: string]: string } = {},
): ServedExample {
  let world: ExampleWorld | undefined;
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    world = await startExampleWorld();
    worker = await startWorker(settings);
    for (const [name, trusted] of Object.entries(servers))
      await worker.planwright.register(name, world.mcpUrl, trusted);
  });
  afterAll(async () => {
    await worker?.close();
    await world?.close();
  });
  return {
    get world() {
      return begun(world);
    },
    get worker() {
      return begun(worker);
    },
  };
}

function begun<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the example is served only while the tests of the file run");
  return part;
}
