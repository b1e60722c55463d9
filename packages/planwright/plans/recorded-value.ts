/**
 * The object behind a reference of a plan while its code runs: a proxy whose every property is a field. Operations that need its value
 * throw, because it has none yet.
 */

import { quotedText } from "../../../src/plan/expressions/author-spelling.ts";
import { type Boundary, PlanBuildError, placeAbove } from "./build-error.ts";
import type { Json } from "./json-schema.ts";
import type { RecordedStep } from "./recorded-step.ts";

/** Stands in a path for `[*]`. */
export const EVERY: unique symbol = Symbol("[*]");

export type Segment = string | number | typeof EVERY;

/** What a reference leads to. `owner` is the map or loop whose item or turn it is, or what recorded it. */
export interface Source {
  readonly root: "steps" | "input" | "bindings" | "item" | "index" | "previous" | "execution";
  readonly owner: object;
  readonly step?: RecordedStep;
  /** Of a step that is named and not held. */
  readonly id?: string;
  /** Of a step; its output unless something else is said. */
  readonly part?: "text" | "status" | "count";
  readonly path: readonly Segment[];
  /** What is wrong with reading a path there, where the schema is known. Undefined if nothing is. */
  readonly finding?: (path: readonly Segment[]) => string | undefined;
}

/** An item of a list within an expression. */
export interface Variable {
  readonly variable: object;
  readonly path: readonly Segment[];
}

export type Recorded =
  | { readonly kind: "reference"; readonly source: Source }
  | { readonly kind: "variable"; readonly variable: Variable }
  | { readonly kind: "text"; readonly parts: readonly (string | Source)[] }
  | { readonly kind: "coalesce"; readonly choices: readonly unknown[] }
  | { readonly kind: "raw"; readonly written: Json }
  /** A calculation: text of the language between references and variables. An atom needs no parentheses within another. */
  | { readonly kind: "expression"; readonly parts: readonly ExpressionPart[]; readonly isAtom: boolean };

export type ExpressionPart = string | Source | Variable;

const recordedValues = new WeakMap<object, Recorded>();

/** What `value` stands for. Undefined for a plain value. */
export function recordedOf(value: unknown): Recorded | undefined {
  return typeof value === "object" && value !== null ? recordedValues.get(value) : undefined;
}

const ARRAY_INDEX = /^(?:0|-?[1-9]\d*)$/;

/** The segment that the property `name` says. */
function segmentOf(name: string): Segment {
  return ARRAY_INDEX.test(name) && Number.isSafeInteger(Number(name)) ? Number(name) : name;
}

/** A value that stands for `recorded`, and whose properties stand for its fields. */
export function standIn(recorded: Recorded): object {
  const refuse = (use: string, instead: string, boundary: Boundary): never => {
    throw new PlanBuildError(
      `Cannot ${use} ${described(recorded)}: it has no value yet. ${instead}`,
      placeAbove(boundary),
    );
  };
  const toPrimitive = (hint: string) =>
    hint === "number"
      ? refuse("calculate with", "Use add, gt and their like, or cel`…`.", toPrimitive)
      : refuse("make text of", "Write the text with the tag `text` before its first backtick.", toPrimitive);
  const shown = () => described(recorded);
  // Node shows what stands behind a proxy.
  const target: object = Object.assign(Object.create(null), { [Symbol.for("nodejs.util.inspect.custom")]: shown });
  const proxy: object = new Proxy(target, {
    get: function get(_, name) {
      if (typeof name === "string") return standInAt(recorded, segmentOf(name), get);
      if (name === Symbol.toPrimitive) return toPrimitive;
      if (name === Symbol.iterator)
        return function iterator() {
          return refuse("go through", "Use map, each, or at(list, 0).", iterator);
        };
      return undefined;
    },
    has: function has(_, name) {
      return refuse(`ask for ${JSON.stringify(String(name))} in`, "Use has(…) in a condition.", has);
    },
    ownKeys: function ownKeys() {
      return refuse("list the fields of", "Name the fields that are wanted.", ownKeys);
    },
    set: function set() {
      return refuse("change", "A plan makes values with its steps.", set);
    },
    deleteProperty: function deleteProperty() {
      return refuse("change", "A plan makes values with its steps.", deleteProperty);
    },
    defineProperty: function defineProperty() {
      return refuse("change", "A plan makes values with its steps.", defineProperty);
    },
  });
  recordedValues.set(proxy, recorded);
  return proxy;
}

/** What stands for the field `segment` of what `recorded` stands for. `boundary` is called by the code that is at fault if there is none. */
export function standInAt(recorded: Recorded, segment: Segment, boundary: Boundary): object {
  switch (recorded.kind) {
    case "reference": {
      const path: readonly Segment[] = [...recorded.source.path, segment];
      const finding = recorded.source.finding?.(path);
      if (finding !== undefined)
        throw new PlanBuildError(
          `Cannot read ${describedSource({ ...recorded.source, path })}: ${finding}`,
          placeAbove(boundary),
        );
      return standIn({ kind: "reference", source: { ...recorded.source, path } });
    }
    case "variable": {
      const path: readonly Segment[] = [...recorded.variable.path, segment];
      return standIn({ kind: "variable", variable: { ...recorded.variable, path } });
    }
    case "expression": {
      if (segment === EVERY) break;
      const of = recorded.isAtom ? recorded.parts : ["(", ...recorded.parts, ")"];
      return standIn({ kind: "expression", parts: [...of, memberText(segment)], isAtom: true });
    }
    default:
  }
  const what = segment === EVERY ? "each item" : `the field ${JSON.stringify(segment)}`;
  throw new PlanBuildError(
    `Cannot read ${what} of ${described(recorded)}: the plan language has no path behind it`,
    placeAbove(boundary),
  );
}

/** How an expression reads a member of what stands before. */
export function memberText(segment: string | number): string {
  if (typeof segment === "number") return `[${segment}]`;
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(segment) ? `.${segment}` : `[${quotedText(segment)}]`;
}

/** `recorded` in a few words, for errors. */
export function described(recorded: Recorded): string {
  switch (recorded.kind) {
    case "reference":
      return `the reference ${describedSource(recorded.source)}`;
    case "variable":
      return `the item of a list${describedPath(recorded.variable.path)}`;
    case "text":
      return "a text with references";
    case "coalesce":
      return "a coalesce";
    case "raw":
      return `${JSON.stringify(recorded.written)} of the plan language`;
    case "expression":
      return "a calculation";
  }
}

export function describedSource({ id, part, path, root, step }: Source): string {
  const of = root === "steps" ? `steps.${id ?? step?.options.stepId ?? step?.wish}.${part ?? "output"}` : root;
  return `${of}${describedPath(path)}`;
}

function describedPath(path: readonly Segment[]): string {
  return path
    .map((segment) => {
      if (segment === EVERY) return "[*]";
      return typeof segment === "number" ? `[${segment}]` : `.${segment}`;
    })
    .join("");
}
