/**
 * Room `plan/labels`: where values come from, and which of them may reach what (decision 054).
 *
 * Owns: labels and their sets (this file); labels that registrations declare (`declared-labels.ts`), and their change by a callable
 * (`callable-labels.ts`); the labels of every value of a plan (`plan-labels.ts`); flow rules (`flow-rule.ts`), those about one callable
 * (`call-rules.ts`) and the callables whose calls they can hold at all (`execution-rules.ts`); the verdict on one call (`call-flows.ts`), on
 * a whole plan before it runs (`plan-flows.ts`) and on the calls of one that runs (`call-verdicts.ts`). Leaves: registrations to `catalog`; the
 * question to a person to `execution/human-input`.
 *
 * Invariants:
 * - A label is never lost: a value has the labels of all its sources. An unknown source counts as `UNTRUSTED`.
 * - Labels are computed from pinned definitions (E15) and stored nowhere, so they are the same after a crash and cost no row.
 * - Conditions choose whether a call is made and add no label to its arguments.
 *
 * This file defines labels. Each has a path: the places that its value went through, the origin first.
 */

import { shortened } from "../../json/short-text.ts";
import type { PinnedLabel } from "../value-flow.ts";

/** Who wrote a value. Nearly every value has one of them. */
export const origins: ReadonlySet<string> = new Set(["CALLER", "PLAN", "MODEL", "PERSON"]);

/**
 * A registration declares this of a callable whose output is trusted for every input. It stands for the absence of labels and is none
 * itself.
 */
export const trustedLabel = "TRUSTED";

export const untrustedLabel = "UNTRUSTED";

/** The labels that are there without any registration. Every other one is declared by a registration. */
export const builtInLabels: readonly string[] = [...origins, untrustedLabel];

/** The labels of a value, each with the places that it went through. */
export type LabelSet = ReadonlyMap<string, readonly string[]>;

export const noLabels: LabelSet = new Map();

/** Places of one path that are kept: the origin, and the last ones. */
const maxPlaces = 8;

/** Characters of one place that are kept. */
const maxPlaceLength = 160;

/** The labels of a value that is made from values with these. Of two paths to one label the first is kept. */
export function unionOf(sets: Iterable<LabelSet>): LabelSet {
  let sole: LabelSet | undefined;
  let union: Map<string, readonly string[]> | undefined;
  for (const set of sets) {
    if (set.size === 0 || set === sole) continue;
    if (sole === undefined) {
      sole = set;
      continue;
    }
    union ??= new Map(sole);
    for (const [label, path] of set) if (!union.has(label)) union.set(label, path);
  }
  return union ?? sole ?? noLabels;
}

/** The labels of a value that begins at `place`. */
export function labelsFrom(labels: Iterable<string>, place: string): LabelSet {
  const path = [shownPlace(place)];
  return new Map([...labels].map((label) => [label, path]));
}

/** The same labels once their value has gone through `place`. */
export function labelsThrough(set: LabelSet, place: string): LabelSet {
  if (set.size === 0) return set;
  const shown = shownPlace(place);
  const through = new Map<string, readonly string[]>();
  for (const [label, path] of set) through.set(label, withPlace(path, shown));
  return through;
}

/** The path of one of them. */
export function pathThrough(path: readonly string[], place: string): readonly string[] {
  return withPlace(path, shownPlace(place));
}

function withPlace(path: readonly string[], shown: string): readonly string[] {
  return path.at(-1) === shown ? path : shortPath([...path, shown]);
}

function shortPath(path: readonly string[]): readonly string[] {
  return path.length <= maxPlaces ? path : [...path.slice(0, 1), ...path.slice(path.length - maxPlaces + 1)];
}

function shownPlace(place: string): string {
  return shortened(place, maxPlaceLength);
}

export function pinnedLabels(set: LabelSet): readonly PinnedLabel[] {
  return [...set].map(([label, path]) => ({ label, path }));
}

export function labelSetOf(pinned: readonly PinnedLabel[]): LabelSet {
  return new Map(pinned.map(({ label, path }) => [label, path]));
}
