/** The price of a prompt with two slow calls of a model, from counts that another test finds exactly. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { priceOfExecutions } from "../../bench/price.mjs";
import { slowPrompt } from "../support/objects/slow-prompt.ts";

/** What the bench found of the Worker's side and of rows read, which cost cents; the catalog is asked once for what a model may call. */
const found = { workerRequests: 1, workerCpuMs: 26, catalogCalls: 1, rowsRead: 160 };

it("[N685] a million prompts with two model calls of five seconds cost what docs/performance.md says, and at most $40", () => {
  const { execution, index, modelMs, tenant } = slowPrompt;
  const objects = [execution, index, tenant];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const alarmRuns = execution.calls.filter((call) => call === "alarm").length;
  const price = priceOfExecutions({
    workerRequests: found.workerRequests,
    workerCpuMs: found.workerCpuMs,
    calls: sum(objects.map(({ calls }) => calls.length)) - alarmRuns + found.catalogCalls,
    alarmRuns,
    alarmsSet: sum(objects.map(({ alarmsSet }) => alarmsSet)),
    rowsWritten: sum(objects.map(({ rowsWritten }) => rowsWritten)),
    rowsRead: found.rowsRead,
    activeMs: 2 * modelMs,
  });
  const dollars = (value: number) => `$${value.toFixed(2)}`;
  const { objectRequests, objectTime, rows, total } = price;
  const page = readFileSync(new URL("../../docs/performance.md", import.meta.url), "utf8");
  expect(page).toContain(
    `Counted exactly, it is ${dollars(total)}: ${dollars(objectTime)} of object time, ${dollars(rows)} of rows, ${dollars(objectRequests)} of requests to objects`,
  );
  expect(total).toBeLessThan(40);
});
