/**
 * Kinds of steps that plans of other systems have and plans here do not, or not under that name. They are refused by name, with the way to
 * write the same (N66; R5, R6, R9). Only a document that was refused anyway is searched for them, to report the cause before its consequences.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";
import type { ParsedDraft } from "../plan-draft.ts";
import type { PlanProblem } from "../problem.ts";
import { invalidInput } from "../shape-problems.ts";

const eachItem = 'write a "map" step as PlanInput has it, which makes its call for each item of a list';
const again = 'write a "loop" step as PlanInput has it, which makes its call until a condition is true';
const when = 'write a "parallel" step with the mergeStrategy FIRST_MATCH, whose steps have conditions';
const atEnd =
  'write it among the steps of "finally" in a plan as PlanInput has it, with a condition on {{execution.status}}';
const later = 'call "cp__sleep", as a "sleep" step does';
const started = "let something else start an execution at its times";
const asCall = "name it as what a step calls";

/** The way to write it, by kind in lower case without separators. */
const leftOutKinds: ReadonlyMap<string, string> = new Map([
  ...["map", "foreach", "withitems", "fanout"].map((kind) => [kind, eachItem] as const),
  ...["loop", "while", "until", "dowhile", "repeat"].map((kind) => [kind, again] as const),
  ...["switch", "if", "condition", "conditional", "branch", "choice"].map((kind) => [kind, when] as const),
  ...["exit", "onexit", "finally", "onerror", "onfailure", "catch"].map((kind) => [kind, atEnd] as const),
  ...["sleep", "wait", "delay", "timer"].map((kind) => [kind, later] as const),
  ...["cron", "schedule"].map((kind) => [kind, started] as const),
  ...["workflow", "subworkflow"].map((kind) => [kind, asCall] as const),
]);
/** Members that make an object a step of a kind that there is. */
const knownMembers = ["agent", "parallel", "tool", "humanInput", "sleep", "waitForEvent", "tool_name", "agent_id"];
/** Members of further kinds, which the document Plan, Execute, Respond does not have among its calls. */
const repeatedMembers = ["map", "loop"];
const ownPlanMembers: ReadonlySet<string> = new Set(["schedule"]);
/** No more problems are reported of a plan, and each is compared with all steps that are left out. */
const mostReported = 100;

/** The reading of `value`. A step of a kind that is left out is reported by its name alone. */
export function withLeftOutSteps(parsed: ParsedDraft, value: unknown, path: readonly string[]): ParsedDraft {
  if (parsed.ok) return parsed;
  const found = leftOutSteps(value, path).slice(0, mostReported);
  const reported = new Set<LeftOutStep>();
  const problems = parsed.problems.flatMap((problem) => {
    const cause = found.find(({ step }) => step.every((part, at) => problem.path[at] === part));
    if (cause === undefined) return [problem];
    if (reported.has(cause)) return [];
    reported.add(cause);
    return [cause.problem];
  });
  const causes = found.filter((one) => !reported.has(one)).map(({ problem }) => problem);
  return { ok: false, problems: [...causes, ...problems] };
}

/** Whether `step` is of a kind that is left out, named by its member as steps of typed plans are. */
export function isLeftOutMember(step: JsonObject): boolean {
  return !Object.hasOwn(step, "type") && memberKind(step) !== undefined;
}

interface LeftOutStep {
  /** Place of the step. */
  readonly step: readonly string[];
  readonly problem: PlanProblem;
}

function leftOutSteps(value: unknown, path: readonly string[]): readonly LeftOutStep[] {
  if (!isJsonObject(value)) return [];
  const members = Object.keys(value).flatMap((member): readonly LeftOutStep[] => {
    const advice = ownPlanMembers.has(member) ? undefined : adviceFor(member);
    if (advice === undefined) return [];
    return [{ step: [...path, member], problem: refused([...path, member], member, advice) }];
  });
  const steps = ["steps", "calls"].flatMap((list) => stepsIn(ownValue(value, list), [...path, list], list === "calls"));
  return [...members, ...steps];
}

function stepsIn(list: Json | undefined, path: readonly string[], areCalls: boolean): readonly LeftOutStep[] {
  if (!isJsonArray(list)) return [];
  return list.flatMap((step, index) => {
    if (!isJsonObject(step)) return [];
    const place = [...path, String(index)];
    const own = leftOutStep(step, place, areCalls);
    if (own !== undefined) return [own];
    const group = ownValue(step, "parallel");
    return isJsonObject(group) ? stepsIn(ownValue(group, "steps"), [...place, "parallel", "steps"], areCalls) : [];
  });
}

function leftOutStep(step: JsonObject, place: readonly string[], isCall: boolean): LeftOutStep | undefined {
  const type = ownValue(step, "type");
  const advice = typeof type === "string" ? adviceFor(type) : undefined;
  if (typeof type === "string" && advice !== undefined)
    return { step: place, problem: refused([...place, "type"], type, advice) };
  const member = memberKind(step, isCall);
  if (member === undefined) return undefined;
  return { step: place, problem: refused([...place, member], member, adviceFor(member) ?? "") };
}

function memberKind(step: JsonObject, isCall = false): string | undefined {
  if (!isCall && repeatedMembers.some((member) => Object.hasOwn(step, member))) return undefined;
  if (knownMembers.some((member) => Object.hasOwn(step, member))) return undefined;
  return Object.keys(step).find((member) => adviceFor(member) !== undefined);
}

function adviceFor(kind: string): string | undefined {
  return leftOutKinds.get(kind.toLowerCase().replaceAll(/[_-]/g, ""));
}

function refused(path: readonly string[], kind: string, advice: string): PlanProblem {
  return invalidInput(path, `plans have no steps of the kind ${JSON.stringify(kind)}; ${advice}`);
}
