/**
 * SIGKILL to the real process at every row of a plan of ten steps, of a prompt until its answer is written, of an execution and its child,
 * of a sleep and a wait for an event, and of a turn. One execution for each place stops there (`kill-entry.ts`), beside some whose calls are on their way or wait; then the
 * processes are killed together and started again over the same storage. From there on nobody asks any execution for anything: only
 * the tenant's list and inbox, kept by another object, are read until all have ended. The ledgers of the example MCP server, of the
 * example agent and of the scripted model, which live in this process, tell what was really called.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { RunningExample } from "../../../examples/listening.ts";
import type { ModelLedgerEntry } from "../../../examples/model-server/ledger.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { type ExecutionRecord, readRecord } from "../../chaos/execution-record.ts";
import { judge } from "../../chaos/oracle.ts";
import { Person } from "../../chaos/person.ts";
import { registerTenStepCallees, startTenStepCallees, type TenStepCallees, tenSteps } from "../../chaos/ten-steps.ts";
import type { LedgerEntry } from "../../support/deployed/example-tools.ts";
import { type ExecutionSeen, eventually, Planwright, type StepSeen, tool } from "../../support/deployed/planwright.ts";
import { applyKeeper, submitTurn, turnAt, turnPlaces, turnRows, turnToStop } from "./kill-conversations.ts";
import { childRows, familyAt, familyPlaces, familyToStop, parentRows } from "./kill-families.ts";
import { type AnsweredPrompt, promptPlaces, promptRows, promptToStop, storedPromptPlaces } from "./kill-prompts.ts";
import {
  storedTenStepPlaces,
  type TenStepPlace,
  tenStepPlaces,
  tenStepRows,
  tenStepsToStop,
} from "./kill-ten-steps.ts";
import { sendGo, storedWaitPlaces, waitPlaces, waitRows, waitsToStop } from "./kill-waits.ts";

const stoppingPlaces =
  tenStepPlaces.length + promptPlaces.length + familyPlaces.length + turnPlaces.length + waitPlaces.length;
/** Executions that are not stopped: one undisturbed, one waiting, two whose calls are on their way. */
const besidePlaces = 4;
/** What is stored of all but children. */
const storedRoots =
  storedTenStepPlaces.length +
  storedPromptPlaces.length +
  familyPlaces.length +
  turnPlaces.length +
  storedWaitPlaces.length +
  besidePlaces;
const resumeWithinMs = 240_000;
/** Whoever looks at hundreds of executions all the time takes the processor that they need. */
const lookEveryMs = 400;

let worker: ChaosProcess;
let world: TenStepCallees;
let planwright: Planwright;
/** Answers whoever asks for a word, before the kill and after it. */
const person = new Person(() => planwright);
let agent: Awaited<ReturnType<TenStepCallees["agent"]>>;
/** Unix milliseconds. */
let killedAt: number;
let slowRead: ExecutionSeen;
let slowUnsafe: ExecutionSeen;
let waiting: ExecutionSeen;
let model: RunningExample;
let callsBefore: readonly LedgerEntry[];
let callsAfter: readonly LedgerEntry[];

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  world = await startTenStepCallees(0);
  model = await startModelServer(0, { wordDelayMs: 0 });
  const models = [{ name: "m", provider: "openai-compatible", model: "m", baseUrl: `${model.url}/v1` }];
  const settings = { MODELS: JSON.stringify(models) };
  planwright = new Planwright(await worker.start({ ...settings, STOP_CHILDREN: "true" }));
  await registerTenStepCallees(planwright, world);
  // Nobody believes what this one says of its tools, so that all of them are UNSAFE.
  await planwright.register("stranger", world.mcpUrl, false);
  await applyKeeper(planwright);
  await planwright.start(tenSteps("undisturbed"));
  await eventually(async () => {
    await person.look();
    return (await planwright.execution({ idempotencyKey: "undisturbed" }))?.status === "SUCCEEDED";
  });
  // They come before their steps wait, and are given to executions that stop then: those cannot take them, and are told again after the kill.
  await Promise.all(waitPlaces.map(({ name }) => sendGo(planwright, name)));
  const stopping = Promise.all([
    ...tenStepPlaces.map((place) => tenStepsToStop(planwright, place)),
    ...promptPlaces.map((place) => promptToStop(planwright, place)),
    ...familyPlaces.map((place) => familyToStop(planwright, place)),
    ...turnPlaces.map((place) => turnToStop(planwright, place)),
    ...waitPlaces.map((place) => waitsToStop(planwright, place)),
  ]);
  await eventually(async () => {
    // An answer that stops its execution is not answered itself, but is given again after the kill.
    person.look().catch(() => undefined);
    await delay(lookEveryMs);
    return (await stoppedLabels()).length === stoppingPlaces;
  });
  await stopping;
  waiting = await planwright.start(onePlan(tool("gone", "example.delete_note", { name: "another" }), 25_000));
  slowRead = await planwright.start(onePlan(tool("slow", "example.slow", { ms: 2_000 })));
  slowUnsafe = await planwright.start(onePlan(tool("slow", "stranger.slow", { ms: 2_000 })));
  await eventually(async () => (await world.calls()).filter((call) => call.tool === "slow").length === 2);
  await worker.kill();
  killedAt = Date.now();
  callsBefore = await world.calls();

  planwright = new Planwright(await worker.start(settings));
  // One that is lost is for the tests to name, so that the wait for it ends.
  const over = AbortSignal.timeout(resumeWithinMs);
  await eventually(async () => {
    person.look().catch(() => undefined);
    await delay(lookEveryMs);
    return over.aborted || (await allHaveEnded());
  });
  callsAfter = await world.calls();
  agent = await world.agent();
}, 720_000);

afterAll(async () => {
  await worker?.remove();
  await model?.close();
  await world?.close();
});

/** Whether the list holds every stored execution, none of them at work. One that was killed early is not on it until it goes on. */
async function allHaveEnded(): Promise<boolean> {
  const list =
    "query ($after: String) { executions(first: 100, after: $after, filter: { root: true }) { nodes { status waitingFor currentStepId } pageInfo { endCursor hasNextPage } } }";
  const listed: Listed[] = [];
  for (let after: string | null = null; ; ) {
    const { executions }: ListedPage = await planwright.ask(list, { after });
    listed.push(...executions.nodes);
    if (!executions.pageInfo.hasNextPage) break;
    after = executions.pageInfo.endCursor;
  }
  return listed.length === storedRoots && listed.every(isAtRest);
}

/** One that has ended, the one whose person is not asked for a word, and turns whose output was lost with the process. */
function isAtRest({ currentStepId, status, waitingFor }: Listed): boolean {
  if (status === "WAITING") return currentStepId === "gone" || waitingFor === "SUBMISSION";
  return status !== "RUNNING" && status !== "PENDING";
}

interface Listed {
  readonly status: string;
  readonly waitingFor: string | null;
  readonly currentStepId: string | null;
}

interface Slept {
  readonly steps: readonly { readonly output: { readonly value: { readonly sleptUntil: string } } }[];
  readonly events: { readonly nodes: readonly { readonly until?: string }[] };
}

interface ListedPage {
  readonly executions: {
    readonly nodes: readonly Listed[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

function onePlan(step: object, waitMs = 0) {
  return { source: { plan: { steps: [step] } }, options: { waitMs } };
}

async function stoppedLabels(): Promise<readonly string[]> {
  const response = await fetch(new URL("/stopped", planwright.endpoint));
  return (await response.json()) as readonly string[];
}

function rowNames({ events }: ExecutionSeen): readonly string[] {
  return events.nodes.map(({ type, stepId }) => (stepId === null ? type : `${type} ${stepId}`));
}

/** Calls of one step that ran to their end at the tool. */
function completed(calls: readonly LedgerEntry[], { callId }: StepSeen): number {
  return calls.filter((call) => call.key === callId && call.completed).length;
}

describe("SIGKILL to the process, started again over the same storage", () => {
  const recordOf = async ({ name }: Pick<TenStepPlace, "name">) => readRecord(planwright, name);
  const ledgers = () => ({ calls: callsAfter, ...agent });
  const namesOf = ({ rows }: ExecutionRecord) =>
    rows.map(({ stepId, type }) => (stepId === null ? type : `${type} ${stepId}`));
  /** Rows that were on disk when the process was killed. */
  const keptOf = ({ rows }: ExecutionRecord) => rows.filter(({ at }) => at <= killedAt);

  it("[E2] the undisturbed run has the rows that the others are killed at, and the oracle finds nothing wrong with it", async () => {
    const record = await recordOf({ name: "undisturbed" });
    expect(record === null ? [] : namesOf(record).toSorted()).toEqual(tenStepRows.toSorted());
    expect(judge("undisturbed", record, ledgers())).toEqual({
      ...{ broken: [], finishedRepeated: 0, end: "SUCCEEDED" },
      repeated: { READ_ONLY: 0, IDEMPOTENT: 0, KEYED: 0, UNSAFE: 0 },
    });
  });

  it.each(storedTenStepPlaces)(
    "[E2, E3, E5, E6, E7, E8] $moment row $row of ten steps ($what): it ends by itself as the undisturbed one, and nothing that was finished is done again",
    async (place) => {
      const record = await recordOf(place);
      const verdict = judge(place.name, record, ledgers());
      expect(verdict.broken).toEqual([]);
      const kept = record === null ? [] : keptOf(record);
      // It was killed at this row, give or take those that are stored together with it.
      const distance = place.moment === "before" ? place.row - 1 - kept.length : kept.length - place.row;
      expect(distance).toBeGreaterThanOrEqual(0);
      expect(distance).toBeLessThan(4);
      // One crash costs one more call at most, for each call that was on its way.
      const { READ_ONLY, IDEMPOTENT, KEYED, UNSAFE } = verdict.repeated;
      expect(READ_ONLY + IDEMPOTENT + KEYED).toBeLessThanOrEqual(
        place.what.endsWith("set") || place.what.endsWith("other") ? 2 : 1,
      );
      expect(UNSAFE).toBe(0);
      const has = (type: string) => kept.some((row) => row.type === type && row.stepId === "once");
      expect(verdict.end).toBe(has("STEP_STARTED") && !has("STEP_FINISHED") ? "PARTIAL" : "SUCCEEDED");
    },
  );

  it("[E8] the person answered every question twice, and once is what counted", async () => {
    await eventually(async () => person.answered >= storedTenStepPlaces.length + 1);
    expect(person.secondAnswersTaken).toBe(0);
    expect(person.answered).toBe(storedTenStepPlaces.length + 1);
  });

  it.each(["add", "once", "read"])(
    "[E3] %s: nothing had left when its start was just stored, and all was done when its end was about to be",
    async (stepId) => {
      const callsAt = async (moment: "before" | "after", what: string) => {
        const place = tenStepPlaces.find((candidate) => candidate.moment === moment && candidate.what === what);
        const record = place === undefined ? null : await recordOf(place);
        const callId = record?.steps.find((step) => step.stepId === stepId)?.callId;
        return callsBefore.filter(({ key }) => key === callId).length;
      };
      expect(await callsAt("after", `STEP_STARTED ${stepId}`)).toBe(0);
      expect(await callsAt("before", `STEP_FINISHED ${stepId}`)).toBe(1);
    },
  );

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
      expect(calls.length).toBeGreaterThanOrEqual(1);
      // Where the kill was long in coming, the alarm of the child has made the call before it, and its end may have been stored.
      expect(calls.length).toBeLessThanOrEqual(isCut ? before + 1 : 1);
    },
  );

  it.each(storedWaitPlaces)(
    "[N274, N281, E2, E6, E11] $moment row $row of two waits ($what): it wakes by itself at the time that was stored, takes its event once, and goes on once",
    async ({ kept, name }) => {
      const execution = await planwright.execution({ idempotencyKey: name });
      if (execution === null) throw new Error(`The execution ${name} is lost`);
      expect(execution.status).toBe("SUCCEEDED");
      // A wait is no work of a lost object: only a call that was on its way is resumed.
      const isCut = kept === 8;
      const lost = isCut ? ["EXECUTION_RESUMED", "ATTEMPT_FAILED add"] : [];
      expect(rowNames(execution)).toEqual([...waitRows.slice(0, 8), ...lost, ...waitRows.slice(8)]);
      const { execution: slept } = await planwright.ask<{ execution: Slept }>(
        "query ($id: ID!) { execution(by: { id: $id }) { steps { output { value } } events(first: 20) { nodes { ... on StepWaiting { until } } } } }",
        { id: execution.id },
      );
      expect(slept.steps[0]?.output.value.sleptUntil).toBe(slept.events.nodes[2]?.until);
      const add = execution.steps[2] as StepSeen;
      expect(completed(callsAfter, add)).toBeGreaterThan(0);
      const calls = callsAfter.filter(({ key }) => key === add.callId);
      expect(calls.length).toBeLessThanOrEqual(isCut ? 2 : 1);
      const again = await sendGo(planwright, name);
      expect(again).toEqual({ replayed: true, event: { status: "DELIVERED" }, errors: [] });
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
      const calls = (await world.calls()).filter(({ requestId }) => requestId === ended.requestId);
      expect(calls).toHaveLength(isCut && place.moment === "after" ? 0 : 1);
    },
  );

  it("[E1] a caller who got no answer sends again: what was stored is found, what was not is started, each once", async () => {
    expect(await planwright.execution({ idempotencyKey: "before:1" })).toBeNull();
    const resend = (name: string) => {
      const { options, source } = tenSteps(name);
      const labels = [{ key: "stopAt", value: name }];
      return planwright.executePlan({ source, options: { ...options, labels: name === "before:1" ? [] : labels } });
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
    expect((await world.calls()).filter(({ requestId }) => requestId === waiting.requestId)).toHaveLength(1);
  });
});
