/** What GraphQL over HTTP demands of a server, asked by the audit of its reference implementation, of the real Worker. */
import { auditServer } from "graphql-http";
import { expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";

const served = deployedWorld({ isShared: true });

it("passes the audit of graphql-http in full", async () => {
  const results = await auditServer({ url: served.planwright.endpoint });
  const failed = results.flatMap((result) => (result.status === "ok" ? [] : [`${result.name}: ${result.reason}`]));
  expect(failed).toEqual([]);
  expect(results).toHaveLength(61);
});
