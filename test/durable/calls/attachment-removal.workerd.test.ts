/** Artifacts of results go with the execution whose calls gave them, known or not. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ArtifactBucket, type Bucket } from "../../../src/durable/calls/artifact-bucket.ts";
import type { ArtifactStore } from "../../../src/durable/ports/artifact-store.ts";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import { started, storedEvents, withInstance } from "../../support/objects/executions.ts";
import { clockAhead } from "../../support/objects/object-time.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const artifacts = new ArtifactBucket((env as unknown as { readonly ARTIFACTS: Bucket }).ARTIFACTS);
const facts = { description: null, mediaType: "image/png" };

/** Archives the execution; gives how often its artifacts were asked to go. */
async function archived(request: StartRequest): Promise<number> {
  let removals = 0;
  const counted = {
    removeAll: async (tenant: string, owner: string) => {
      removals += 1;
      await artifacts.removeAll(tenant, owner);
    },
  } as unknown as ArtifactStore;
  const late = { clock: clockAhead(3_600_000), eventRetentionMs: 60_000, artifacts: counted };
  await withInstance(request, late, (instance) => instance.alarm());
  expect(await storedEvents(request)).toHaveLength(1);
  return removals;
}

describe("an artifact that was stored for an attempt without a row of it", () => {
  it("[N13] is removed with the values of the execution where an attempt was lost or failed", async () => {
    const request = await requestFor({ steps: [tool("a", "is_error", {})] }, { waitMs: 10_000 });
    expect((await started(request)).status).toBe("FAILED");
    await artifacts.put("default", { owner: request.execution, name: "result_is_error_0_1_0.png" }, "PNG", facts);
    expect(await archived(request)).toBe(1);
    expect(await artifacts.list("default", request.execution, undefined, 10)).toEqual([]);
  });

  it("[N13] costs no look into the bucket where every call succeeded at once", async () => {
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 10_000 });
    expect((await started(request)).status).toBe("SUCCEEDED");
    expect(await archived(request)).toBe(0);
  });
});
