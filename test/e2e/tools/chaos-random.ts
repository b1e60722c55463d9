/**
 * Executions in which each call suffers a mischief at random, and what the server's ledger may hold of them: a rule for each effect class,
 * written down a second time from the design and not from the code.
 */

import { Seeded } from "../../support/engine/seeded.ts";
import {
  type ChaosExecution,
  calleeName,
  chaosArguments,
  chaosStep,
  type EffectName,
  type Protocol,
  protocols,
} from "./chaos-deployment.ts";
import type { ChaosRequest, Instruction } from "./chaos-upstream.ts";
import { type Mischief, mischiefs } from "./mischief.ts";

export interface RandomRun {
  /** What the execution is asked for with. */
  readonly input: object;
  /** The effect class of each callee by the step of the instruction. */
  readonly effects: ReadonlyMap<string, EffectName>;
}

const maxAttempts = 3;
/** After an unknown outcome, apart from those. */
const furtherCalls = 3;

/** Of these the server has begun nothing. */
const refusals: ReadonlySet<ChaosRequest["did"]> = new Set([
  "TOO_MANY",
  "TOO_MANY_RETRY_AFTER",
  "UNAVAILABLE_RETRY_AFTER",
]);
/** These bring a right answer. */
const fine: ReadonlySet<ChaosRequest["did"]> = new Set(["NONE", "SLOW_HEADERS", "SLOW_BODY", "REDIRECT_KEPT"]);

const effectNames = ["read", "keyed", "write"] as const;
/** Each attempt that hangs takes its whole time. */
const lengthy: ReadonlySet<Instruction["does"]> = new Set([
  "HANG",
  "HANG_IN_BODY",
  "TOO_MANY_RETRY_AFTER",
  "UNAVAILABLE_RETRY_AFTER",
]);

/** A plan, or in one case of five a prompt whose model suffers too, for the execution named `seed…`. */
export function randomRun(seed: number): RandomRun {
  const random = new Seeded(seed);
  const name = `seed${seed}`;
  const effects = new Map<string, EffectName>();
  const suffered = (): Pick<Instruction, "does" | "times"> => {
    const does: Mischief | "NONE" = random.chance(0.25) ? "NONE" : random.pick(mischiefs);
    return { does, times: lengthy.has(does) ? 1 : random.pick([1, 1, 2, 9]) };
  };
  const callee = (stepId: string): readonly [Protocol, EffectName] => {
    const effect = random.pick(effectNames);
    effects.set(`${name}/${stepId}`, effect);
    return [random.pick(protocols), effect];
  };
  if (random.chance(0.2)) {
    const calls = ["a", "b"].map((stepId) => {
      const [protocol, effect] = callee(stepId);
      const args = chaosArguments(name, stepId, protocol, suffered());
      return { tool_name: calleeName(protocol, effect), arguments: args };
    });
    const text = JSON.stringify({
      ...{ step: `${name}/model`, ...suffered(), times: 1, calls },
    });
    const limits = { stepTimeoutMs: 3_000 };
    return { input: { source: { prompt: { text, maxCorrections: 0 } }, options: { waitMs: 25_000, limits } }, effects };
  }
  const steps = Array.from({ length: random.between(3, 8) }, (_, at) => {
    const instruction = suffered();
    const policy = {
      ...{ maxAttempts, initialBackoffMs: 20, continueOnFailure: random.chance(0.7) },
      ...(instruction.does.startsWith("HANG") && { timeoutMs: 5_000 }),
    };
    const independent = random.chance(0.5);
    return chaosStep(name, `s${at}`, callee(`s${at}`), instruction, { policy, independent });
  });
  const options = { waitMs: 25_000, limits: { maxParallel: random.between(1, 8) } };
  return { input: { source: { plan: { steps } }, options }, effects };
}

/** What the ledger holds of an execution and must not; nothing if all is well. */
export function allowedAtLedger(
  run: RandomRun | undefined,
  execution: ChaosExecution,
  requests: readonly ChaosRequest[],
): readonly string[] {
  const found: string[] = [];
  const sent = requests.filter(({ isRedirected }) => !isRedirected);
  for (const [step, effect] of run?.effects ?? []) {
    const attempts = sent.filter((request) => request.step === step);
    const keys = new Set(requests.filter((request) => request.step === step).map(({ key }) => key));
    const before = attempts.slice(0, -1);
    if (keys.size > 1) found.push(`${step} was called under ${keys.size} keys`);
    if (before.some(({ did }) => fine.has(did))) found.push(`${step} was called after a right answer`);
    if (effect === "write" && before.some(({ did }) => !refusals.has(did))) {
      found.push(`${step} may have had its effect and was called again`);
    }
    const refused = attempts.filter(({ did }) => refusals.has(did)).length;
    if (refused > maxAttempts) found.push(`${step} was refused ${refused} times`);
    if (attempts.length - refused > furtherCalls + 1) found.push(`${step} was called ${attempts.length} times`);
    found.push(...endProblems(step, execution, attempts.at(-1)));
  }
  for (const purpose of ["PLAN", "RESPOND"] as const) {
    const calls = sent.filter((request) => request.purpose === purpose);
    if (calls.slice(0, -1).some(({ did }) => fine.has(did))) {
      found.push(`${purpose} was called after a right answer`);
    }
    if (calls.length > 2) found.push(`${purpose} was called ${calls.length} times though one call suffered`);
  }
  return found;
}

/** A step succeeded exactly if the last answer that it was given was right. A plan of a model names its steps itself. */
function endProblems(step: string, { steps }: ChaosExecution, last: ChaosRequest | undefined): readonly string[] {
  const end = steps.find(({ stepId }) => stepId === step.slice(step.indexOf("/") + 1));
  if (end === undefined) return [];
  if (last === undefined) return end.status === "SKIPPED" ? [] : [`${step} is ${end.status} and was never called`];
  const isRight = fine.has(last.did);
  return isRight === (end.status === "SUCCEEDED") ? [] : [`${step} is ${end.status} after ${last.did}`];
}
