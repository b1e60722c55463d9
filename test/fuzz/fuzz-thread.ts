/**
 * The thread that runs cases: it can be ended from outside in the middle of one. Says in shared memory which case it is in, because a thread
 * that hangs sends no message.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { Family } from "./family.ts";
import { watchFaults } from "./oracle.ts";
import { type RunRequest, runCases } from "./run-cases.ts";

interface ThreadData {
  /** Module that exports `families`. */
  readonly module: string;
  /** Origin of a Worker that the cases are sent to. Null for the product in this thread. */
  readonly url: string | null;
  /** Names of the families that run. All if null. */
  readonly names: readonly string[] | null;
  readonly request: RunRequest;
  /** Place of the family, number of the case, and how many cases have begun. */
  readonly place: Int32Array;
}

const { module, names, place, request, url } = workerData as ThreadData;
const { families } = (await import(module)) as { readonly families: readonly Family[] };
watchFaults();
const able = url === null ? families : (await import("./remote.ts")).remoteFamilies(families, url);
const chosen = able.filter(({ name }) => names === null || names.includes(name));
parentPort?.postMessage({ kind: "FAMILIES", names: chosen.map(({ name }) => name) });
const report = await runCases(chosen, request, (family, index) => {
  Atomics.store(place, 0, family);
  Atomics.store(place, 1, index);
  Atomics.add(place, 2, 1);
});
parentPort?.postMessage({ kind: "REPORT", report });
