/**
 * Steps of two runs that are one and the same under another name: each calls the same with the same arguments, in the same group, and only one of
 * the runs has either name. References to steps that were renamed themselves count as the same. A step that changed more than its name is found
 * where each run has one step alone that is left and calls the same in the same group. Pure.
 */
import { sameJson } from "../../src/json/json.ts";
import type { StepRow } from "../execution/store/execution-model.ts";

/** The entry of each step in the plans of a run, by its id. */
export type PlanEntries = ReadonlyMap<string, unknown>;

/** Plans with more steps that have no counterpart are compared by the names of steps alone. */
const mostLeftOver = 300;

/** Names in the right run, with the name that the same step has in the left one. */
export function renamedSteps(
  left: readonly StepRow[],
  right: readonly StepRow[],
  leftEntries: PlanEntries,
  rightEntries: PlanEntries,
): ReadonlyMap<string, string> {
  const [leftIds, rightIds] = [idsOf(left), idsOf(right)];
  const gone = left.filter(({ stepId }) => !rightIds.has(stepId));
  const come = right.filter(({ stepId }) => !leftIds.has(stepId));
  const renamed = new Map<string, string>();
  if (gone.length === 0 || come.length === 0 || Math.max(gone.length, come.length) > mostLeftOver) return renamed;
  const leftNames = new Map<string, string>();
  const asLeft = (stepId: string) => renamed.get(stepId) ?? stepId;
  const isAlike = (one: StepRow, other: StepRow) =>
    one.kind === other.kind &&
    one.callableName === other.callableName &&
    one.groupId === (other.groupId === null ? null : asLeft(other.groupId));
  const isSame = (one: StepRow, other: StepRow) => isAlike(one, other) && isSameEntry(one, other);
  const isSameEntry = (one: StepRow, other: StepRow) => {
    const [mine, its] = [leftEntries.get(one.stepId), rightEntries.get(other.stepId)];
    // Items of maps and loops are in no plan: they have the name of their step.
    if (mine === undefined && its === undefined) return itemOf(one.stepId) === itemOf(other.stepId, asLeft);
    return sameJson(
      withoutNames(mine, (id) => id),
      withoutNames(its, asLeft),
    );
  };
  // Each pair that is found may make another one the same.
  for (let found = true; found; ) {
    found = false;
    for (const other of come) {
      if (renamed.has(other.stepId)) continue;
      const one = gone.find((candidate) => !leftNames.has(candidate.stepId) && isSame(candidate, other));
      if (one === undefined) continue;
      pair(one, other);
      found = true;
    }
    found ||= pairChanged();
  }
  return renamed;

  function pair(one: StepRow, other: StepRow): void {
    renamed.set(other.stepId, one.stepId);
    leftNames.set(one.stepId, other.stepId);
  }

  /** The first two that are alike and have no other like them. Items of maps and loops, which are in no plan, are left out. */
  function pairChanged(): boolean {
    const left = gone.filter(({ stepId }) => !leftNames.has(stepId) && leftEntries.has(stepId));
    const right = come.filter(({ stepId }) => !renamed.has(stepId) && rightEntries.has(stepId));
    for (const other of right) {
      const [one, ...more] = left.filter((candidate) => isAlike(candidate, other));
      if (one === undefined || more.length > 0 || right.filter((rival) => isAlike(one, rival)).length > 1) continue;
      pair(one, other);
      return true;
    }
    return false;
  }
}

function idsOf(rows: readonly StepRow[]): ReadonlySet<string> {
  return new Set(rows.map(({ stepId }) => stepId));
}

/** `each[3]` as `each[3]` of the left run. A step that is no item has no counterpart of this kind. */
function itemOf(stepId: string, asLeft: (stepId: string) => string = (id) => id): string | symbol {
  const [, group, at] = /^(.*)\[(\d+)\]$/.exec(stepId) ?? [];
  return group === undefined ? Symbol(stepId) : `${asLeft(group)}[${at}]`;
}

/** The entry without the name of its step, and with the names that `asLeft` gives to those that it refers to. */
function withoutNames(entry: unknown, asLeft: (stepId: string) => string): unknown {
  if (!isObject(entry)) return entry;
  return Object.fromEntries(
    Object.entries(entry).map(([kind, body]) => {
      if (!isObject(body)) return [kind, body];
      const { stepId: _, ...rest } = body;
      return [kind, referring(rest, asLeft)];
    }),
  );
}

/** Names stand in references, `{{steps.name.…}}`, and in the list of the steps that are waited for. */
function referring(value: unknown, asLeft: (stepId: string) => string): unknown {
  if (typeof value === "string")
    return value.replaceAll(/\bsteps\.([\w-]+)/g, (_, stepId: string) => `steps.${asLeft(stepId)}`);
  if (Array.isArray(value)) return value.map((item) => referring(item, asLeft));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === "after" && Array.isArray(item)
        ? item.map((stepId) => (typeof stepId === "string" ? asLeft(stepId) : stepId))
        : referring(item, asLeft),
    ]),
  );
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
