/** The valid spelling that an author of a lookalike probably meant (N60). Only ever shown; a plan is never changed. */

import { nearestNames } from "../../json/nearest-name.ts";
import type { PathSegment } from "../../json/value-path.ts";
import type { Lookalike } from "../lookalike.ts";
import { pathOf, writeIndexed, writeReference, writeStepPart } from "../reference.ts";
import { stepParts } from "../step-part.ts";
import type { PlanNames } from "./bind-reference.ts";

/** Words that mean the whole structured result, so that the rest is a path into it. */
const OUTPUT_NAMES: ReadonlySet<string> = new Set([
  "output",
  "outputs",
  "result",
  "results",
  "structuredContent",
  "structured_content",
]);
const NUMBERED_STEP = /^(?:steps?|calls?|tools?|tasks?)?[_-]?(\d+)$/i;

/** Valid spellings that are nearest to `lookalike`, best first, for a step with `position` steps before it. */
export function nearestSpellings(lookalike: Lookalike, names: PlanNames, position: number): readonly string[] {
  const { head, isWhole, links } = lookalike;
  if (head === "bindings") return bindingSpellings(links, names);
  const chain = head === "steps" ? links : [head, ...links];
  const source = sourceOf(chain, names, position);
  if (source === undefined) return [];
  return readings(chain.slice(source.length)).map(({ part, path }) => {
    const isNumber = isWhole && source.index !== undefined && (source.index < position || source.id === undefined);
    return isNumber || source.id === undefined
      ? writeIndexed(source.index ?? 0, part, path)
      : writeStepPart(source.id, part, path);
  });
}

interface Source {
  /** How many links name the step. */
  readonly length: number;
  /** Position of the step if the lookalike says a number, or names nothing that is near. */
  readonly index: number | undefined;
  readonly id: string | undefined;
}

/** The step that the first links of `chain` name, or probably mean. */
function sourceOf(
  chain: readonly string[],
  { positions, topLevelIds }: PlanNames,
  position: number,
): Source | undefined {
  const ids = chain.map((_, at) => chain.slice(0, at + 1).join("."));
  const known = ids.findIndex((id) => positions.has(id));
  if (known >= 0) return { length: known + 1, index: undefined, id: ids[known] };
  const part = chain.findIndex((link, at) => at > 0 && OUTPUT_NAMES.has(link));
  const length = part < 0 ? 1 : part;
  const wanted = chain.slice(0, length).join(".");
  const number = NUMBERED_STEP.exec(wanted)?.[1];
  if (number !== undefined) return { length, index: Number(number), id: topLevelIds[Number(number)] };
  const [nearest] = nearestNames(wanted, positions.keys());
  if (nearest !== undefined) return { length, index: undefined, id: nearest };
  return position === 0 ? undefined : { length, index: position - 1, id: topLevelIds[position - 1] };
}

/** The meaning of the links behind the name of a step. */
function readings(
  links: readonly string[],
): readonly { readonly part: string; readonly path: readonly PathSegment[] }[] {
  const [first, ...rest] = links;
  if (first === undefined || OUTPUT_NAMES.has(first)) return [{ part: "output", path: segments(rest) }];
  const output = { part: "output", path: segments(links) };
  const isText = first === "text" || (first === "content" && rest.length === 0);
  return isText && (stepParts as readonly string[]).includes("text")
    ? [{ part: "text", path: segments(rest) }, output]
    : [output];
}

function bindingSpellings([name = "", ...rest]: readonly string[], names: PlanNames): readonly string[] {
  const existing = [...names.bindingNames, ...names.stepsByResultKey.keys()];
  const near = existing.includes(name) ? [name] : nearestNames(name, existing);
  return near.map((id) => writeReference({ root: "bindings", id, path: segments(rest) }));
}

function segments(links: readonly string[]): readonly PathSegment[] {
  return pathOf(links.map((name) => ({ name, quoted: false })));
}
