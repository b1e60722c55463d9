/** The oracle of the crash tests against executions that broke a promise: each must be noticed, else all that it finds in order means nothing. */
import { describe, expect, it } from "vitest";
import type { ExecutionRecord, RecordedRow, RecordedStep } from "../../chaos/execution-record.ts";
import { judge, type Ledgers } from "../../chaos/oracle.ts";
import type { LedgerEntry } from "../../support/deployed/example-tools.ts";
import { tenStepRows } from "./kill-ten-steps.ts";

const name = "one";
const outputs: { readonly [stepId: string]: unknown } = {
  look: { mode: "UNAVAILABLE" },
  both: {},
  set: { name, text: "a" },
  other: { name: "another", text: null },
  ask: { word: "b" },
  add: { name, text: "ab" },
  once: { name, text: "abc" },
  child: { name: `child ${name}`, text: "d" },
  translate: { text: `[de] ${name}` },
  read: { name, text: "abc" },
};
const asking = new Set(["both", "ask", "child"]);

/** Row n happens at n seconds, and a call half a second after the row that starts it. */
function rowsOf(names: readonly string[]): RecordedRow[] {
  return names.map((what, index) => {
    const [type = "", stepId = null] = what.split(" ");
    const outcome = type === "ATTEMPT_FAILED" ? { outcome: "REJECTED" } : {};
    return { type, stepId, sequence: index + 1, at: 1_000 * (index + 1), ...outcome };
  });
}

const stepOf = (stepId: string, value: unknown): RecordedStep => ({
  ...{ stepId, status: "SUCCEEDED", failure: null, output: { value } },
  callId: asking.has(stepId) ? null : `key ${stepId}`,
});

function undisturbed() {
  const child: ExecutionRecord = {
    ...{ id: "child", requestId: "r.child", status: "SUCCEEDED", failure: null, children: [] },
    steps: [stepOf("keep", outputs.child)],
    rows: rowsOf(["EXECUTION_STARTED", "STEP_STARTED keep", "STEP_FINISHED keep", "EXECUTION_FINISHED"]),
  };
  const record: ExecutionRecord = {
    ...{ id: "e", requestId: "r", status: "SUCCEEDED", failure: null, children: [child] },
    steps: Object.entries(outputs).map(([stepId, value]) => stepOf(stepId, value)),
    rows: rowsOf(tenStepRows),
  };
  const startOf = ({ rows }: ExecutionRecord, stepId: string) =>
    rows.find((row) => row.type === "STEP_STARTED" && row.stepId === stepId)?.at ?? 0;
  const call = (of: ExecutionRecord, stepId: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
    ...{ key: `key ${stepId}`, tool: stepId, arguments: {}, requestId: of.requestId, completed: true },
    at: startOf(of, stepId) + 500,
    ...more,
  });
  const called = ["look", "set", "other", "add", "once", "read"];
  const ledgers = {
    calls: [call(record, "look", { completed: false }), ...called.map((id) => call(record, id)), call(child, "keep")],
    works: [{ messageId: "key translate", input: { text: name }, state: "COMPLETED" }],
    messages: ["key translate"],
  } satisfies Ledgers;
  // The second attempt leaves after the first one failed.
  ledgers.calls[1] = call(record, "look", { at: 3_500 });
  return { record, child, ledgers, call };
}

const nothingRepeated = { READ_ONLY: 0, IDEMPOTENT: 0, KEYED: 0, UNSAFE: 0 };

/** The journal with a row more in front of one of its rows. */
function withRow(record: ExecutionRecord, what: string, before: string): ExecutionRecord {
  const names = record.rows.map(({ stepId, type }) => (stepId === null ? type : `${type} ${stepId}`));
  return { ...record, rows: rowsOf(names.toSpliced(names.indexOf(before), 0, what)) };
}

describe("the oracle", () => {
  it("finds nothing wrong with an undisturbed execution", () => {
    const { ledgers, record } = undisturbed();
    const nothing = { broken: [], finishedRepeated: 0, repeated: nothingRepeated, end: "SUCCEEDED" };
    expect(judge(name, record, ledgers)).toEqual(nothing);
  });

  it("allows one more call of the step that was taken over, and counts it", () => {
    const { call, ledgers, record } = undisturbed();
    const resumed = withRow(record, "EXECUTION_RESUMED", "STEP_FINISHED read");
    const calls = [...ledgers.calls, call(record, "read", { at: 27_500 })];
    const verdict = judge(name, resumed, { ...ledgers, calls });
    expect(verdict).toMatchObject({ broken: [], repeated: { ...nothingRepeated, READ_ONLY: 1 } });
  });

  it("counts it too where the cut attempt has a row of its own", () => {
    const { call, ledgers, record } = undisturbed();
    const calls = [...ledgers.calls, call(record, "add", { at: 15_500 })];
    const failed = withRow(record, "ATTEMPT_FAILED add", "STEP_FINISHED add");
    const rows = failed.rows.map((row) =>
      row.stepId === "add" && "outcome" in row ? { ...row, outcome: "UNKNOWN" } : row,
    );
    const judged = (of: ExecutionRecord) => judge(name, of, { ...ledgers, calls });
    expect(judged({ ...failed, rows }).broken).toEqual(["add (KEYED) was called 1 times more, 0 were due"]);
    const resumed = withRow({ ...failed, rows }, "EXECUTION_RESUMED", "ATTEMPT_FAILED add").rows.map((row) =>
      row.stepId === "add" && row.type === "ATTEMPT_FAILED" ? { ...row, outcome: "UNKNOWN" } : row,
    );
    expect(judged({ ...failed, rows: resumed })).toMatchObject({
      broken: [],
      repeated: { ...nothingRepeated, KEYED: 1 },
    });
  });

  it("notices an execution that is lost, and one that has not ended", () => {
    const { ledgers, record } = undisturbed();
    expect(judge(name, null, ledgers)).toMatchObject({ broken: ["it is lost"], end: "LOST" });
    const running = { ...record, status: "RUNNING", rows: record.rows.slice(0, -1) };
    expect(judge(name, running, ledgers).broken).toEqual([
      "it is RUNNING where SUCCEEDED was due",
      "it has 0 ends, or rows after them",
    ]);
  });

  it("notices a call of a finished step, a call too many, and one under a key that no step has", () => {
    const { call, ledgers, record } = undisturbed();
    const judged = (more: LedgerEntry) => judge(name, record, { ...ledgers, calls: [...ledgers.calls, more] });
    expect(judged(call(record, "add", { at: 20_000 }))).toMatchObject({ finishedRepeated: 1 });
    expect(judged(call(record, "add")).broken).toEqual(["add (KEYED) was called 1 times more, 0 were due"]);
    expect(judged(call(record, "add", { key: "stray" })).broken).toEqual([
      "a call of add has the key stray, which no step has",
    ]);
  });

  it("notices a second unsafe call although an object had taken over", () => {
    const { call, ledgers, record } = undisturbed();
    const resumed = withRow(record, "EXECUTION_RESUMED", "STEP_FINISHED once");
    const { broken } = judge(name, resumed, { ...ledgers, calls: [...ledgers.calls, call(record, "once")] });
    expect(broken).toEqual(["once (UNSAFE) was called 1 times more, 0 were due"]);
  });

  it("[E7] allows the one call of a step with an unknown outcome to arrive after its end, only where calls are on their way", () => {
    const { call, ledgers, record } = undisturbed();
    const failure = { code: "OUTCOME_UNKNOWN" };
    const steps = record.steps.map((step) =>
      step.stepId === "once" ? { ...step, status: "FAILED", failure, output: null } : step,
    );
    const resumed = withRow({ ...record, steps, status: "PARTIAL" }, "EXECUTION_RESUMED", "STEP_FINISHED once");
    const late = call(record, "once", { at: 25_000 });
    const others = ledgers.calls.filter(({ tool }) => tool !== "once");
    const judged = (calls: readonly LedgerEntry[], isOnTheWay: boolean) =>
      judge(name, resumed, { ...ledgers, calls }, isOnTheWay);
    expect(judged([...others, late], true)).toMatchObject({ broken: [], finishedRepeated: 0 });
    expect(judged([...others, late], false)).toMatchObject({ finishedRepeated: 1 });
    // Twice is too often, whenever it is.
    expect(judged([...ledgers.calls, late], true).broken).toEqual([
      "once was called 1 times after its end was stored",
      "once (UNSAFE) was called 1 times more, 0 were due",
    ]);
    const finished = judge(name, record, { ...ledgers, calls: [...others, late] }, true);
    expect(finished).toMatchObject({ finishedRepeated: 1 });
  });

  it("notices a second child, a second remote task, a second answer and a second end of a step", () => {
    const { child, ledgers, record } = undisturbed();
    const broken = (changed: ExecutionRecord) => judge(name, changed, ledgers).broken;
    expect(broken({ ...record, children: [child, child] })).toEqual(["it has 2 children"]);
    const works = [...ledgers.works, ...ledgers.works];
    expect(judge(name, record, { ...ledgers, works }).broken).toEqual(["the agent worked on it 2 times"]);
    const twice = withRow(record, "HUMAN_INPUT_RESOLVED ask", "STEP_FINISHED ask");
    expect(broken(twice)).toContain("the answer of the person counted 2 times");
    expect(broken(withRow(record, "STEP_FINISHED add", "STEP_STARTED once"))).toContain("add has 2 ends");
  });

  it("notices another final state: an output that differs, a step that failed", () => {
    const { ledgers, record } = undisturbed();
    const changed = (stepId: string, change: Partial<RecordedStep>) => ({
      ...record,
      steps: record.steps.map((step) => (step.stepId === stepId ? { ...step, ...change } : step)),
    });
    const twice = changed("read", { output: { value: { name, text: "abcc" } } });
    expect(judge(name, twice, ledgers).broken).toEqual([
      'read gave {"name":"one","text":"abcc"} where {"name":"one","text":"abc"} was due',
    ]);
    const failed = changed("translate", { status: "FAILED" });
    expect(judge(name, failed, ledgers).broken).toEqual(["translate is FAILED"]);
  });
});
