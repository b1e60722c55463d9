/**
 * The sources of values as the plan says them, where the server is not asked: for questions to people, for lists of maps, and for items, of which
 * there may be many. Pure.
 */
import { roundOfStep, roundStepId } from "../../src/plan/order/round-ids.ts";
import { namesIn, pointerTo, valueAt } from "../parts/pointer.ts";
import type { FlowSource } from "./flow-world.ts";
import type { PlannedValuesFragment } from "./followed-execution.generated.ts";

/** A step of the plan. */
export type PlannedStep = Pick<PlannedValuesFragment, "arguments" | "references">;

export interface PlannedSources {
  /** The id that the step has in the execution. */
  readonly stepId: string;
  /** Who wrote the plan. */
  readonly writer: string;
  readonly planned: PlannedStep | undefined;
  /** The map or loop that the step is an item of. */
  readonly group: PlannedStep | undefined;
}

export function sourcesInPlan({ group, planned, stepId, writer }: PlannedSources): readonly FlowSource[] {
  if (planned === undefined) return [];
  const taken = planned.references.flatMap((reference) => taking(reference, stepId, writer, group));
  const written = leavesOf(planned.arguments, "").filter((pointer) => hasOwnText(planned, pointer));
  return [...written.map((target) => ofPlan(target, writer)), ...taken];
}

type Reference = PlannedStep["references"][number];

function ofPlan(target: string, writer: string): FlowSource {
  return { target, kind: writer, stepId: null, sourcePart: null, source: null };
}

function taking(
  { source, sourcePart, sourceStepId, target }: Reference,
  stepId: string,
  writer: string,
  group: PlannedStep | undefined,
): readonly FlowSource[] {
  const round = roundOfStep(stepId);
  if (sourceStepId !== null) {
    return [{ target, kind: "STEP", stepId: roundStepId(round, sourceStepId), sourcePart, source }];
  }
  const [root] = namesIn(source);
  const path = source.slice(pointerTo("", root ?? "").length);
  const [, groupId = "", item = "0"] = /^(.*)\[(\d+)\]$/.exec(stepId) ?? [];
  switch (root) {
    case "input":
      return [{ target, kind: "INPUT", stepId: null, sourcePart: null, source: path }];
    case "index":
      return [ofPlan(target, writer)];
    case "execution":
      return [{ target, kind: "EXECUTION", stepId: null, sourcePart: null, source: path }];
    case "previous":
      if (item === "0") return [];
      return [{ target, kind: "STEP", stepId: `${groupId}[${Number(item) - 1}]`, sourcePart: "OUTPUT", source: path }];
    case "item": {
      // An item of a list behind one reference is a part of it. An item of any other list has the sources of the list.
      const lists = (group?.references ?? []).flatMap((list) => taking(list, groupId, writer, undefined));
      if (lists.length === 0) return [ofPlan(target, writer)];
      const isOne = lists.length === 1 && lists[0]?.target === "";
      const within = isOne ? pointerTo("", item) + path : "";
      return lists.map((list) => ({ ...list, target, source: (list.source ?? "") + within }));
    }
    default:
      return [{ target, kind: "BINDING", stepId: null, sourcePart: null, source }];
  }
}

function leavesOf(value: unknown, pointer: string): readonly string[] {
  if (typeof value !== "object" || value === null) return value === undefined ? [] : [pointer];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, pointerTo(pointer, name)));
}

/** Whether the plan wrote something itself there: all of it, or text around references. */
function hasOwnText({ arguments: given, references }: PlannedStep, pointer: string): boolean {
  let text = valueAt(given, pointer);
  for (const { expression, target } of references)
    if (target === pointer && typeof text === "string") text = text.replaceAll(expression, "");
  return typeof text !== "string" || text.trim() !== "";
}
