/** A booking as the page makes it, against the Worker of this project in the real runtime. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createClient } from "@planwright/client";
import { createTestHarness } from "wrangler";
import { bookingPlan } from "../page/booking-plan.ts";

const harness = createTestHarness({ workers: [{ configPath: "wrangler.toml" }] });
let planwright;

before(async () => {
  const { url } = await harness.listen();
  planwright = createClient({ url });
});
after(() => harness.close());

/** Starts a booking and answers the question that it asks. */
async function book(people, answer) {
  const run = await planwright.run(bookingPlan(people, "Planning"));
  assert.ok(run.ok, run.error?.message);
  const { id } = run.value.execution;
  for await (const { value } of planwright.watchInbox()) {
    const question = value?.find(({ execution }) => execution.id === id);
    if (question === undefined) continue;
    await planwright.answer(question.id, answer);
    break;
  }
  const finished = await planwright.finished(id);
  assert.ok(finished.ok, finished.error?.message);
  return finished.value;
}

test("a room is booked once a person permits it", async () => {
  const { status, steps } = await book(10, { accept: {} });
  assert.equal(status, "SUCCEEDED");
  assert.match(steps.at(-1).output.value.booking, /^Garden-/);
});

test("nothing is booked if the person declines", async () => {
  const { status, steps } = await book(3, { decline: "too small" });
  assert.notEqual(status, "SUCCEEDED");
  assert.equal(steps.at(-1).output, null);
});
