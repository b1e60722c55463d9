// What the tests use of `worker.mjs`.

export interface BuiltWorker {
  /** Names of all modules, `worker.js` first. */
  readonly modules: readonly string[];
  /** Names of those that the runtime loads before the first request. */
  readonly atStart: readonly string[];
  /** Paths from the root of the files whose code stands in those. */
  readonly filesAtStart: readonly string[];
  /** As `atStart`, with those that the first object of an isolate loads. */
  readonly withObjects: readonly string[];
  readonly filesWithObjects: readonly string[];
}

export function buildWorker(what?: { readonly entry?: string; readonly folder?: string }): Promise<BuiltWorker>;
export function runtimeModules(
  folder: string,
  names: readonly string[],
): readonly { readonly type: "ESModule" | "Text"; readonly path: string }[];
