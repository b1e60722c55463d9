/**
 * SIGKILL to the real process at every row of a short plan, of a prompt until its answer is written, and of an execution and its child. One execution for each place stops there (`kill-entry.ts`), beside some
 * whose calls are on their way or wait; then the processes are killed together and started again over the same storage. From
 * there on nobody asks any execution for anything: only the tenant's list, kept by another object, is read until all have ended.
 * The ledgers of the example MCP server and of the scripted model, which live in this process, tell what was really called.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningExample } from "../../examples/listening.ts";
import type { ModelLedgerEntry } from "../../examples/model-server/ledger.ts";
import { startModelServer } from "../../examples/model-server/server.ts";
import { type ExampleWorld, type LedgerEntry, startExampleWorld } from "./example-world.ts";
import { applyKeeper, submitTurn, turnAt, turnPlaces, turnRows, turnToStop } from "./kill-conversations.ts";
import { childRows, familyAt, familyPlaces, familyToStop, parentRows, saveKeep } from "./kill-families.ts";
import { type ExecutionSeen, eventually, Planwright, type StepSeen, tool } from "./planwright.ts";
import { WorkerProcess } from "./worker-process.ts";

/** What the plan leaves in its journal when nothing disturbs it. */
const rows = [
  "EXECUTION_STARTED",
  "STEP_STARTED look",
  "ATTEMPT_FAILED look",
  "STEP_FINISHED look",
  "STEP_STARTED keep",
  "STEP_FINISHED keep",
  "STEP_STARTED add",
  "STEP_FINISHED add",
  "STEP_STARTED once",
  "STEP_FINISHED once",
  "STEP_STARTED read",
  "STEP_FINISHED read",
  "EXECUTION_FINISHED",
] as const;

/** One call of each effect class: READ_ONLY (refused at first), IDEMPOTENT, KEYED, UNSAFE, READ_ONLY. */
function plan(note: string) {
  const steps = [
    tool(
      "look",
      "example.flaky",
      { mode: "UNAVAILABLE", times: 1 },
      { policy: { maxAttempts: 2, initialBackoffMs: 1 } },
    ),
    tool("keep", "example.set_note", { name: note, text: "a" }),
    tool("add", "example.keyed_append", { name: "{{steps.keep.output.name}}", text: "b" }),
    tool("once", "example.append_note", { name: note, text: "c" }, { policy: { continueOnFailure: true } }),
    tool("read", "example.read_note", { name: note }),
  ];
  return { source: { plan: { steps } }, options: { idempotencyKey: note, schedule: "SEQUENTIAL" } };
}

interface AnsweredPrompt {
  readonly response: string | null;
  readonly modelCalls: readonly { readonly purpose: string; readonly outcome: string | null }[];
}

interface Place {
  readonly moment: "before" | "after";
  readonly row: number;
  readonly what: string;
  readonly label: string;
  /** How many rows are on disk when the process is killed. */
  readonly kept: number;
}

const places: readonly Place[] = rows.flatMap((what, index) =>
  (["before", "after"] as const).map((moment) => ({
    ...{ moment, row: index + 1, what, label: `${moment}:${index + 1}` },
    kept: moment === "before" ? index : index + 1,
  })),
);
const storedPlaces = places.filter(({ kept }) => kept > 0);

/** What a prompt leaves in its journal until its answer is written: the call of the planner and its end, two tools, the call of the responder. */
const promptRows = [
  "EXECUTION_STARTED",
  "MODEL_CALL_STARTED",
  "MODEL_CALLED",
  "PLAN_PROPOSED",
  "STEP_STARTED step0",
  "STEP_FINISHED step0",
  "STEP_STARTED step1",
  "STEP_FINISHED step1",
  "MODEL_CALL_STARTED",
] as const;

/** The end of a model call and what follows from it are one transaction, so nothing can be lost between them. */
const promptPlaces = promptRows.flatMap((what, index) =>
  (["before", "after"] as const).flatMap((moment) => {
    const row = index + 1;
    const kept = moment === "before" ? index : row;
    if (what === "PLAN_PROPOSED" && moment === "before") return [];
    const stored = what === "MODEL_CALLED" && moment === "after" ? kept + 1 : kept;
    return [
      {
        moment,
        row,
        what,
        label: `${moment}:${row}`,
        kept: stored,
        text: `Call example.read_note and then example.set_note, ${moment} ${row}`,
      },
    ];
  }),
);
const storedPromptPlaces = promptPlaces.filter(({ kept }) => kept > 0);

const stoppingPlaces = places.length + promptPlaces.length + familyPlaces.length + turnPlaces.length;
/** What is stored of those that stop. Each family is two. */
const storedExecutions = storedPlaces.length + storedPromptPlaces.length + 2 * familyPlaces.length + turnPlaces.length;
/** Executions that are not stopped: one undisturbed, one waiting, two whose calls are on their way. */
const besidePlaces = 4;
/** Alarms fire about three seconds after a start. */
const resumeWithinMs = 30_000;

const storageFolder = mkdtempSync(join(tmpdir(), "planwright-kill-"));
const worker = new WorkerProcess(storageFolder);
let world: ExampleWorld;
let planwright: Planwright;
let undisturbed: ExecutionSeen;
let slowRead: ExecutionSeen;
let slowUnsafe: ExecutionSeen;
let waiting: ExecutionSeen;
let model: RunningExample;
let callsBefore: readonly LedgerEntry[];
let callsAfter: readonly LedgerEntry[];

beforeAll(async () => {
  world = await startExampleWorld();
  model = await startModelServer(0, { wordDelayMs: 0 });
  const models = [{ name: "m", provider: "openai-compatible", model: "m", baseUrl: `${model.url}/v1` }];
  const settings = { MODELS: JSON.stringify(models) };
  planwright = new Planwright(await worker.start({ ...settings, STOP_CHILDREN: "true" }));
  await planwright.register("example", world.mcpUrl, true);
  // Nobody believes what this one says of its tools, so that all of them are UNSAFE.
  await planwright.register("stranger", world.mcpUrl, false);
  undisturbed = await startToEnd("undisturbed");
  await saveKeep(planwright);
  await applyKeeper(planwright);
  await Promise.all([
    ...places.map(startToStop),
    ...promptPlaces.map(promptToStop),
    ...familyPlaces.map((place) => familyToStop(planwright, place)),
    ...turnPlaces.map((place) => turnToStop(planwright, place)),
  ]);
  await eventually(async () => (await stoppedLabels()).length === stoppingPlaces);
  waiting = await planwright.start(onePlan(tool("gone", "example.delete_note", { name: "undisturbed" }), 25_000));
  slowRead = await planwright.start(onePlan(tool("slow", "example.slow", { ms: 2_000 })));
  slowUnsafe = await planwright.start(onePlan(tool("slow", "stranger.slow", { ms: 2_000 })));
  await eventually(async () => (await world.ledger()).filter((call) => call.tool === "slow").length === 2);
  await worker.kill();
  callsBefore = await world.ledger();

  planwright = new Planwright(await worker.start(settings));
  // One that is lost is for the tests to name, so that the wait for it ends.
  await Promise.race([eventually(allHaveEnded), delay(resumeWithinMs)]);
  callsAfter = await world.ledger();
}, 120_000);

afterAll(async () => {
  await worker.kill();
  await model?.close();
  await world?.close();
  rmSync(storageFolder, { recursive: true, force: true });
});

/** Whether the list holds every stored execution, none of them running. One that was killed early is not on it until it goes on. */
async function allHaveEnded(): Promise<boolean> {
  const listed = await planwright.list();
  const isUnfinished = ({ status }: { readonly status: string }) => status === "RUNNING" || status === "PENDING";
  return listed.length === storedExecutions + besidePlaces && !listed.some(isUnfinished);
}

function onePlan(step: object, waitMs = 0) {
  return { source: { plan: { steps: [step] } }, options: { waitMs } };
}

async function startToEnd(note: string): Promise<ExecutionSeen> {
  const { options, source } = plan(note);
  return planwright.start({ source, options: { ...options, waitMs: 25_000 } });
}

/** Starts an execution that stops at `place`. One that stops in the turn of the request, at its first two rows, is never answered. */
async function startToStop({ label, row }: Place): Promise<void> {
  const { options, source } = plan(label);
  const input = { source, options: { ...options, labels: [{ key: "stopAt", value: label }] } };
  const answer = await planwright
    .send<{ executePlan: unknown }>(
      "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }",
      { input },
    )
    .then(({ errors }) => errors ?? []);
  if (row > 2 && answer.length > 0) throw new Error(`Cannot start ${label}: ${JSON.stringify(answer)}`);
}

/** The same for a prompt, whose key is its text. */
async function promptToStop({ label, row, text }: (typeof promptPlaces)[number]): Promise<void> {
  const options = { idempotencyKey: text, labels: [{ key: "stopAt", value: label }] };
  const { errors = [] } = await planwright.send(
    "mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { errors { message } } }",
    { input: { source: { prompt: { text } }, options } },
  );
  if (row > 2 && errors.length > 0) throw new Error(`Cannot start ${text}: ${JSON.stringify(errors)}`);
}

async function stoppedLabels(): Promise<readonly string[]> {
  const response = await fetch(new URL("/stopped", planwright.endpoint));
  return (await response.json()) as readonly string[];
}

async function executionAt({ label }: Place): Promise<ExecutionSeen> {
  const execution = await planwright.execution({ idempotencyKey: label });
  if (execution === null) throw new Error(`The execution that stopped at ${label} is lost`);
  return execution;
}

function rowNames({ events }: ExecutionSeen): readonly string[] {
  return events.nodes.map(({ type, stepId }) => (stepId === null ? type : `${type} ${stepId}`));
}

/** Calls of one step that ran to their end at the tool. */
function completed(calls: readonly LedgerEntry[], { callId }: StepSeen): number {
  return calls.filter((call) => call.key === callId && call.completed).length;
}

/** What the kill cut: a step whose start is among the kept rows and whose end is not. */
function cutStep({ kept }: Place): string | null {
  const started = rows.slice(0, kept).findLast((row) => row.startsWith("STEP_STARTED"));
  const step = started?.split(" ")[1];
  return step === undefined || rows.slice(0, kept).some((row) => row === `STEP_FINISHED ${step}`) ? null : step;
}

function stepOf({ steps }: ExecutionSeen, stepId: string): StepSeen {
  const step = steps.find((candidate) => candidate.stepId === stepId);
  if (step === undefined) throw new Error(`There is no step ${stepId}`);
  return step;
}

describe("SIGKILL to the process, started again over the same storage", () => {
  it("[E2] the undisturbed run has the rows that the others are killed at", () => {
    expect(rowNames(undisturbed)).toEqual(rows);
    expect(undisturbed.status).toBe("SUCCEEDED");
  });

  it.each(storedPlaces)(
    "[E2, E6] $moment row $row ($what): the stored rows stay, and the run goes on to its end by itself",
    async (place) => {
      const execution = await executionAt(place);
      const names = rowNames(execution);
      expect(names.slice(0, place.kept)).toEqual(rows.slice(0, place.kept));
      expect(names.filter((name) => name === "EXECUTION_FINISHED")).toHaveLength(1);
      expect(names.at(-1)).toBe("EXECUTION_FINISHED");
      expect(execution.events.nodes.map(({ sequence }) => sequence)).toEqual(names.map((_, index) => index + 1));
      const expected = cutStep(place) === "once" ? "PARTIAL" : "SUCCEEDED";
      expect(execution.status).toBe(expected);
    },
  );

  it.each(storedPlaces)(
    "[E3, E5, E7] $moment row $row ($what): finished steps are not called again, the cut one with its key if that does no harm",
    async (place) => {
      const execution = await executionAt(place);
      const cut = cutStep(place);
      for (const step of execution.steps) {
        const before = completed(callsBefore, step);
        const after = completed(callsAfter, step);
        const isFinished = rows.slice(0, place.kept).some((row) => row === `STEP_FINISHED ${step.stepId}`);
        if (isFinished) expect([before, after], step.stepId).toEqual([1, 1]);
        else if (step.stepId !== cut) expect([before, after], step.stepId).toEqual([0, 1]);
        else if (cut === "once") expect(after, "the unsafe call").toBe(before);
        else expect(after, step.stepId).toBe(before + 1);
      }
      const keys = new Set(
        callsAfter.filter(({ requestId }) => requestId === execution.requestId).map(({ key }) => key),
      );
      const callIds = execution.steps.map(({ callId }) => callId);
      expect([...keys].every((key) => callIds.includes(key))).toBe(true);
    },
  );

  it.each(storedPlaces)("[E7] $moment row $row ($what): the unsafe call is made once at most", async (place) => {
    const execution = await executionAt(place);
    const once = stepOf(execution, "once");
    expect(callsAfter.filter(({ key }) => key === once.callId).length).toBeLessThanOrEqual(1);
    if (cutStep(place) === "once") {
      expect(once).toMatchObject({ status: "FAILED", outcome: "UNKNOWN", failure: { code: "OUTCOME_UNKNOWN" } });
    } else expect(once).toMatchObject({ status: "SUCCEEDED", outcome: "ANSWERED" });
    // The note itself holds one trace of each effect.
    const wasDone = completed(callsAfter, once) === 1;
    expect(stepOf(execution, "read").output?.value).toMatchObject({ text: wasDone ? "abc" : "ab" });
  });

  it.each(storedPromptPlaces)(
    "[E2, E3, E7, P8] $moment row $row of a prompt ($what): a model call that was cut is counted and made again, all else is done once",
    async ({ kept, moment, text }) => {
      const execution = await planwright.execution({ idempotencyKey: text });
      if (execution === null) throw new Error(`The prompt ${text} is lost`);
      expect(execution.status).toBe("SUCCEEDED");
      expect(rowNames(execution).slice(0, kept)).toEqual(promptRows.slice(0, kept));
      const { execution: answered } = await planwright.ask<{ execution: AnsweredPrompt }>(
        "query ($id: ID!) { execution(by: { id: $id }) { response modelCalls { purpose outcome } } }",
        { id: execution.id },
      );
      expect(answered.response).toMatch(/read_note succeeded.*set_note succeeded/s);
      const cut = promptRows[kept - 1] === "MODEL_CALL_STARTED" ? (kept === 2 ? "PLAN" : "RESPOND") : null;
      const expected = ["PLAN", "RESPOND"].flatMap((purpose) =>
        purpose === cut ? [`${purpose} UNKNOWN`, `${purpose} ANSWERED`] : [`${purpose} ANSWERED`],
      );
      expect(answered.modelCalls.map(({ outcome, purpose }) => `${purpose} ${outcome}`)).toEqual(expected);
      // What was stored before anything left is counted all the same: nobody could tell.
      const ledger = (await (await fetch(`${model.url}/ledger`)).json()) as readonly ModelLedgerEntry[];
      const sent = ledger.filter(({ body }) => JSON.stringify(body).includes(text)).length;
      expect(sent).toBe(cut !== null && moment === "after" ? 2 : expected.length);
      const calls = callsAfter.filter(({ requestId }) => requestId === execution.requestId);
      for (const step of execution.steps) {
        const isFinished = promptRows.slice(0, kept).some((row) => row === `STEP_FINISHED ${step.stepId}`);
        if (isFinished) expect(completed(callsAfter, step), step.stepId).toBe(1);
      }
      expect(new Set(calls.map(({ key }) => key)).size).toBe(2);
    },
  );

  it.each(familyPlaces)(
    "[E3, E6] $moment row $row of a $who ($what): there is one child, and its step is done once",
    async (place) => {
      const { kept, who } = place;
      const { children, requestId, rows: ofParent, status } = await familyAt(planwright, place);
      expect([status, ...children.map((child) => child.status)]).toEqual(["SUCCEEDED", "SUCCEEDED"]);
      const ofChild = children[0]?.rows ?? [];
      const [found, expected] = who === "parent" ? [ofParent, parentRows] : [ofChild, childRows];
      expect(found.slice(0, kept)).toEqual(expected.slice(0, kept));
      for (const names of [ofParent, ofChild])
        expect(names.filter((name) => /^(STEP|EXECUTION)_FINISHED/.test(name))).toHaveLength(2);
      const isOfChild = (call: LedgerEntry) => call.requestId === `${requestId}.keep`;
      const calls = callsAfter.filter(isOfChild);
      expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
      // Only a call whose end was not stored is made again, with its key.
      const isCut = who === "child" && kept === 2;
      const before = callsBefore.filter(isOfChild).length;
      expect(calls).toHaveLength(isCut ? before + 1 : 1);
    },
  );

  it.each(turnPlaces)(
    "[T21, R13, C9] $moment row $row of a turn ($what): its tool is called once at most, and the same output again is a duplicate",
    async (place) => {
      const { kept } = place;
      const restarted = await turnAt(planwright, place);
      expect(restarted?.rows.slice(0, kept)).toEqual(turnRows.slice(0, kept));
      const isStored = kept >= 7;
      await eventually(async () => (await turnAt(planwright, place))?.turnKey != null);
      expect(await submitTurn(planwright, place)).toEqual({ duplicate: isStored, accepted: !isStored, errors: [] });
      const ended = await eventually(async () => {
        const turn = await turnAt(planwright, place);
        return turn?.rows.at(-1) === "EXECUTION_FINISHED" ? turn : null;
      });
      // Nobody can tell whether a call that must not be made twice had left.
      const isCut = kept === 8;
      expect(ended.status).toBe(isCut ? "PARTIAL" : "SUCCEEDED");
      if (isCut) expect(ended.tool).toEqual({ outcome: "UNKNOWN", failure: { code: "OUTCOME_UNKNOWN" } });
      const calls = (await world.ledger()).filter(({ requestId }) => requestId === ended.requestId);
      expect(calls).toHaveLength(isCut && place.moment === "after" ? 0 : 1);
    },
  );

  it("[E3] nothing had left for a step whose start was just stored, everything for one whose end was about to be", async () => {
    for (const place of storedPlaces) {
      const cut = cutStep(place);
      if (cut === null || cut === "look") continue;
      const before = completed(callsBefore, stepOf(await executionAt(place), cut));
      expect(before, place.label).toBe(place.moment === "after" ? 0 : 1);
    }
  });

  it("[E1] a caller who got no answer sends again: what was stored is found, what was not is started, each once", async () => {
    expect(await planwright.execution({ idempotencyKey: "before:1" })).toBeNull();
    const resend = (label: string) => {
      const { options, source } = plan(label);
      const labels = [{ key: "stopAt", value: label }];
      return planwright.executePlan({ source, options: { ...options, labels: label === "before:1" ? [] : labels } });
    };
    expect(await resend("after:1")).toMatchObject({ replayed: true, execution: { status: "SUCCEEDED" } });
    expect(await resend("before:1")).toMatchObject({ replayed: false, errors: [] });
    expect(await resend("before:1")).toMatchObject({ replayed: true, errors: [] });
  });

  it("[E5, E7] a read that was on its way is made again with its key", async () => {
    const execution = await planwright.execution({ id: slowRead.id });
    expect(execution?.status).toBe("SUCCEEDED");
    expect(rowNames(execution as ExecutionSeen)).toContain("EXECUTION_RESUMED");
    const calls = callsAfter.filter(({ requestId }) => requestId === slowRead.requestId);
    expect(calls).toMatchObject([{ completed: false }, { completed: true }]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  });

  it("[E7] an unsafe call that was on its way is not made again; its step fails with an unknown outcome", async () => {
    const execution = await planwright.execution({ id: slowUnsafe.id });
    expect(execution).toMatchObject({ status: "FAILED", steps: [{ failure: { code: "OUTCOME_UNKNOWN" } }] });
    expect(callsAfter.filter(({ requestId }) => requestId === slowUnsafe.requestId)).toHaveLength(1);
  });

  it("[E11] an execution that waited for a person still waits, and goes on with the answer", async () => {
    const [asked] = waiting.pendingHumanInputs;
    expect(await planwright.execution({ id: waiting.id })).toMatchObject({ status: "WAITING" });
    expect(await planwright.answer(asked?.id ?? "", { accept: {} })).toEqual([]);
    const ended = await eventually(async () => {
      const execution = await planwright.execution({ id: waiting.id });
      return execution?.status === "WAITING" || execution?.status === "RUNNING" ? null : execution;
    });
    expect(ended.status).toBe("SUCCEEDED");
    expect(await world.ledger(waiting.requestId)).toHaveLength(1);
  });
});
