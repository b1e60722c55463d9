/** How many calls the labels of a page take. */
import { expect, it } from "vitest";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import type { Executions } from "../../../src/graph/base/ports.ts";
import { stepLabels } from "../../../src/graph/execution/label-reads.ts";

const viewOf = (execution: string) => ({ execution }) as ExecutionView;
const labelsOf = (stepId: string) => [{ target: "/v", source: undefined, stepId: undefined, labels: [stepId] }];

/** Executions whose calls are answered when `release` is called, as many at a time as it is called for. */
class HeldExecutions {
  readonly calls: [execution: string, steps: number][] = [];
  readonly #held: (() => void)[] = [];
  readonly client = {
    sourceLabels: async (execution: string, stepIds: readonly string[]) => {
      this.calls.push([execution, stepIds.length]);
      await new Promise<void>((resolve) => this.#held.push(resolve));
      return execution === "gone" ? null : stepIds.map(labelsOf);
    },
  } as unknown as Executions;

  async release(): Promise<void> {
    for (const resolve of this.#held.splice(0)) resolve();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
}

it("[N690] the labels of a list are read with one call for each execution and hundred steps", async () => {
  const executions = new HeldExecutions();
  const [view, gone] = [viewOf("one"), viewOf("gone")];
  const asked = Array.from({ length: 250 }, (_, place) => stepLabels(executions.client, view, `s${place}`));
  const lost = stepLabels(executions.client, gone, "s");
  for (let turn = 0; turn < 3; turn++) await executions.release();
  expect(executions.calls).toEqual([
    ["one", 100],
    ["one", 100],
    ["one", 50],
    ["gone", 1],
  ]);
  expect(await lost).toBeNull();
  expect((await Promise.all(asked)).map((labels) => labels?.[0]?.labels)).toEqual(
    Array.from({ length: 250 }, (_, place) => [`s${place}`]),
  );
  // What is asked for later is read anew.
  const later = stepLabels(executions.client, view, "s0");
  for (let turn = 0; turn < 3; turn++) await executions.release();
  expect([await later, executions.calls.length]).toEqual([labelsOf("s0"), 5]);
});

it("[N690] ten calls of a request are under way at a time, and a call that fails keeps no place", async () => {
  const executions = new HeldExecutions();
  const failing = { sourceLabels: () => Promise.reject(new Error("unreachable")) } as unknown as Executions;
  const failed = Array.from({ length: 25 }, (_, place) => stepLabels(failing, viewOf(`f${place}`), "s"));
  expect((await Promise.allSettled(failed)).map(({ status }) => status)).toEqual(failed.map(() => "rejected"));
  const all = Array.from({ length: 25 }, (_, place) => stepLabels(executions.client, viewOf(`e${place}`), "s"));
  const counts: number[] = [];
  for (let round = 0; round < 4; round++) {
    await executions.release();
    counts.push(executions.calls.length);
  }
  expect(counts).toEqual([10, 20, 25, 25]);
  expect(await Promise.all(all)).toHaveLength(25);
});
