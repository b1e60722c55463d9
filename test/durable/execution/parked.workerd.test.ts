import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { ExecutionObject } from "../../../src/durable/execution/execution-object.ts";
import { eventVersion } from "../../../src/execution/events/event.ts";
import { objectOptions } from "../../../src/worker/clients/object-options.ts";
import type { Environment } from "../../../src/worker/platform/environment.ts";
import { given } from "../../support/engine/given-response.ts";
import { objectOf, started, storedEvents, viewWhen } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

it("[E2, E6] an execution with a row of an unknown kind is readable and untouched, and wakes again and again until newer code knows it", async () => {
  const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 10_000 });
  const waiting = await started(request);
  const requestId = waiting.humanInputs[0]?.requestId ?? "";
  const rename = (from: string, to: string) =>
    runInDurableObject(objectOf(request), (_, { storage }) => {
      const [old, other] = [from, to].map((kind) => `"kind":${JSON.stringify(kind)}`);
      storage.sql.exec("UPDATE journal SET body = replace(body, ?, ?)", old ?? "", other ?? "");
    });
  await rename("StepWaiting", "StepTeleported");
  await evictDurableObject(objectOf(request));

  expect((await objectOf(request).read(true))?.parkedBy).toBe(`StepTeleported version ${eventVersion.StepWaiting}`);
  expect((await objectOf(request).cancel("someone", null)).kind).toBe("CANCELLED");
  expect((await objectOf(request).respond(given(requestId))).kind).toBe("ALREADY_RESOLVED");
  await runDurableObjectAlarm(objectOf(request));
  expect(await storedEvents(request)).toHaveLength(2);
  const alarm = await runInDurableObject(objectOf(request), (_, { storage }) => storage.getAlarm());
  expect(alarm).toBeGreaterThan(Date.now());
  expect(alarm).toBeLessThanOrEqual(Date.now() + 3_600_000);

  await rename("StepTeleported", "StepWaiting");
  await evictDurableObject(objectOf(request));
  expect((await objectOf(request).respond(given(requestId))).kind).toBe("RESOLVED");
  expect((await viewWhen(request, (seen) => seen.finishedAt !== null)).status).toBe("SUCCEEDED");
});

it("[E6] an execution of a deployment whose settings cannot be read keeps its alarm and is untouched until they can", async () => {
  const request = await requestFor({ steps: [tool("gone", "delete_note", { name: "x" })] }, { waitMs: 10_000 });
  const requestId = (await started(request)).humanInputs[0]?.requestId ?? "";
  const broken = objectOptions({ ...(env as unknown as Environment), RETENTION_HOURS: "soon" });
  expect(broken.misconfigured).toContain("RETENTION_HOURS");
  expect(broken.misconfigured).not.toContain("soon");

  await runInDurableObject(objectOf(request), async (_, state) => {
    const parked = new ExecutionObject(state, {}, broken);
    expect(parked.read()?.parkedBy).toContain("RETENTION_HOURS");
    expect(parked.respond(given(requestId)).kind).toBe("ALREADY_RESOLVED");
    await parked.alarm();
    const alarm = await state.storage.getAlarm();
    expect(alarm).toBeGreaterThan(Date.now());
    expect(alarm).toBeLessThanOrEqual(Date.now() + 30_000);
  });
  expect(await storedEvents(request)).toHaveLength(2);
  await evictDurableObject(objectOf(request));
  expect((await objectOf(request).respond(given(requestId))).kind).toBe("RESOLVED");
  // What still runs when the last file ends keeps the runtime from ending.
  expect((await viewWhen(request, (seen) => seen.finishedAt !== null)).status).toBe("SUCCEEDED");
});
