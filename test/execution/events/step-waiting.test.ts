/** Rows by which steps wait: one form in the journal, a kind of wait each in the type (E2, E11). */
import { describe, expect, it } from "vitest";
import { readRow, rowsOf } from "../../../src/durable/storage/journal-row.ts";
import { eventVersion, type RecordedEvent } from "../../../src/execution/events/event.ts";

const question = `"kind":"FORM","prompt":"When?","ui":null,"onExpiry":{"kind":"FAIL"},"onDecline":"FAIL"`;
const schema = `{"bytes":17,"digest":null,"inline":{"type":"object"}}`;
const until = `"until":1767227400000`;

/** Events of rows as 0.7.0 wrote them. */
const rows = {
  "a question of a step": `{"waitsFor":"PERSON",${until},"request":{"requestId":"a/1","purpose":"STEP",${question}},"handle":null,"details":null,"note":null,"arguments":{"bytes":2,"digest":null,"inline":{}},"responseSchema":${schema},"step":"a","group":"g"}`,
  "a question of a callee": `{"waitsFor":"PERSON",${until},"request":{"requestId":"a/1","purpose":"CALLEE",${question}},"handle":null,"details":{"requestState":"to the letter"},"note":null,"attempt":1,"arguments":null,"responseSchema":${schema},"step":"a","group":null,"attemptStartedAt":1767225600110}`,
  "a question of a remote task": `{"waitsFor":"PERSON",${until},"request":{"requestId":"a/2","purpose":"CALLEE",${question}},"handle":"task-1","details":{"n":1},"note":null,"attempt":2,"arguments":null,"responseSchema":null,"step":"a","group":null}`,
  "the question about the whole plan": `{"waitsFor":"PERSON",${until},"request":{"requestId":"plan/1","purpose":"PLAN_APPROVAL",${question}},"handle":null,"details":null,"note":null,"arguments":{"bytes":12,"digest":null,"inline":{"steps":[]}},"responseSchema":null,"step":null,"group":null}`,
  "a child": `{"step":"a","group":null,"waitsFor":"CHILD","handle":"37ab","details":null,"note":null,"attempt":1,${until},"request":null,"arguments":null,"responseSchema":null,"reserved":{"maxModelCalls":10,"maxTokens":null,"maxCostMicros":null}}`,
  "a child that is not admitted": `{"step":"a","group":null,"waitsFor":"CHILD","handle":"37ab","details":null,"note":"waits to be admitted","attempt":1,"until":null,"request":null,"arguments":null,"responseSchema":null}`,
  "a remote task": `{"step":"g.c","group":"g","waitsFor":"REMOTE_TASK","handle":"task-2","details":{"at":"peers"},"note":null,"attempt":3,${until},"request":null,"arguments":null,"responseSchema":null,"attemptStartedAt":1767225600110}`,
  "a remote task that wants something": `{"step":"a","group":null,"waitsFor":"REMOTE_TASK","handle":"task-2","details":null,"note":"INPUT_REQUIRED: which account?","attempt":3,${until},"request":null,"arguments":null,"responseSchema":null}`,
  "a submission": `{"step":"turns/1/agent","group":null,"waitsFor":"SUBMISSION","handle":"turn_1","until":null,"request":null,"details":null,"note":null,"arguments":null,"responseSchema":null}`,
  "a timer": `{"step":"a","group":null,"waitsFor":"TIMER","handle":null,${until},"request":null,"details":null,"note":null,"arguments":null,"responseSchema":null}`,
};

describe("a row by which a step waits", () => {
  it.each(Object.entries(rows))("[E2] for %s is written as 0.7.0 wrote it, byte by byte", (_, event) => {
    const row = rowWith(event);
    expect(rowsOf([read(row)])).toEqual([row]);
  });

  it.each(Object.entries(rows))("[E11] for %s says nothing of what does not apply", (_, event) => {
    const { group: _group, step: _step, ...facts } = read(rowWith(event)).event as { group: unknown; step: unknown };
    expect(Object.values(facts)).not.toContain(null);
  });
});

function rowWith(event: string) {
  const body = `{"transitions":[],"event":${event}}`;
  return { seq: 3, kind: "StepWaiting", version: eventVersion.StepWaiting, at: 1_767_225_600_000, hidden: 0, body };
}

function read(row: ReturnType<typeof rowWith>): RecordedEvent {
  const [record] = readRow(row).records;
  if (record === undefined) throw new Error("the row is not known");
  return record;
}
