/** Input and output schemas of callables, each read once a visit, when the written text names its callable. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { registry, schemasOf } from "./registry.ts";

/** By the name of the callable. A callable that is not read yet, or has no schema, is absent. */
export type CallableSchemas = ReadonlyMap<string, unknown>;

/** More callables of one plan are not looked up. */
const mostCallables = 100;

const read = signal<CallableSchemas>(new Map());
const given = signal<CallableSchemas>(new Map());

/** Output schemas of callables, as far as `useCallableSchemas` has read them. */
export const outputSchemas: ReadonlySignal<CallableSchemas> = given;
const asked = new Set<string>();

/** The known schemas of `names`. Asks for the rest. */
export function useCallableSchemas(names: readonly string[]): CallableSchemas {
  const { callables } = registry.value;
  const wanted = names.filter((name) => callables.has(name)).slice(0, mostCallables);
  useEffect(() => {
    for (const name of wanted) void ask(name);
  }, [wanted.join("\n")]);
  return read.value;
}

async function ask(name: string): Promise<void> {
  const callable = registry.peek().callables.get(name);
  if (callable === undefined || asked.has(name)) return;
  asked.add(name);
  const found = await schemasOf(callable);
  // A schema that could not be read is asked for again when the text names it again.
  if (found === null) asked.delete(name);
  else {
    if (found.input !== null) read.value = new Map(read.peek()).set(name, found.input);
    if (found.output !== null) given.value = new Map(given.peek()).set(name, found.output);
  }
}
