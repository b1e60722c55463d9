/**
 * Which lines the timeline shows, in which order: the rows of the execution, under those that started one the rows of the child execution,
 * without folded ones. Pure.
 */
import { decoded } from "../../shell/route.ts";
import type { StepRow } from "../store/execution-model.ts";

/** A line that is shown. */
export interface TimelineLine {
  /** Steps from the execution down to this one: unique among lines, also of executions that repeat. */
  readonly key: string;
  /** Key of the line that it is folded into. Null at the top. */
  readonly parentKey: string | null;
  readonly row: StepRow;
  /** Depth with that of the executions around it, from 1. */
  readonly level: number;
  /** The execution that the row is of. Null for the one on the page. */
  readonly childExecutionId: string | null;
  /** Null where nothing can be unfolded. */
  readonly isExpanded: boolean | null;
  /** Whether it is the last among those with its parent. */
  readonly isLast: boolean;
  /** Levels of the lines around it that others follow: their guides pass by it. */
  readonly rails: readonly number[];
}

/** The unfolded groups and children. */
export interface Unfolded {
  /** Groups that are folded away, by the key of their line. Groups are open until somebody folds them. */
  readonly folded: ReadonlySet<string>;
  /** Rows of the child executions that are open, by the key of the line that started them. */
  readonly children: ReadonlyMap<string, readonly StepRow[]>;
}

/** The line that a row had last, which is that very one again if nothing of it has changed. */
const lineOf = new WeakMap<StepRow, TimelineLine>();

const noRails: readonly number[] = [];

/** All lines in order. Lines equal to those of an earlier call are the same objects. `rows` come in the order of the plan, groups before their children. */
export function linesOf(rows: readonly StepRow[], unfolded: Unfolded): readonly TimelineLine[] {
  const lines: TimelineLine[] = [];
  add(rows, null, null, unfolded, lines);
  return lines;
}

/** The key of a step of the execution on the page. */
export function keyOfStep(stepId: string): string {
  return encodeURIComponent(stepId);
}

/** The step of the execution on the page that a line belongs to. */
export function rootStepOf(key: string): string {
  return decoded(key.split("/")[0] ?? "");
}

/** The step that a line is of, in its own execution. */
export function stepOf(key: string): string {
  return decoded(key.slice(key.lastIndexOf("/") + 1));
}

/** Key of the line that started the execution which a line is of. Null for one of the execution on the page. */
export function openerOf(key: string): string | null {
  const at = key.lastIndexOf("/");
  return at === -1 ? null : key.slice(0, at);
}

/** Keys of the lines that must be unfolded to see one, the outermost first. */
export function openersOf(key: string): readonly string[] {
  const opener = openerOf(key);
  return opener === null ? [] : [...openersOf(opener), opener];
}

/** Whether `named`, as an address has it, is a line of a child rather than a step of `rows`, in whose ids a `/` may stand too. */
export function isOfChild(named: string, rows: readonly StepRow[]): boolean {
  if (openerOf(named) === null || rows.some(({ stepId }) => stepId === named)) return false;
  const root = rootStepOf(named);
  return rows.some(({ childExecutionId, stepId }) => stepId === root && childExecutionId !== null);
}

/** Keys of the groups around a step, the outermost first. */
export function groupsAround(rows: readonly StepRow[], stepId: string): readonly string[] {
  const byId = new Map(rows.map((row) => [row.stepId, row]));
  const groups: string[] = [];
  for (let at = byId.get(stepId)?.groupId ?? null; at !== null; at = byId.get(at)?.groupId ?? null) {
    // A group that is in itself is no tree; nothing says so but data from outside.
    if (groups.includes(keyOfStep(at))) break;
    groups.unshift(keyOfStep(at));
  }
  return groups;
}

function add(
  rows: readonly StepRow[],
  opener: TimelineLine | null,
  childExecutionId: string | null,
  unfolded: Unfolded,
  lines: TimelineLine[],
): void {
  const prefix = opener === null ? "" : `${opener.key}/`;
  const ids = new Set(rows.map(({ stepId }) => stepId));
  const inside = new Map<string | null, StepRow[]>();
  for (const row of rows) {
    // A row whose group is not among the rows is at the top.
    const groupId = row.groupId !== null && ids.has(row.groupId) ? row.groupId : null;
    const members = inside.get(groupId);
    if (members === undefined) inside.set(groupId, [row]);
    else members.push(row);
  }
  const addGroup = (groupId: string | null, parent: TimelineLine | null) => {
    const level = (parent?.level ?? 0) + 1;
    const rails = parent === null ? noRails : railsBelow(parent);
    const members = inside.get(groupId) ?? [];
    inside.delete(groupId);
    for (const [at, row] of members.entries()) {
      const before = lineOf.get(row);
      // The key of a step that is in no child is of its row alone.
      const key = prefix === "" && before?.childExecutionId === null ? before.key : prefix + keyOfStep(row.stepId);
      const isGroup = inside.has(row.stepId);
      const childRows = unfolded.children.get(key);
      const isExpanded = isGroup
        ? !unfolded.folded.has(key)
        : row.childExecutionId === null
          ? null
          : childRows !== undefined;
      const isLast = at === members.length - 1;
      const parentKey = parent?.key ?? null;
      const made = { key, parentKey, row, level, childExecutionId, isExpanded, isLast, rails };
      const line = before !== undefined && isSameLine(before, made) ? before : made;
      if (line === made) lineOf.set(row, line);
      lines.push(line);
      if (isGroup && isExpanded) addGroup(row.stepId, line);
      else if (row.childExecutionId !== null && childRows !== undefined) {
        add(childRows, line, row.childExecutionId, unfolded, lines);
      }
    }
  };
  addGroup(null, opener);
}

/** Of lines of one row. */
function isSameLine(one: TimelineLine, other: TimelineLine): boolean {
  return (
    one.key === other.key &&
    one.parentKey === other.parentKey &&
    one.level === other.level &&
    one.childExecutionId === other.childExecutionId &&
    one.isExpanded === other.isExpanded &&
    one.isLast === other.isLast &&
    one.rails.length === other.rails.length &&
    one.rails.every((level, at) => level === other.rails[at])
  );
}

/** Lines at the top have no guide. */
function railsBelow({ isLast, level, rails }: TimelineLine): readonly number[] {
  return level < 2 || isLast ? rails : [...rails, level];
}
