/** Taking objects of the real Worker out of memory. */

type WebSockets = "close" | "hibernate";

/** The objects of a Worker, as the harness and the runtime give them. */
export interface WorkerObjects {
  listDurableObjectIds(binding: string): Promise<readonly string[]>;
  evictDurableObject(
    binding: string,
    options: { readonly id: string; readonly webSockets: WebSockets },
  ): Promise<unknown>;
}

/** The runtime waits for seconds at each try until nothing is being answered. An object that never comes to rest fails the test. */
const maxTries = 6;

/** The second is the harness's own connection to the runtime, which the runtime closes when it was idle; an eviction may be sent again. */
const passing = ["still has active references", "fetch failed"];

/** Takes an execution's object out of memory. False if it is in none. */
export async function evicted(
  worker: Pick<WorkerObjects, "evictDurableObject">,
  id: string,
  webSockets: WebSockets,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      await worker.evictDurableObject("EXECUTION", { id, webSockets });
      return true;
    } catch (error) {
      if (String(error).includes("not currently running")) return false;
      if (tries === maxTries || !passing.some((reason) => String(error).includes(reason))) throw error;
    }
  }
}
