import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { bindings, objectOf, requestFor, started, tool, viewWhen } from "./object-world.ts";

it("a finished execution is kept until its retention ends, then it and its line in the index are gone", async () => {
  const request = await requestFor({ steps: [tool("a", "read_note", { name: "x" })] }, { waitMs: 10_000 });
  const view = await started(request);
  const index = bindings.INDEX.getByName("default#0");
  const listed = async () => {
    const page = await index.list({ first: 100, after: null, status: null, contextId: null, root: null });
    return page.items.some((item) => item.execution === request.execution);
  };
  await vi.waitUntil(listed);
  const alarm = await vi.waitUntil(() =>
    runInDurableObject(objectOf(request), async (_, state) => {
      const at = await state.storage.getAlarm();
      return at !== null && at > Date.now() + 3_600_000 ? at : null;
    }),
  );
  const retentionMs = 720 * 3_600_000;
  expect(alarm).toBe((view.finishedAt ?? 0) + retentionMs);

  await runDurableObjectAlarm(objectOf(request));
  expect((await viewWhen(request, () => true)).status).toBe("SUCCEEDED");

  // The end of the execution lies further back than its retention when the next instance reads it.
  await runInDurableObject(objectOf(request), (_, state) => {
    state.storage.sql.exec("UPDATE journal SET at = at - ? WHERE kind = 'ExecutionFinished'", retentionMs + 1);
  });
  await evictDurableObject(objectOf(request));
  await runDurableObjectAlarm(objectOf(request));
  expect(await objectOf(request).read(true)).toBeNull();
  expect(await listed()).toBe(false);
});
