import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { Json } from "../../../src/json/json.ts";
import { given } from "../../support/engine/given-response.ts";
import { ledgerOf } from "../../support/objects/example-catalog.ts";
import { objectOf, started, viewWhen } from "../../support/objects/executions.ts";
import { family, workflow } from "../../support/objects/our-callables.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

/** What the platform bills: rows with those of the fresh table, and alarms. */
async function writesOf(request: StartRequest) {
  await viewWhen(request, (view) => view.finishedAt !== null || view.status === "WAITING");
  return runInDurableObject(objectOf(request), (instance) =>
    (instance as unknown as { writes(): { rows: number; alarms: number } }).writes(),
  );
}

/** Notes that no test of any file writes: a long one would be stored in parts, and be counted. */
const unwritten = (name: string) => ({ name: `unwritten ${name}` });

/** A fresh object makes its one table, which the platform counts as two rows. */
const table = 2;

describe("writes, counted exactly", () => {
  it.each([1, 5, 20])(
    "[E2] %i reads in a row: one row more than steps, one request a step, three alarms at most",
    async (count) => {
      const names = Array.from({ length: count }, (_, n) => `n${n}`);
      const steps = names.map((name, n) =>
        tool(name, "read_note", unwritten(name), n > 0 ? { after: [`n${n - 1}`] } : {}),
      );
      const request = await requestFor({ steps } as Json, { waitMs: 20_000 });
      await started(request);
      const { alarms, rows } = await writesOf(request);
      // The start with that of the first step, each end with the start of the next, the last with the end.
      expect(rows).toBe(table + count + 1);
      expect(alarms).toBeGreaterThanOrEqual(1);
      expect(alarms).toBeLessThanOrEqual(3);
      expect(await ledgerOf(request.requestId)).toHaveLength(count);
    },
  );

  it("[E2] a group is one row for each end of a child, the last with its own", async () => {
    const children = ["a", "b", "c"].map((name) => tool(name, "read_note", unwritten(name)));
    const request = await requestFor({ steps: [{ parallel: { stepId: "g", steps: children } }] } as Json, {
      waitMs: 20_000,
    });
    await started(request);
    expect((await writesOf(request)).rows).toBe(table + 1 + 3);
  });

  it("[E2] a wait for a person is one row more: its answer with the start of the call", async () => {
    const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 20_000 });
    const view = await started(request);
    expect((await writesOf(request)).rows).toBe(table + 1);
    await objectOf(request).respond(given(view.humanInputs[0]?.requestId ?? ""));
    await viewWhen(request, (seen) => seen.finishedAt !== null);
    expect((await writesOf(request)).rows).toBe(table + 1 + 2);
  });

  it("[E2] a step that runs as an execution of its own is one row for its end, and one for the artifact of its parameters", async () => {
    const note = await workflow("note", { steps: [tool("read", "read_note", { name: "{{input.text}}" })] });
    const plan = { steps: ["a", "b"].map((name) => tool(name, "workflow_note", { text: unwritten(name).name })) };
    const request = await requestFor(plan, { waitMs: 20_000 }, family([note]));
    expect((await started(request)).status).toBe("SUCCEEDED");
    expect((await writesOf(request)).rows).toBe(table + 1 + 2 * (1 + 1));
  });

  it("[E2] a large value is one row more for each part", async () => {
    const request = await requestFor(
      { steps: [tool("a", "set_note", { name: "big", text: "x".repeat(80_000) })] },
      { waitMs: 20_000 },
    );
    await started(request);
    // Arguments, output and content are one part each; the table of parts is made once.
    expect((await writesOf(request)).rows).toBe(table + 2 + table + 3);
  });
});
