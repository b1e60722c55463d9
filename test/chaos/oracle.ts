/**
 * Says of an execution of the ten-step plan that was crashed which promises it broke, from its journal and from what really reached the tool
 * server and the agent. Judged is only what the ledgers or the rows show; no clock is compared but where a call comes after its stored end.
 *
 * - E3: a step whose end is stored is not called again. A call that was cut may still be on its way when its outcome is stored as unknown, and
 *   arrive after that: it is the only one then. Before the end there is one call, one more for each answer that it was refused with, and
 *   one more for each object that took over.
 * - E5, E7: every call carries the key of its step; an UNSAFE one is made once at most, and fails with OUTCOME_UNKNOWN where it was cut.
 * - E8, E1: one end for each step and each execution, one child, one remote task; the answer of the person counts once.
 * - The final state is that of an undisturbed execution, but for the step whose outcome nobody can know.
 */
import type { LedgerEntry } from "../support/deployed/example-tools.ts";
import type { ExecutionRecord, RecordedStep } from "./execution-record.ts";
import { type EffectClass, stepsByClass, word } from "./ten-steps.ts";

export interface Ledgers {
  readonly calls: readonly LedgerEntry[];
  /** What the agent worked on. */
  readonly works: readonly { readonly messageId: string; readonly input: unknown; readonly state: string | null }[];
  /** The identifier of each message that reached the agent, once for each time. */
  readonly messages: readonly string[];
}

export interface Verdict {
  /** What was promised and not kept, in words. */
  readonly broken: readonly string[];
  /** Calls of steps that were finished already. */
  readonly finishedRepeated: number;
  /** Calls beside the first and those after a refusal: made again because a crash had cut the one before. */
  readonly repeated: { readonly [Class in EffectClass]: number };
  /** Status, with the code of the failure. */
  readonly end: string;
}

/** What an undisturbed execution gives. The note that was read last holds one trace of each effect. */
function outputs(name: string, hasUnsafeEffect: boolean): { readonly [stepId: string]: unknown } {
  const note = (text: string) => ({ name, text });
  return {
    look: { mode: "UNAVAILABLE" },
    set: note("a"),
    other: { name: "another", text: null },
    ask: { word },
    add: note(`a${word}`),
    once: note(`a${word}c`),
    keep: { name: `child ${name}`, text: "d" },
    read: note(hasUnsafeEffect ? `a${word}c` : `a${word}`),
  };
}

/** `record` is null for an execution that nobody finds. `isOnTheWay` says whether a call takes its time until it arrives at a callee. */
export function judge(name: string, record: ExecutionRecord | null, ledgers: Ledgers, isOnTheWay = false): Verdict {
  const broken: string[] = [];
  const repeated = { READ_ONLY: 0, IDEMPOTENT: 0, KEYED: 0, UNSAFE: 0 };
  let finishedRepeated = 0;
  if (record === null) return { broken: ["it is lost"], finishedRepeated, repeated, end: "LOST" };

  const isOf = (call: LedgerEntry, { requestId }: ExecutionRecord) => call.requestId === requestId;
  const [child, ...further] = record.children;
  const family = child === undefined ? [record] : [record, child];
  const wasCut = record.steps.some(({ failure, stepId }) => stepId === "once" && failure?.code === "OUTCOME_UNKNOWN");
  const expectedStatus = wasCut ? "PARTIAL" : "SUCCEEDED";
  if (record.status !== expectedStatus) broken.push(`it is ${record.status} where ${expectedStatus} was due`);
  if (child === undefined || further.length > 0) broken.push(`it has ${record.children.length} children`);
  if (child !== undefined && child.status !== "SUCCEEDED") broken.push(`its child is ${child.status}`);

  for (const member of family) {
    broken.push(...brokenInRows(member));
    const keys = new Set(member.steps.map(({ callId }) => callId));
    for (const call of ledgers.calls.filter((entry) => isOf(entry, member))) {
      if (!keys.has(call.key)) broken.push(`a call of ${call.tool} has the key ${call.key}, which no step has`);
    }
    for (const step of member.steps) {
      const arrived = arrivals(step, ledgers);
      if (arrived === null) continue;
      const { finishedAt, refusals, resumptions } = attemptsOf(member, step.stepId);
      const late = arrived.filter((at) => at !== null && finishedAt !== null && at > finishedAt).length;
      const isLateOnly = isOnTheWay && arrived.length === 1 && step.failure?.code === "OUTCOME_UNKNOWN";
      if (late > 0 && !isLateOnly) {
        finishedRepeated += late;
        broken.push(`${step.stepId} was called ${late} times after its end was stored`);
      }
      const effectClass = classOf(step.stepId);
      const extra = arrived.length - 1 - refusals;
      if (extra > 0) repeated[effectClass] += extra;
      const most = effectClass === "UNSAFE" ? 0 : resumptions;
      if (extra > most) broken.push(`${step.stepId} (${effectClass}) was called ${extra} times more, ${most} were due`);
      if (arrived.length === 0 && step.status === "SUCCEEDED") broken.push(`${step.stepId} was never called`);
    }
  }

  const once = record.steps.find(({ stepId }) => stepId === "once");
  const hasUnsafeEffect = ledgers.calls.some(({ completed, key }) => completed && key === once?.callId);
  const due = outputs(name, hasUnsafeEffect);
  for (const { output, status, stepId } of family.flatMap(({ steps }) => steps)) {
    if (stepId === "once" && wasCut) continue;
    if (status !== "SUCCEEDED") broken.push(`${stepId} is ${status}`);
    const found = JSON.stringify(output?.value);
    if (Object.hasOwn(due, stepId) && found !== JSON.stringify(due[stepId]))
      broken.push(`${stepId} gave ${found} where ${JSON.stringify(due[stepId])} was due`);
  }
  const works = ledgers.works.filter(({ input }) => (input as { readonly text?: unknown } | null)?.text === name);
  if (works.length !== 1) broken.push(`the agent worked on it ${works.length} times`);
  const end = record.failure === null ? record.status : `${record.status} (${record.failure.code})`;
  return { broken, finishedRepeated, repeated, end };
}

function classOf(stepId: string): EffectClass {
  const found = Object.entries(stepsByClass).find(([, steps]) => (steps as readonly string[]).includes(stepId));
  return (found?.[0] ?? "READ_ONLY") as EffectClass;
}

/** When each call of a step arrived; null where the ledger of the agent keeps no time. Null for a step that calls nobody outside. */
function arrivals({ callId, stepId }: RecordedStep, { calls, messages }: Ledgers): readonly (number | null)[] | null {
  if (stepId === "translate") return messages.filter((id) => id === callId).map(() => null);
  if (!Object.values(stepsByClass).some((steps) => (steps as readonly string[]).includes(stepId))) return null;
  return calls.filter(({ key }) => key !== null && key === callId).map(({ at }) => at);
}

/** How often the callee of a step refused a call, and how often an object took it over while it ran. */
function attemptsOf({ rows }: ExecutionRecord, stepId: string) {
  const startedIn = rows.find((row) => row.stepId === stepId && row.type === "STEP_STARTED")?.sequence ?? 0;
  const end = rows.find((row) => row.stepId === stepId && row.type === "STEP_FINISHED") ?? null;
  const isWithin = ({ sequence }: { readonly sequence: number }) =>
    sequence > startedIn && sequence < (end?.sequence ?? Number.POSITIVE_INFINITY);
  const within = rows.filter(isWithin);
  return {
    finishedAt: end?.at ?? null,
    // One that a crash cut has an unknown outcome.
    refusals: within.filter((row) => row.stepId === stepId && row.outcome !== undefined && row.outcome !== "UNKNOWN")
      .length,
    resumptions: within.filter(({ type }) => type === "EXECUTION_RESUMED").length,
  };
}

function brokenInRows({ rows, steps }: ExecutionRecord): readonly string[] {
  const broken: string[] = [];
  if (rows.some(({ sequence }, index) => sequence !== index + 1)) broken.push("its rows have gaps");
  const ends = rows.filter(({ type }) => type === "EXECUTION_FINISHED").length;
  if (ends !== 1 || rows.at(-1)?.type !== "EXECUTION_FINISHED") broken.push(`it has ${ends} ends, or rows after them`);
  for (const { stepId } of steps) {
    const count = rows.filter((row) => row.type === "STEP_FINISHED" && row.stepId === stepId).length;
    if (count !== 1) broken.push(`${stepId} has ${count} ends`);
  }
  const answers = rows.filter(({ type }) => type === "HUMAN_INPUT_RESOLVED").length;
  const asked = steps.filter(({ stepId }) => stepId === "ask").length;
  if (answers !== asked) broken.push(`the answer of the person counted ${answers} times`);
  return broken;
}
