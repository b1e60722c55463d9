/** What GraphQL over HTTP demands of a server, asked by the audit of its reference implementation, of the real Worker. */
import { auditServer } from "graphql-http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningWorker, startWorker } from "../../support/deployed/running-worker.ts";

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker?.close());

it("passes the audit of graphql-http in full", async () => {
  const results = await auditServer({ url: worker.planwright.endpoint });
  const failed = results.flatMap((result) => (result.status === "ok" ? [] : [`${result.name}: ${result.reason}`]));
  expect(failed).toEqual([]);
  expect(results).toHaveLength(61);
});
