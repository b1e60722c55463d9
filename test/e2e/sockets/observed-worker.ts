/** The Worker of `observed-entry.ts` over the example tools: started before the tests of a file, ended after them, also when they fail. */
import { afterAll, beforeAll, inject } from "vitest";
import { evicted } from "../../support/deployed/evict.ts";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { type NetworkedWorker, startNetworkedRuntime } from "../../support/deployed/networked-runtime.ts";
import type { Planwright } from "../../support/deployed/planwright.ts";

export interface ObservedWorker {
  readonly planwright: Planwright;
  /** The object of the execution that began last. */
  latest(): Promise<ObservedObject>;
  /** The object of that name in the namespace of executions. */
  named(name: string): Promise<ObservedObject>;
  /** How often each object was made, in the order in which they were first. */
  timesMade(): Promise<readonly number[]>;
}

export interface ObservedObject {
  /** How often it was made. */
  timesMade(): Promise<number>;
  /** How often watchers asked it for a page. */
  pulls(): Promise<number>;
  /** How many watchers it has, as it counts them. */
  watchers(): Promise<number>;
  /** Makes its log longer by so many events, which count once it is made anew. */
  fill(events: number): Promise<void>;
  /** Drops it from memory; its sockets sleep. */
  evict(): Promise<void>;
}

interface Observation {
  readonly id: string;
  readonly made: number;
  readonly pulls: number;
}

/** `settings` go before those of every test. */
export function observedWorker(settings: { readonly [name: string]: string } = {}): ObservedWorker {
  let tools: ExampleTools | undefined;
  let worker: NetworkedWorker | undefined;
  beforeAll(async () => {
    tools = await startExampleTools();
    worker = await startNetworkedRuntime(inject("builtObservedConfig"), settings);
    await worker.planwright.register("example", tools.mcpUrl, true);
  });
  afterAll(async () => {
    await worker?.close();
    await tools?.close();
  });
  const running = (): NetworkedWorker => {
    if (worker === undefined) throw new Error("the Worker runs only while the tests of the file run");
    return worker;
  };
  const ask = async (question: string): Promise<unknown> => (await fetchAgain(`/observed${question}`)).json();
  // The runtime closes connections that were idle for seconds, and one may be chosen at that moment: nothing has arrived then.
  const fetchAgain = (path: string, times = 3): Promise<Response> =>
    fetch(new URL(path, running().planwright.endpoint)).catch((error: unknown) => {
      const cause = (error as { readonly cause?: { readonly code?: string } }).cause;
      if (times === 1 || cause?.code !== "UND_ERR_SOCKET") throw error;
      return fetchAgain(path, times - 1);
    });
  const observations = async () => (await ask("")) as readonly Observation[];
  function observedObject(id: string): ObservedObject {
    const seen = async () => (await observations()).find((observation) => observation.id === id);
    return {
      timesMade: async () => (await seen())?.made ?? 0,
      pulls: async () => (await seen())?.pulls ?? 0,
      watchers: async () => Number(await ask(`?watchers=${id}`)),
      fill: async (events) => {
        await ask(`?fill=${id}&count=${events}`);
      },
      evict: async () => {
        await evicted(running().objects, id, "hibernate");
      },
    };
  }
  return {
    get planwright() {
      return running().planwright;
    },
    timesMade: async () => (await observations()).map(({ made }) => made),
    latest: async () => observedObject((await observations()).at(-1)?.id ?? ""),
    named: async (name) => observedObject(String(await ask(`?named=${encodeURIComponent(name)}`))),
  };
}
