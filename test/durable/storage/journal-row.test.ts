/** Rows with several events: what they keep, what an unknown event in them leaves readable, and what 0.8.0 finds in them. */
import { describe, expect, it } from "vitest";
import { type JournalRow, readRow, rowsOf } from "../../../src/durable/storage/journal-row.ts";
import { eventVersion, type RecordedEvent } from "../../../src/execution/events/event.ts";
import { readStableEnd, readStableStart } from "../../../src/execution/views/parked-view.ts";
import { never, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

const two = planOf([step("a"), step("b", { after: ["a"] })]);

async function recorded(): Promise<readonly RecordedEvent[]> {
  const world = new EngineWorld(() => succeeded({ v: 1 }));
  await world.run(two);
  return world.journal.records;
}

/** What 0.8.0 finds in a row that it does not understand. */
function stable({ at, body, kind, seq, version }: JournalRow) {
  const { event, transitions } = JSON.parse(body);
  return { at, kind, seq, version, event, lastMove: transitions.at(-1) };
}

describe("a row", () => {
  it("[N230] gives back every event with its sequence, time, moves and whether it is hidden", async () => {
    const records = (await recorded()).map((record, index) => ({
      ...record,
      occurredAt: record.occurredAt + (index % 2),
      hidden: index % 3 === 1,
    }));
    for (let length = 1; length < records.length; length += 1) {
      for (let first = 0; first + length <= records.length; first += 1) {
        const some = records.slice(first, first + length);
        const rows = rowsOf(some);
        expect(rows).toHaveLength(first === 0 && length === records.length ? 2 : 1);
        expect(rows.flatMap((row) => readRow(row).records)).toEqual(some);
      }
    }
  });

  it("[N230] is the transaction of a turn: the end of a step with the start of the next", async () => {
    const world = new EngineWorld(() => succeeded({ v: 1 }));
    await world.run(two);
    const rows = world.journal.rows.map((row) => readRow(row).records.map(({ event }) => event.kind));
    expect(rows).toEqual([
      ["ExecutionStarted", "StepStarted"],
      ["StepFinished", "StepStarted"],
      ["StepFinished", "ExecutionFinished"],
    ]);
  });

  it("[N231, E2] that is not known shows 0.8.0 whose the execution is, where it stands and how it ended", async () => {
    const world = new EngineWorld(() => succeeded({ v: 1 }));
    await world.run(two);
    const [first, second, last] = world.journal.rows.map(stable);
    expect(first).toMatchObject({ kind: "ExecutionStarted", version: 100 + eventVersion.ExecutionStarted, seq: 2 });
    expect(readStableStart(first?.event)).toMatchObject({ execution: "execution", tenant: "default" });
    expect(second).toMatchObject({ kind: "StepStarted", version: 100 + eventVersion.StepStarted, seq: 4 });
    expect(second?.lastMove).toMatchObject({ to: "awaiting_results" });
    expect(last).toMatchObject({ kind: "ExecutionFinished", version: 100 + eventVersion.ExecutionFinished, seq: 6 });
    expect(readStableEnd(last?.event)).toBe("SUCCEEDED");
    expect(last?.lastMove).toMatchObject({ to: "completed" });
  });

  it("[N231] never holds start and end of an execution, of which 0.8.0 could find one only", async () => {
    const records = await recorded();
    const rows = rowsOf(records);
    expect(rows.map(({ kind, seq }) => [kind, seq])).toEqual([
      ["ExecutionStarted", records.length - 1],
      ["ExecutionFinished", records.length],
    ]);
  });

  it("[N231, E2] with an event that is not known is read up to that, and names it", async () => {
    const world = new EngineWorld(() => never());
    await world.run(planOf([step("a", { tool: "destroy" }), step("b", { independent: true })]));
    const [row] = world.journal.rows;
    if (row === undefined) throw new Error("a row is stored");
    const strange = { ...row, body: row.body.replace('"kind":"StepWaiting"', '"kind":"StepTeleported"') };
    const { records, unknown } = readRow(strange);
    expect(records).toEqual(world.journal.records.slice(0, 1));
    expect(unknown).toMatchObject({ kind: "StepTeleported", version: eventVersion.StepWaiting });
    const later = { ...row, version: 200 + eventVersion.ExecutionStarted };
    expect(readRow(later)).toMatchObject({ records: [], unknown: { kind: row.kind, version: later.version } });
  });
});
