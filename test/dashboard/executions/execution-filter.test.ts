/** Filters as addresses and as the API takes them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  filterOf,
  isGrouped,
  isNarrowed,
  kinds,
  type ListView,
  labelsIn,
  queryOf,
  statuses,
  viewIn,
  waitKinds,
} from "../../../dashboard/executions/execution-filter.ts";

const plain: ListView = viewIn(new URLSearchParams());

function addressOf(view: ListView): URLSearchParams {
  const told = Object.entries(queryOf(view)).filter((entry): entry is [string, string] => entry[1] !== null);
  return new URLSearchParams(new URLSearchParams(told).toString());
}

describe("the filter of the list in the address", () => {
  it("comes back from the address as it was, whatever somebody filtered by", () => {
    const views = fc.record({
      text: fc.string(),
      kind: fc.option(fc.constantFrom(...kinds)),
      context: fc.string(),
      statuses: fc.subarray([...statuses]),
      callable: fc.string(),
      waitingFor: fc.option(fc.constantFrom(...waitKinds)),
      period: fc.constantFrom("HOUR" as const, "DAY", "WEEK", "ALL"),
      labels: fc.string(),
      hidesChildren: fc.boolean(),
      order: fc.constantFrom("NEWEST_FIRST" as const, "OLDEST_FIRST"),
    });
    fc.assert(
      fc.property(views, (view) => {
        expect(viewIn(addressOf(view))).toEqual(view);
      }),
    );
  });

  it("says nothing of what every list is without it", () => {
    expect(addressOf(plain).toString()).toBe("");
  });

  it("leaves out what nobody understands instead of asking the API for it", () => {
    const view = viewIn(
      new URLSearchParams("status=FAILED,BROKEN&waiting=GODOT&time=constructor&order=best&children=no"),
    );
    expect(view).toEqual({ ...plain, statuses: ["FAILED"] });
  });

  it("asks for roots alone unless children are wanted, and for a period that ends now", () => {
    const at = Date.UTC(2026, 0, 2);
    expect(filterOf(plain, at)).toEqual({ root: true, childWaitIsRunning: true });
    expect(filterOf({ ...plain, hidesChildren: false, period: "DAY", callable: " slow " }, at)).toEqual({
      childWaitIsRunning: true,
      createdAfter: "2026-01-01T00:00:00.000Z",
      callableName: "slow",
    });
  });

  it("[N623] searches words and kinds, and lists a conversation once unless somebody looks for something in particular", () => {
    const at = Date.UTC(2026, 0, 2);
    expect(filterOf({ ...plain, text: " rivers ", kind: "ASK" }, at)).toEqual({
      childWaitIsRunning: true,
      root: true,
      text: "rivers",
      kinds: ["ASK"],
    });
    expect(filterOf({ ...plain, kind: "SCHEDULE", context: "c" }, at)).toEqual({
      childWaitIsRunning: true,
      root: true,
      scheduled: true,
      contextId: "c",
    });
    expect([plain, { ...plain, kind: "MESSAGE" as const, period: "DAY" as const }].map(isGrouped)).toEqual([
      true,
      true,
    ]);
    expect(
      [
        { ...plain, text: "a" },
        { ...plain, context: "c" },
        { ...plain, labels: "a=b" },
      ].map(isGrouped),
    ).toEqual([false, false, false]);
    expect([plain, { ...plain, text: "a" }, { ...plain, kind: "PLAN" as const }].map(isNarrowed)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("keeps = in the value of a label, and says which part is no label", () => {
    expect(labelsIn("query=a=b, team = docs,")).toEqual({
      labels: [
        { key: "query", value: "a=b" },
        { key: "team", value: "docs" },
      ],
      problem: null,
    });
    expect(labelsIn("team=docs, urgent")).toMatchObject({
      labels: [{ key: "team", value: "docs" }],
      problem: "Cannot filter by urgent: required is key=value",
    });
  });
});
