/**
 * Upstreams that do wrong whatever can be done wrong with an HTTP request, in each protocol: what becomes of the step by its effect class,
 * how often it is called and under which key (E5, E7), that the rest of the plan goes on, and that never more than six requests of an
 * execution await their headers, seen at the server (E10). The table of docs/guarantees.md is the table of this file.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { Permits } from "../../../src/durable/calls/permits.ts";
import { volume } from "../../support/engine/volume.ts";
import {
  type ChaosExecution,
  chaosArguments,
  chaosDeployment,
  chaosStep,
  type EffectName,
  type FailureSeen,
  protocols,
  secret,
} from "./chaos-deployment.ts";
import { allowedAtLedger, type RandomRun, randomRun } from "./chaos-random.ts";
import { mostAwaiting } from "./chaos-upstream.ts";
import { modelVerdicts, type Purpose, purposes, verdicts } from "./chaos-verdicts.ts";
import { bodyMarker, type Mischief, mischiefs, retryAfterSeconds } from "./mischief.ts";

const world = chaosDeployment();

const initialBackoffMs = 300;
/** Clocks tell whole milliseconds. */
const roundingMs = 5;

/** Those that end with the time of the attempt. */
const hangs = (mischief: Mischief) => mischief === "HANG" || mischief === "HANG_IN_BODY";

/** Six at a time and one more, which may come only when one of them has gone. */
const gather = { atATime: 6, total: 7 };

/** Four calls that each suffer the mischief once, and, when they have ended, seven that come at once. */
function plan(name: string, mischief: Mischief, effect: EffectName): object {
  const policy = {
    ...{ maxAttempts: 3, initialBackoffMs, continueOnFailure: true },
    ...(hangs(mischief) && { timeoutMs: 5_000 }),
  };
  const hurt = protocols.map((protocol) =>
    chaosStep(name, protocol, [protocol, effect], { does: mischief, times: 1 }, { policy }),
  );
  const after = Array.from({ length: gather.total }, (_, at) => {
    const protocol = protocols[at % protocols.length] ?? "json";
    return chaosStep(name, `after${at}`, [protocol, "read"], { does: "GATHER", gather }, { after: [...protocols] });
  });
  return {
    source: { plan: { steps: [...hurt, ...after] } },
    options: { waitMs: 25_000, limits: { maxParallel: 16 } },
  };
}

const effects = ["read", "write"] as const;
const cells = mischiefs.flatMap((mischief) => effects.map((effect) => [mischief, effect] as const));

/** Model calls are made one at a time and never beside steps, so each has an execution of its own. */
const modelCells = mischiefs.flatMap((mischief) =>
  purposes.flatMap((purpose) =>
    // What a responder writes belongs to no id.
    mischief === "WRONG_ID" && purpose === "RESPOND" ? [] : [[mischief, purpose] as const],
  ),
);

function question(name: string, mischief: Mischief, purpose: Purpose): object {
  const call = { tool_name: "json.read", arguments: chaosArguments(name, "planned", "json", { does: "NONE" }) };
  const calls = purpose === "RESPOND" ? [call] : undefined;
  const text = JSON.stringify({ step: `${name}/model`, does: mischief, times: 1, on: purpose, calls });
  return { source: { prompt: { text, callables: ["json.read"], maxCorrections: 0 } }, options: { waitMs: 25_000 } };
}

const started = new Map<string, Promise<ChaosExecution>>();

/** Enough to keep the machine busy; with all at once, time limits of calls would pass before they are sent. */
const atATime = 16;
const turns = new Permits(atATime);

function start(name: string, input: object): void {
  const execution = turns.run(undefined, () => world.run(input));
  // Who waits for it is told.
  execution.catch(() => undefined);
  started.set(name, execution);
}

async function ended(name: string): Promise<ChaosExecution> {
  const execution = await started.get(name);
  if (execution === undefined) throw new Error(`there is no execution ${name}`);
  return execution;
}

/** Thirty calls that may all run at once, over all protocols, one in three slow. */
function load(name: string): object {
  const steps = Array.from({ length: 30 }, (_, at) => {
    const protocol = protocols[at % protocols.length] ?? "json";
    const does = at % 3 === 0 ? "SLOW_HEADERS" : "GATHER";
    return chaosStep(name, `s${at}`, [protocol, at % 2 === 0 ? "read" : "write"], {
      ...{ does, gather: { atATime: 2, total: 20 } },
    });
  });
  return { source: { plan: { steps } }, options: { waitMs: 25_000, limits: { maxSteps: 30, maxParallel: 30 } } };
}

/** `CHAOS_FIRST_SEED` and `CHAOS_EXECUTIONS` ask for others and more. */
const firstSeed = Number(process.env.CHAOS_FIRST_SEED ?? 1);
const seeds = Array.from(
  { length: Number(process.env.CHAOS_EXECUTIONS ?? volume({ sample: 8, whole: 50 })) },
  (_, at) => firstSeed + at,
);
const randomRuns = new Map<number, RandomRun>(seeds.map((seed) => [seed, randomRun(seed)]));

beforeAll(() => {
  for (const [mischief, effect] of cells)
    start(`${mischief}-${effect}`, plan(`${mischief}-${effect}`, mischief, effect));
  for (const [mischief, purpose] of modelCells) {
    const name = `${mischief}-${purpose}`;
    start(name, question(name, mischief, purpose));
  }
  start("load", load("load"));
  for (const [seed, { input }] of randomRuns) start(`seed${seed}`, input);
});

/** Every failure that the execution tells of, final or not. */
function failuresOf({ events, failure, modelCalls, responseFailure, steps }: ChaosExecution): readonly FailureSeen[] {
  const all = [failure, responseFailure, ...[...steps, ...modelCalls, ...events.nodes].map((part) => part.failure)];
  return all.filter((found) => found !== null && found !== undefined);
}

/** No fault of our own, and nothing of a body, a secret or an address in what is told. */
function expectDiscreet(execution: ChaosExecution): void {
  const failures = failuresOf(execution);
  expect(failures.map(({ code }) => code)).not.toContain("INTERNAL");
  const told = JSON.stringify(failures);
  for (const hidden of [secret, bodyMarker, ...world.upstream.ports]) expect(told).not.toContain(hidden);
}

describe.each(cells)("%s by callees that %s", (mischief, effect) => {
  const name = `${mischief}-${effect}`;

  it.each(protocols)("[E5, E7] over %s", async (protocol) => {
    const execution = await ended(name);
    const step = execution.steps.find(({ stepId }) => stepId === protocol);
    const failed = execution.events.nodes.filter(
      ({ stepId, type }) => stepId === protocol && type === "ATTEMPT_FAILED",
    );
    const requests = world.upstream.of(name, protocol);
    const attempts = requests.filter(({ isRedirected }) => !isRedirected);
    const verdict = verdicts[mischief][protocol];
    const [outcome, code] = verdict === "FINE" ? ["ANSWERED"] : verdict;
    const mayHelp = code !== "LIMIT_EXCEEDED" && effect !== "write";
    const isCalledAgain = outcome === "REJECTED" || (outcome === "UNKNOWN" && mayHelp);
    if (verdict === "FINE" || isCalledAgain) {
      expect(step).toMatchObject({ status: "SUCCEEDED", outcome: "ANSWERED", failure: null });
      expect(step?.output?.value).toEqual({ answer: "fine" });
    } else if (outcome === "UNKNOWN" && effect === "write") {
      const failure = { code: "OUTCOME_UNKNOWN", details: { cause: code } };
      expect(step).toMatchObject({ status: "FAILED", outcome, failure, output: null });
    } else {
      expect(step).toMatchObject({ status: "FAILED", outcome, failure: { code } });
    }
    expect(failed.map((attempt) => [attempt.outcome, attempt.failure?.code])).toEqual(
      isCalledAgain ? [[outcome, code]] : [],
    );
    expect(attempts).toHaveLength(isCalledAgain ? 2 : 1);
    expect(new Set(requests.map(({ key }) => key))).toEqual(new Set([`"${step?.callId}"`]));
    if (isCalledAgain) {
      const [first, second] = attempts;
      const pauseMs = mischief.endsWith("_RETRY_AFTER") ? retryAfterSeconds * 1_000 : initialBackoffMs;
      expect((second?.arrivedAt ?? 0) - (first?.headersAt ?? 0)).toBeGreaterThanOrEqual(pauseMs - roundingMs);
    }
    expectRedirects(
      mischief,
      requests.filter(({ isRedirected }) => isRedirected),
    );
  });

  it("[E10] the plan goes on, six calls at a time, and nothing tells what nobody may know", async () => {
    const execution = await ended(name);
    const after = execution.steps.filter(({ stepId }) => stepId.startsWith("after"));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => "SUCCEEDED"));
    const hurt = execution.steps.some(({ status }) => status === "FAILED");
    expect(execution).toMatchObject({ status: hurt ? "PARTIAL" : "SUCCEEDED", failure: null });
    expectDiscreet(execution);
    const requests = world.upstream.of(name);
    expect(mostAwaiting(requests.filter(({ did }) => did === "GATHER"))).toBe(6);
    expect(mostAwaiting(requests)).toBe(6);
  });
});

/** One hop to the other origin without the secret, or five round in a circle, or none. */
function expectRedirects(mischief: Mischief, hops: readonly { readonly authorization: string | null }[]): void {
  if (mischief === "REDIRECT_KEPT") expect(hops).toMatchObject([{ authorization: null }]);
  else expect(hops).toHaveLength(mischief === "REDIRECT_LOOP" ? 5 : 0);
}

describe("a model that does wrong", () => {
  it.each(modelCells)("[E7, R27] by %s when it is to %s", async (mischief, purpose) => {
    const name = `${mischief}-${purpose}`;
    const execution = await ended(name);
    const [outcome, code, isCalledAgain] = modelVerdicts[mischief][purpose];
    const calls = execution.modelCalls.filter((call) => call.purpose === purpose);
    const expected = [[outcome, code], ...(isCalledAgain ? [["ANSWERED", null]] : [])];
    expect(calls.map((call) => [call.outcome, call.failure?.code ?? null])).toEqual(expected);
    const all = world.upstream.of(name, "model").filter((request) => request.purpose === purpose);
    const requests = all.filter(({ isRedirected }) => !isRedirected);
    expect(requests).toHaveLength(expected.length);
    expect(requests.every(({ authorization }) => authorization !== null)).toBe(true);
    expectRedirects(
      mischief,
      all.filter(({ isRedirected }) => isRedirected),
    );
    expectDiscreet(execution);
    expect(mostAwaiting(world.upstream.of(name))).toBe(1);
    const isAnswered = code === null || isCalledAgain;
    if (purpose === "PLAN") {
      expect(execution.status).toBe(isAnswered ? "SUCCEEDED" : "FAILED");
      expect(execution.failure?.code ?? null).toBe(isAnswered ? null : code);
    } else {
      // Without the answer of a responder the execution has its result all the same.
      expect(execution).toMatchObject({ status: "SUCCEEDED", steps: [{ status: "SUCCEEDED" }] });
      expect(execution.responseFailure?.code ?? null).toBe(isAnswered ? null : code);
      expect(execution.response).toBe(isAnswered ? "fine and well" : null);
    }
    const [first, second] = requests;
    if (isCalledAgain) {
      const pauseMs = mischief.endsWith("_RETRY_AFTER") ? retryAfterSeconds * 1_000 : 1_000;
      expect((second?.arrivedAt ?? 0) - (first?.headersAt ?? 0)).toBeGreaterThanOrEqual(pauseMs - roundingMs);
    }
  });
});

it("[E10] thirty calls over all protocols that may run at once are never more than six at the server", async () => {
  const execution = await ended("load");
  expect(execution.status).toBe("SUCCEEDED");
  const requests = world.upstream.of("load");
  expect(requests).toHaveLength(30);
  expect(mostAwaiting(requests)).toBe(6);
});

describe("calls that each suffer something at random, or nothing", () => {
  it.each(seeds)("[E5, E7, E10] end within the bounds of their effect classes: seed %i", async (seed) => {
    const name = `seed${seed}`;
    const execution = await ended(name);
    expect(["SUCCEEDED", "PARTIAL", "FAILED"]).toContain(execution.status);
    expectDiscreet(execution);
    const requests = world.upstream.of(name);
    expect(mostAwaiting(requests)).toBeLessThanOrEqual(6);
    expect(allowedAtLedger(randomRuns.get(seed), execution, requests)).toEqual([]);
  });
});
