/** Receivers are told of what falls due while calls are in flight, and nothing is left to wait for them at rest. */
import { expect, it } from "vitest";
import { type Driven, untilRest } from "../../../src/durable/execution/reports.ts";

function world() {
  const done: string[] = [];
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  const drive = () => {
    done.push("drive");
    return promise;
  };
  const loaded = {
    runner: { drive },
    reports: { notifyDue: () => void done.push("tell"), rested: () => void done.push("rest") },
  };
  return { done, resolve, reject, loaded: loaded satisfies Driven };
}

it("tells what is due once the run is busy, so that a call of many minutes holds nothing up, and again at rest [E11]", async () => {
  const { done, loaded, resolve } = world();
  const rested = untilRest(loaded);
  expect(done).toEqual(["drive", "tell"]);
  resolve();
  await rested;
  expect(done).toEqual(["drive", "tell", "tell", "rest"]);
});

it("says that a row could not be stored, and leaves no timer then either", async () => {
  const { done, loaded, reject } = world();
  const rested = untilRest(loaded);
  reject(new Error("full"));
  await expect(rested).rejects.toThrow("full");
  expect(done).toEqual(["drive", "tell", "tell", "rest"]);
});
