/** The alarm that stands behind a ringing one while a call is on its way: it is due, it does not fire, and it costs one write. */
import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import { given } from "../../support/engine/given-response.ts";
import { objectOf, started, storedEvents, viewWhen } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const writes = (request: Parameters<typeof objectOf>[0]) =>
  runInDurableObject(objectOf(request), (instance) => (instance as unknown as ExecutionObject).writes());
const alarmAt = (request: Parameters<typeof objectOf>[0]) =>
  runInDurableObject(objectOf(request), (_, { storage }) => storage.getAlarm());

/** The first alarm rings, late on a busy machine, and the time of the one behind it passes. */
async function behindIsDue(request: Parameters<typeof objectOf>[0]): Promise<void> {
  while ((await writes(request)).alarms < 2 || ((await alarmAt(request)) ?? Number.POSITIVE_INFINITY) >= Date.now())
    await new Promise((resolve) => setTimeout(resolve, 20));
}

it("[N100, N101, E6] while a call is on its way an alarm is due that waits for the one that drives it, and the call sets three in all, however long it takes", async () => {
  const request = await requestFor({ steps: [tool("a", "slow", { ms: 2_500 })] });
  await started(request);
  await behindIsDue(request);
  // Long enough for an alarm that nothing holds up.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await objectOf(request).read(false))?.status).toBe("RUNNING");
  // One that takes over from the caller, and the one behind it.
  expect((await writes(request)).alarms).toBe(2);
  await viewWhen(request, ({ finishedAt }) => finishedAt !== null);
  await viewWhen(request, ({ finishedAt }) => Date.now() > (finishedAt ?? 0) + 300);
  expect((await writes(request)).alarms).toBe(3);
  expect(await alarmAt(request)).toBeGreaterThan(Date.now() + 3_600_000);
  expect((await storedEvents(request)).map(({ kind }) => kind)).not.toContain("ExecutionResumed");
});

it("[N101] an answer beside a call under way sets no alarm: the one that is due takes over from both", async () => {
  const steps = [tool("a", "slow", { ms: 2_500 }), tool("gone", "delete_note", { name: "x" }, { independent: true })];
  const request = await requestFor({ steps });
  await started(request);
  const asked = await viewWhen(request, ({ humanInputs }) => humanInputs.length > 0);
  await behindIsDue(request);
  const before = (await writes(request)).alarms;
  await objectOf(request).respond(given(asked.humanInputs[0]?.requestId ?? ""));
  await viewWhen(request, (view) => view.steps[1]?.status === "SUCCEEDED");
  expect((await objectOf(request).read(false))?.status).toBe("RUNNING");
  expect((await writes(request)).alarms).toBe(before);
  expect((await viewWhen(request, ({ finishedAt }) => finishedAt !== null)).status).toBe("SUCCEEDED");
});
