import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { ledgerOf } from "../../support/objects/example-catalog.ts";
import { objectOf, started, viewWhen } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

describe("back-off", () => {
  it("[E11, E6] is held by the alarm alone: an evicted object makes the next attempt when its time comes", async () => {
    const flaky = { mode: "RATE_LIMITED", times: 1 };
    const policy = { policy: { maxAttempts: 2, initialBackoffMs: 2_500 } };
    const request = await requestFor({ steps: [tool("a", "flaky", flaky, policy)] });
    await started(request);
    const view = await viewWhen(request, (seen) => (seen.steps[0]?.attempts[0]?.retryAt ?? null) !== null);
    const retryAt = view.steps[0]?.attempts[0]?.retryAt;
    await evictDurableObject(objectOf(request));
    expect(await runInDurableObject(objectOf(request), (_, state) => state.storage.getAlarm())).toBe(retryAt);
    expect((await objectOf(request).read(true))?.status).toBe("RUNNING");
    const end = await viewWhen(request, (seen) => seen.finishedAt !== null);
    expect(end.status).toBe("SUCCEEDED");
    expect(await ledgerOf(request.requestId)).toHaveLength(2);
  });

  it("[E6] an alarm that comes early changes nothing but its next time", async () => {
    const policy = { policy: { maxAttempts: 2, initialBackoffMs: 60_000 } };
    const request = await requestFor({ steps: [tool("a", "flaky", { mode: "RATE_LIMITED", times: 1 }, policy)] });
    await started(request);
    const before = await viewWhen(request, (seen) => (seen.steps[0]?.attempts[0]?.retryAt ?? null) !== null);
    await runDurableObjectAlarm(objectOf(request));
    const after = await objectOf(request).read(true);
    expect(after?.sequence).toBe(before.sequence);
    const alarm = await runInDurableObject(objectOf(request), (_, state) => state.storage.getAlarm());
    expect(alarm).toBe(before.steps[0]?.attempts[0]?.retryAt);
  });
});
