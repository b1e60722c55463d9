/** Rows of today and of releases against the promise that later versions keep what is shown of them by code that does not know them. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../src/durable/storage/journal-row.ts";
import { parkedSummary, parkedView, readStableEnd, readStableStart } from "../../../src/execution/views/parked-view.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";

const release = new URL("../../released/0.7.0/", import.meta.url);
const rows = readdirSync(release)
  .filter((file) => file.endsWith(".journal.json"))
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, release), "utf8")) as readonly JournalRow[]);
const bodiesOf = (kind: string) =>
  rows.filter((row) => row.kind === kind).map(({ body }) => (JSON.parse(body) as { event: JsonObject }).event);

describe("what every later version keeps of a log", () => {
  it("[N104] is in the first and the last row of every log of the release 0.7.0", () => {
    const starts = bodiesOf("ExecutionStarted");
    expect(starts.length).toBeGreaterThan(3);
    for (const start of starts) expect(readStableStart(start)).toMatchObject({ execution: start.execution });
    const ends = bodiesOf("ExecutionFinished");
    expect(ends.length).toBeGreaterThan(0);
    for (const end of ends) expect(readStableEnd(end)).toBe(end.status);
  });

  it("[N104] is read beside members that nobody knows, and not at all if one of it is missing or another", () => {
    const [start = {}] = bodiesOf("ExecutionStarted");
    const known = readStableStart(start);
    expect(readStableStart({ ...start, phase: { of: "the moon" }, plan: 7, definitions: null })).toEqual(known);
    for (const member of Object.keys(known ?? {})) {
      const { [member]: _, ...rest } = start;
      expect(readStableStart(rest), member).toBeUndefined();
      expect(readStableStart({ ...start, [member]: 7 }), member).toBeUndefined();
    }
    for (const body of [null, [], "start", 7] satisfies readonly Json[]) {
      expect(readStableStart(body)).toBeUndefined();
      expect(readStableEnd(body)).toBeUndefined();
    }
  });

  it("[N104, N105] makes a view that says by what it is parked, and a summary that anything else takes the place of", () => {
    const start = readStableStart(bodiesOf("ExecutionStarted")[0] ?? null);
    if (start === undefined) throw new Error("no log of the release");
    const facts = {
      start,
      createdAt: 1,
      updatedAt: 2,
      sequence: 3,
      orchestrationState: "awaiting_results",
      end: null,
    } as const;
    const view = parkedView(facts, "ExecutionStarted version 99", false);
    expect(view).toMatchObject({
      status: "WAITING",
      waitingFor: null,
      parkedBy: "ExecutionStarted version 99",
      isTooOld: false,
    });
    expect(parkedSummary(facts)).toMatchObject({
      status: "WAITING",
      revision: 0,
      outline: null,
      root: start.origin.root,
    });
    const ended = { ...facts, end: { status: "PARTIAL", at: 2 } } as const;
    expect(parkedView(ended, "x", true)).toMatchObject({ status: "PARTIAL", finishedAt: 2, isTooOld: true });
    expect(parkedSummary(ended)).toMatchObject({ status: "PARTIAL", finishedAt: 2 });
  });
});
