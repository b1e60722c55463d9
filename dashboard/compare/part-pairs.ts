/** Inputs and outputs of both runs, part by part. Pure. */
import type { RunPart } from "../execution/payload/run-parts.ts";

export interface PartPair {
  readonly name: string;
  readonly left: RunPart | null;
  readonly right: RunPart | null;
}

/** By name, in the order of the left run. The output of a renamed step belongs to that of its name in the left run. */
export function partPairs(
  left: readonly RunPart[],
  right: readonly RunPart[],
  renamed: ReadonlyMap<string, string>,
): readonly PartPair[] {
  const rightParts = new Map(right.map((part) => [nameOf(part, renamed), part]));
  const leftParts = new Map(left.map((part) => [part.name, part]));
  return [...new Set([...leftParts.keys(), ...rightParts.keys()])].map((name) => {
    const [mine, its] = [leftParts.get(name) ?? null, rightParts.get(name) ?? null];
    const both = mine !== null && its !== null && mine.name !== its.name ? `${mine.name} → ${its.name}` : name;
    return { name: both, left: mine, right: its };
  });
}

function nameOf(part: RunPart, renamed: ReadonlyMap<string, string>): string {
  return part.kind === "VALUE" && part.place.kind === "STEP" ? (renamed.get(part.name) ?? part.name) : part.name;
}
