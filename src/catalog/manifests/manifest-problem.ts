/**
 * The problems of a manifest, collected so that all of them are reported at once, each with its place as a JSON Pointer. A problem has the
 * form "required …, found …". It repeats no value that is not needed for that.
 */
import type * as z from "zod";
import { isJsonArray, isJsonObject, type Json, objectOf } from "../../json/json.ts";
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import { jsonPointer } from "../../json/value-path.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import type { PinningProblem } from "../snapshot/pinned-definitions.ts";

export type ManifestProblem =
  | { readonly kind: "MANIFEST_INVALID"; readonly message: string; readonly path: readonly string[] }
  | Extract<PlanProblem, { readonly kind: "LIMIT_EXCEEDED" | "TOOL_CHANGED" | "UNKNOWN_CALLABLE" }>;

/** More are not reported. */
const mostManifestProblems = 100;

const LONGEST_SHOWN = 120;

/** A place within the sent manifest: member names and positions. */
export type ManifestPlace = readonly (string | number)[];

/** Something that does not keep a manifest from being applied but that its author should know. */
export interface ManifestWarning {
  readonly message: string;
  readonly path: readonly string[];
}

export class ManifestFindings {
  readonly #problems: ManifestProblem[] = [];
  readonly #warnings: ManifestWarning[] = [];

  get warnings(): readonly ManifestWarning[] {
    return this.#warnings;
  }

  get problems(): readonly ManifestProblem[] {
    return this.#problems;
  }

  get count(): number {
    return this.#problems.length;
  }

  /** Whether no more will be reported, so that nothing needs to be found out for it. */
  get isFull(): boolean {
    return this.#problems.length >= mostManifestProblems;
  }

  /** `finding` is such as "required …, found …". */
  add(place: ManifestPlace, finding: string): void {
    this.#put({ kind: "MANIFEST_INVALID", message: messageAt(place, finding), path: place.map(String) });
  }

  /** Something that may stay as it is. */
  warn(place: ManifestPlace, finding: string): void {
    if (this.#warnings.length >= mostManifestProblems) return;
    this.#warnings.push({ message: `${jsonPointer(place)}: ${finding}`, path: place.map(String) });
  }

  /** A name that means nothing, with those that are nearest. */
  unknown(place: ManifestPlace, required: string, name: string, existing: Iterable<string>): void {
    if (this.isFull) return;
    this.add(place, `required ${required}, found ${shown(name)}${suggested(nearestNames(name, existing))}`);
  }

  limit(place: ManifestPlace, limit: string, maximum: number, found: number): void {
    const message = messageAt(place, `${limit} permits at most ${maximum}, found ${found}`);
    this.#put({ kind: "LIMIT_EXCEEDED", message, path: place.map(String), limit, maximum, found });
  }

  unknownCallable(place: ManifestPlace, finding: string, name: string, nearest: readonly string[]): void {
    const message = messageAt(place, `${finding}, found ${shown(name)}${suggested(nearest)}`);
    this.#put({ kind: "UNKNOWN_CALLABLE", message, path: place.map(String), name, nearestNames: nearest });
  }

  /** A callable that exists and lacks something to run. */
  cannotRun(place: ManifestPlace, problem: PinningProblem): void {
    const message = messageAt(place, `required a callable that can run, found one that cannot: ${problem.message}`);
    const path = place.map(String);
    this.#put(
      problem.kind === "MODEL_NOT_FOUND" ? { kind: "MANIFEST_INVALID", message, path } : { ...problem, message, path },
    );
  }

  changedTool(place: ManifestPlace, name: string): void {
    const message = messageAt(place, `required the tool ${shown(name)} as it was accepted, found that it has changed`);
    this.#put({ kind: "TOOL_CHANGED", message, path: place.map(String), name });
  }

  /**
   * Parses `value` by `shape`. Returns undefined after reporting the problems if it does not match. Each unknown key is a problem of its
   * own (R10). A member that is null counts as absent, whether its name is known or not.
   */
  read<Shape extends z.ZodType>(shape: Shape, value: unknown, place: ManifestPlace): z.output<Shape> | undefined {
    const parsed = shape.safeParse(withoutNulls(value));
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const at = [...place, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))];
      if (issue.code !== "unrecognized_keys") this.add(at, uncapitalized(issue.message));
      else for (const key of issue.keys) this.add([...at, key], "there is no such field here");
    }
    return undefined;
  }

  #put(problem: ManifestProblem): void {
    if (!this.isFull) this.#problems.push(problem);
  }
}

/** An object without members that are null, but for `default`, where null is a value like any other. Everything else as it is. */
export function withoutNulls<Value>(value: Value): Value {
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key, member]) => member !== null || key === "default");
  // Members were only left out, and each of them may be.
  return objectOf(kept) as Value;
}

/** A value in the words of a message: scalars as they are, cut if they are long; of others only the sort. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return "none";
  if (typeof value === "string")
    return JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
  if (isJsonArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

function messageAt(place: ManifestPlace, finding: string): string {
  return `Cannot apply the manifest at ${jsonPointer(place)}: ${finding}`;
}

function uncapitalized(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
