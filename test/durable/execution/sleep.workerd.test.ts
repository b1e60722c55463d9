import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { objectOf, rowCount, started, viewWhen } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const alarmOf = (request: Parameters<typeof objectOf>[0]) =>
  runInDurableObject(objectOf(request), (_, state) => state.storage.getAlarm());

describe("an execution that sleeps", () => {
  it("[N274, E11, E6] is held by the alarm alone: an evicted object wakes at the time that was stored and goes on", async () => {
    const sleep = { sleep: { stepId: "nap", seconds: 2.5 } };
    const request = await requestFor({ steps: [sleep, tool("a", "read_note", { name: "x" }, { after: ["nap"] })] });
    await started(request);
    const view = await viewWhen(request, ({ status }) => status === "WAITING");
    const wakesAt = view.steps[0]?.waitsUntil;
    expect(await rowCount(request)).toBe(1);
    await evictDurableObject(objectOf(request));
    expect(await alarmOf(request)).toBe(wakesAt);
    const end = await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
    expect(end.status).toBe("SUCCEEDED");
    expect(end.steps[0]?.finishedAt).toBeGreaterThanOrEqual(wakesAt ?? Number.POSITIVE_INFINITY);
  });

  it("[N274, E6] is not woken by an alarm that comes early, and answers a caller who would wait for less", async () => {
    const request = await requestFor({ steps: [{ sleep: { stepId: "nap", seconds: 3_600 } }] }, { waitMs: 25_000 });
    const startedAt = Date.now();
    const view = await started(request);
    expect(view).toMatchObject({ status: "WAITING", waitingFor: "TIMER", deadlineAt: null });
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    await runDurableObjectAlarm(objectOf(request));
    expect((await objectOf(request).read(true))?.sequence).toBe(view.sequence);
    expect(await alarmOf(request)).toBe(view.steps[0]?.waitsUntil);
  });
});
