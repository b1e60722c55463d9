/** Filters of the log, kept while it grows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { eventGroups, GroupedLog, groupNamed, isInGroup } from "../../../../dashboard/execution/events/event-groups.ts";
import type { LoggedEvent } from "../../../../dashboard/execution/store/execution-model.ts";
import { everyShape, logged } from "../logged-events.ts";

const shapes = fc.array(fc.constantFrom(...everyShape), { maxLength: 60 });

function positionsFromScratch(log: readonly LoggedEvent[], group: (typeof eventGroups)[number], stepId: string | null) {
  return log.flatMap((event, at) =>
    (stepId === null || event.stepId === stepId) && isInGroup(event, group) ? [at] : [],
  );
}

test("however a log grows, each filter shows and counts what it would if it were asked anew", () => {
  fc.assert(
    fc.property(fc.array(shapes, { maxLength: 8 }), fc.constantFrom(null, "exa", "brave"), (batches, stepId) => {
      const log: LoggedEvent[] = [];
      const grouped = new GroupedLog(stepId);
      for (const batch of batches) {
        for (const shape of batch) log.push(logged(log.length + 1, shape));
        grouped.grow(log);
        for (const group of eventGroups) {
          expect(grouped.positions(group)).toEqual(positionsFromScratch(log, group, stepId));
          expect(grouped.count(group)).toBe(grouped.positions(group).length);
        }
      }
    }),
  );
});

test("a log that is read anew, as with hidden messages, is counted anew, even if it is as long as before", () => {
  const log = everyShape.map((shape, at) => logged(at + 1, shape));
  const grouped = new GroupedLog();
  grouped.grow(log);
  const again = everyShape.toReversed().map((shape, at) => logged(at + 1, shape));
  log.length = 0;
  log.push(...again);
  grouped.grow(log);
  for (const group of eventGroups) expect(grouped.positions(group)).toEqual(positionsFromScratch(log, group, null));
  log.length = 0;
  grouped.grow(log);
  expect(grouped.count("all")).toBe(0);
});

test("every type but those of the whole execution has a group, and an unknown one is in all alone", () => {
  const own = eventGroups.filter((group) => group !== "all" && group !== "failures" && group !== "waits");
  const without = everyShape
    .map((shape) => logged(1, shape))
    .filter((event) => !own.some((group) => isInGroup(event, group)))
    .map(({ __typename }) => __typename);
  expect(without).toEqual([
    "ExecutionStarted",
    "CancelRequested",
    "FinallyStarted",
    "ExecutionResumed",
    "ExecutionFinished",
  ]);
  const newer = { ...logged(1, { __typename: "ExecutionResumed", stepId: null, count: 1 }), __typename: "constructor" };
  expect(eventGroups.filter((group) => isInGroup(newer as unknown as LoggedEvent, group))).toEqual(["all"]);
});

test("an address that names no filter shows all", () => {
  expect(groupNamed("failures")).toBe("failures");
  expect([null, "", "FAILURES", "constructor"].map(groupNamed)).toEqual(["all", "all", "all", "all"]);
});
