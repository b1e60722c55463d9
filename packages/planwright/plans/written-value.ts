/** Values of the code as JSON of the plan language: references spelled, literal text escaped, so that text stays text. */
import { objectOf } from "../../../src/json/json.ts";
import { writeReference, writeText } from "../../../src/plan/reference.ts";
import { PlanBuildError } from "./build-error.ts";
import { expressionText } from "./expression-parts.ts";
import type { Json } from "./json-schema.ts";
import type { RecordedStep } from "./recorded-step.ts";
import {
  described,
  describedSource,
  EVERY,
  type Recorded,
  recordedOf,
  type Segment,
  type Source,
} from "./recorded-value.ts";

/** What a value may refer to where it stands. */
export interface WritingPlace {
  /** The id of a step of the same plan. Undefined for one that has none of its own. Throws for a step of another plan. */
  readonly idOf: (source: Source) => string | undefined;
  /** Whether items and turns of `owner` can be referred to. */
  readonly isWithin: (owner: object) => boolean;
  /** The step, for errors. */
  readonly step: RecordedStep | undefined;
}

/** The object whose sole key would be read as an operator, unless it is escaped. */
const OPERATOR = /^\\*(?:coalesce|cel)$/;
const deepest = 200;

/** The JSON of `value` as an argument of a plan. */
export function writtenValue(value: unknown, place: WritingPlace, path: readonly string[] = []): Json {
  const recorded = recordedOf(value);
  if (recorded !== undefined) return writtenOperand(recorded, place, path);
  if (typeof value === "string") return writeText([{ literal: value }]);
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "object") {
    if (path.length > deepest)
      throw refused(`a value of more than ${deepest} levels, such as one that holds itself`, place, path);
    if (Array.isArray(value)) return value.map((item, at) => writtenValue(item, place, [...path, String(at)]));
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === "function") return writtenValue(toJSON.call(value), place, path);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return writtenObject(value, place, path);
    throw refused(`an instance of ${(value as object).constructor.name}`, place, path);
  }
  if (typeof value === "function") throw refused("a function: call it, as in tools.name({…})", place, path);
  throw refused(typeof value === "number" ? String(value) : `a value of type ${typeof value}`, place, path);
}

function writtenObject(value: object, place: WritingPlace, path: readonly string[]): Json {
  const entries = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => [name, writtenValue(member, place, [...path, name])] as const);
  const [sole] = entries;
  if (sole !== undefined && entries.length === 1 && OPERATOR.test(sole[0])) return { [`\\${sole[0]}`]: sole[1] };
  return objectOf(entries);
}

function writtenOperand(recorded: Recorded, place: WritingPlace, path: readonly string[]): Json {
  switch (recorded.kind) {
    case "reference":
      return spelled(recorded.source, place);
    case "text":
      return writtenText(recorded.parts, place);
    case "raw":
      return recorded.written;
    case "coalesce":
      return { coalesce: recorded.choices.map((choice, at) => writtenValue(choice, place, [...path, String(at)])) };
    case "expression":
      return { cel: writtenExpression(recorded, place) };
    case "variable":
      throw refused(`${described(recorded)} outside of mapList, filterList, exists or all`, place, path);
  }
}

/** A text that is one reference would be the value itself, with its type: what was asked for is text. */
function writtenText(parts: readonly (string | Source)[], place: WritingPlace): Json {
  const written = writeText(
    parts.map((part) => (typeof part === "string" ? { literal: part } : { reference: spelled(part, place) })),
  );
  const [only] = parts;
  return parts.length === 1 && typeof only === "object" ? { cel: `string(${written})` } : written;
}

/** The JSON of `value` where a text or a number is required: a text that is one reference is that reference. */
export function writtenScalar(value: unknown, place: WritingPlace): Json {
  const recorded = recordedOf(value);
  const [only, ...others] = recorded?.kind === "text" ? recorded.parts : [];
  return typeof only === "object" && others.length === 0 ? spelled(only, place) : writtenValue(value, place);
}

/** The text of a condition. */
export function writtenCondition(value: unknown, place: WritingPlace): string {
  const recorded = recordedOf(value);
  if (recorded?.kind === "reference") return spelled(recorded.source, place);
  if (recorded?.kind === "raw") return String(recorded.written);
  if (recorded?.kind === "expression") return writtenExpression(recorded, place);
  const found =
    recorded === undefined ? `the ${typeof value} ${String(value)}, which JavaScript decided` : described(recorded);
  throw refused(`${found} as a condition: use gt(…), eq(…), and(…) and their like, or cel\`…\``, place, []);
}

function writtenExpression({ parts }: Recorded & { readonly kind: "expression" }, place: WritingPlace): string {
  const names = new Map<object, string>();
  const nameOf = (variable: object): string => {
    const name = names.get(variable) ?? `x${names.size === 0 ? "" : names.size + 1}`;
    names.set(variable, name);
    return name;
  };
  return expressionText(parts, (source) => spelled(source as Source, place), nameOf);
}

/** The canonical spelling of a reference. */
function spelled(source: Source, place: WritingPlace): string {
  const { owner, part, path, root } = source;
  if (root === "steps") {
    const id = place.idOf(source);
    if (id === undefined) throw refused(`${describedSource(source)}, whose step has no name of its own`, place, []);
    return writeReference({ root, id, ...(part === undefined ? {} : { part }), ...paths(path) });
  }
  if (root === "item" || root === "index" || root === "previous") {
    if (!place.isWithin(owner))
      throw refused(`${describedSource(source)} outside of the map or loop that it belongs to`, place, []);
  } else place.idOf(source);
  if (root !== "bindings") return writeReference({ root, id: root, ...paths(path) });
  const [name, ...rest] = path;
  if (name === undefined || name === EVERY)
    throw refused("bindings as a whole: name one, as in bindings.topic", place, []);
  return writeReference({ root, id: String(name), ...paths(rest) });
}

function paths(path: readonly Segment[]) {
  const pieces: (string | number)[][] = [[]];
  for (const segment of path) {
    if (segment === EVERY) pieces.push([]);
    else pieces.at(-1)?.push(segment);
  }
  const [first = [], ...each] = pieces;
  return each.length === 0 ? { path: first } : { path: first, each };
}

function refused(what: string, { step }: WritingPlace, path: readonly string[]): PlanBuildError {
  const where = step === undefined ? "the output of the plan" : `the step ${step.options.stepId ?? step.wish}`;
  const at = path.length === 0 ? "" : `, under ${path.join(".")}`;
  return new PlanBuildError(`Cannot write ${what} (in ${where}${at})`, step?.place);
}

/** Whether `value` can stand where a text or a number is required. */
export function isScalar(value: Json): boolean {
  return typeof value !== "object";
}
