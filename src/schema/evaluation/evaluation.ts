/** One check of a value against a schema: its steps, its failures so far, and the evaluated members for the `unevaluated` keywords. */
import { canonicalJson, type Json, type JsonObject, type JsonSchema } from "../../json/json.ts";
import type { Resource, SchemaDocument } from "../document/resources.ts";
import type { StepBudget } from "../document/step-budget.ts";

/** Where a part of the value lies. Undefined is the value itself. */
export interface Spot {
  readonly outer: Spot | undefined;
  readonly key: string | number;
}

export interface Failed {
  readonly spot: Spot | undefined;
  readonly keyword: string;
  readonly message: string;
}

/** The resources that have been entered, the last one first. `$dynamicRef` asks for them. */
export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** Keywords with values that they cannot have. */
export class Malformed extends Error {
  constructor() {
    super("required keywords with values that they can have, found another value");
  }
}

/** Steps, by the time of each. */
export const cost = { schema: 3, member: 1, name: 6, entry: 10, text: 9, failure: 2, multiple: 16 } as const;

/** An object with more members is a table to the runtime, and each of them takes longer to come to. */
const MOST_QUICK_MEMBERS = 500;
const slowMember = 8;

/** The names of an object's members, counted before any of them is looked at. */
export function namesOf(value: JsonObject, { take }: Evaluation): readonly string[] {
  const names = Object.keys(value);
  take(names.length > MOST_QUICK_MEMBERS ? slowMember * names.length : cost.member * names.length);
  return names;
}

/** The members of an object, or items of an array, that a schema has evaluated. */
export class Evaluated {
  everyName = false;
  readonly names = new Set<string>();
  /** Items before this index, and some others. */
  items = 0;
  readonly others = new Set<number>();

  add(more: Evaluated, take: (steps: number) => void): void {
    take(cost.entry * (more.names.size + more.others.size));
    this.everyName ||= more.everyName;
    this.items = Math.max(this.items, more.items);
    for (const name of more.names) this.names.add(name);
    for (const item of more.others) this.others.add(item);
  }
}

export interface At {
  readonly spot: Spot | undefined;
  readonly scope: Scope;
  readonly evaluation: Evaluation;
  /** Undefined where it is not needed. */
  readonly evaluated: Evaluated | undefined;
}

/** Applies a schema to a value. Returns the evaluated members if the caller needs them. */
export type Apply = (
  schema: JsonSchema,
  value: Json,
  spot: Spot | undefined,
  scope: Scope,
  evaluation: Evaluation,
) => Evaluated | undefined;

/** More failures are counted and not kept. */
const MOST_KEPT = 200;

export class Evaluation {
  readonly failures: Failed[] = [];
  failed = 0;
  /** Schemas being applied within one another. */
  nesting = 0;
  readonly document: SchemaDocument;
  readonly take: (steps: number) => void;
  readonly apply: Apply;
  /** Whether a text has to be of the format that its schema names. */
  readonly assertsFormats: boolean;

  constructor(document: SchemaDocument, budget: StepBudget, apply: Apply, assertsFormats: boolean) {
    this.document = document;
    this.take = budget.take;
    this.apply = apply;
    this.assertsFormats = assertsFormats;
  }

  fail(spot: Spot | undefined, keyword: string, message: string): void {
    this.take(cost.failure);
    this.failed += 1;
    if (this.failures.length < MOST_KEPT) this.failures.push({ spot, keyword, message });
  }

  /** Whether `schema` fits. Failures are forgotten unless they are `kept`. */
  fits(schema: JsonSchema, value: Json, at: At, spot: Spot | undefined, kept: boolean): boolean {
    const failed = this.failed;
    const { length } = this.failures;
    const evaluated = this.apply(schema, value, spot, at.scope, this);
    const holds = this.failed === failed;
    // Only evaluated members of the same value matter to the schemas around.
    if (holds && evaluated !== undefined && spot === at.spot) at.evaluated?.add(evaluated, this.take);
    if (!kept) this.forget(failed, length);
    return holds;
  }

  forget(failed: number, length: number): void {
    this.failed = failed;
    this.failures.length = length;
  }

  /** The text by which equal values are equal. */
  textOf(value: Json): string {
    this.take(partsIn(value));
    return canonicalJson(value);
  }
}

export type Check = (value: Json, at: At) => void;
export type ObjectCheck = (value: JsonObject, at: At) => void;
export type ArrayCheck = (value: readonly Json[], at: At) => void;
export type StringCheck = (value: string, at: At) => void;
export type NumberCheck = (value: number, at: At) => void;

const charactersPerStep = 32;

function partsIn(value: Json): number {
  if (typeof value === "string") return 1 + Math.ceil(value.length / charactersPerStep);
  let count = 0;
  const waiting: Json[] = [value];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    count += 1;
    if (typeof part === "string") count += part.length / charactersPerStep;
    else if (typeof part === "object" && part !== null)
      for (const [name, inner] of Object.entries(part)) {
        count += name.length / charactersPerStep;
        waiting.push(inner);
      }
  }
  return cost.text * Math.ceil(count);
}
