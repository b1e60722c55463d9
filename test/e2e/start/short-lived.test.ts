/** What requests leave to the old objects of V8, in the built Worker and by the runtime's own account of each collection of young objects. */
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { type NetworkedWorker, startNetworkedRuntime } from "../../support/deployed/networked-runtime.ts";
import type { Variables } from "../../support/deployed/planwright.ts";

interface Collection {
  /** "s" for one of the young objects. */
  readonly gc: string;
  /** Bytes since the collection before. */
  readonly allocated: number;
  /** Bytes that are among the old objects from now on. */
  readonly promoted: number;
}

let worker: NetworkedWorker;
const collections: Collection[] = [];

beforeAll(async () => {
  vi.stubEnv("MINIFLARE_WORKERD_V8_FLAGS", "--trace-gc-nvp");
  const onLine = (line: string) => {
    const [, text] = /ms: GC: (\{.*\})/.exec(line) ?? [];
    if (text !== undefined) collections.push(JSON.parse(text) as Collection);
  };
  worker = await startNetworkedRuntime(inject("builtConfig"), {}, { onLine });
  vi.unstubAllEnvs();
}, 60_000);

afterAll(() => worker.close());

/** Bytes that requests allocate before they are looked at, because the first ones make much that is made once; and meanwhile. */
const enough = 50_000_000;

/** Repeats a request. Returns the share of the bytes that outlived a collection of the young objects. */
async function keptShare(query: string, variables: Variables): Promise<number> {
  const counted = async () => {
    const before = collections.length;
    const young = () => collections.slice(before).filter(({ gc }) => gc === "s");
    const sum = (member: "allocated" | "promoted") => young().reduce((all, one) => all + one[member], 0);
    while (sum("allocated") < enough)
      await Promise.all(Array.from({ length: 8 }, () => worker.planwright.ask(query, variables)));
    return sum("promoted") / sum("allocated");
  };
  await counted();
  return counted();
}

it("[N1027] of what a query makes, hardly anything is kept until the whole heap is collected", async () => {
  const query = 'query { node(id: "abcdefghijklmnopqrstuvwxyz") { id } }';
  expect(await keptShare(query, {})).toBeLessThan(0.06);
}, 60_000);

it("[N1027] nor of what the check of a plan makes", async () => {
  const query = "query ($input: ValidatePlanInput!) { validatePlan(input: $input) { valid waves plan { hash } } }";
  const steps = Array.from({ length: 20 }, (_, index) => ({ sleep: { stepId: `s${index}`, seconds: 60 } }));
  expect(await keptShare(query, { input: { source: { plan: { steps } } } })).toBeLessThan(0.02);
}, 60_000);
