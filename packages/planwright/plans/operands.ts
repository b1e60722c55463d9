/** Values of a plan that are no plain JSON: fields, items, texts with references in them, first choices, calculations as text. */
import { PlanBuildError, placeAbove } from "./build-error.ts";
import { expressionPartsOf, textExpression } from "./expression-parts.ts";
import type { Json } from "./json-schema.ts";
import { described, EVERY, type Recorded, recordedOf, type Source, standIn, standInAt } from "./recorded-value.ts";
import type { Each, EachMark, EndedStatus, NameOf, Ref, Reference, StepHandle, Undeclared } from "./ref.ts";

/**
 * Text with references in it.
 *
 * @example
 * ```ts
 * tools.send({ body: text`Your order ${order.id} has been sent.` });
 * ```
 */
export function text(pieces: TemplateStringsArray, ...values: readonly unknown[]): Reference<string> {
  const parts: (string | Source)[] = [];
  const others: unknown[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece !== "") parts.push(piece);
    if (at >= values.length) break;
    const recorded = recordedOf(values[at]);
    if (recorded?.kind === "reference") parts.push(recorded.source);
    else if (recorded !== undefined) others.push(values[at]);
    else parts.push(plainText(values[at], text));
  }
  if (others.length > 0) return standIn(textExpression(pieces, values, text)) as Reference<string>;
  return standIn({ kind: "text", parts }) as Reference<string>;
}

function plainText(value: unknown, boundary: typeof text): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new PlanBuildError(
    `Cannot put a value of type ${typeof value} into text: a reference, text, number or truth value is required`,
    placeAbove(boundary),
  );
}

/**
 * The first of several values that is there. A skipped or failed step has none, and `null` is none.
 *
 * @example
 * ```ts
 * tools.send({ body: coalesce(summary.text, "nothing new") });
 * ```
 */
export function coalesce<Choices extends readonly [unknown, ...unknown[]]>(
  ...choices: Choices
): Ref<ChosenOf<Choices>> {
  return standIn({ kind: "coalesce", choices }) as Ref<ChosenOf<Choices>>;
}

type ChosenOf<Choices extends readonly unknown[]> = Choices extends readonly [...infer Before, infer Last]
  ? NonNullable<ValueOf<Before[number]>> | ValueOf<Last>
  : never;
type ValueOf<T> = T extends Reference<infer Value> ? Value : T;

/**
 * Text of the plan language as it stands, for what has no function here: `raw("{{steps.research.output.title}}")`. Nothing in it is escaped, so
 * never put text from elsewhere into it.
 */
export function raw(written: Json): Undeclared {
  return standIn({ kind: "raw", written });
}

/**
 * A calculation in CEL, as text with values in it, which become operands and never a part of the text.
 *
 * @example
 * ```ts
 * tools.report({ share: cel<number>`${done.count} / size(${list})` });
 * ```
 */
export function cel<T = unknown>(pieces: TemplateStringsArray, ...values: readonly unknown[]): Ref<T> {
  const parts = pieces.raw.flatMap((piece, at) => [
    // What a template needs a backslash for, and CEL has none.
    piece.replace(/\\(?:([`$])|(\\))/g, (whole, mark: string | undefined) => mark ?? whole),
    ...(at < values.length ? expressionPartsOf(values[at], cel) : []),
  ]);
  return standIn({ kind: "expression", parts, isAtom: false }) as Ref<T>;
}

/** The field `name`, also where the name is that of an index, such as `"0"`. */
export function field<T, Name extends NameOf<T>>(of: Reference<T>, name: Name): Ref<T[Name & keyof T]>;
export function field(of: Reference<unknown>, name: string): object {
  const recorded = taken(of, field);
  if (recorded.kind !== "reference") return standInAt(recorded, name, field);
  // Said as a name: a number of its own would be an index.
  return standInAt(recorded, name, field);
}

/** The item at `index`, counted from the end if it is negative. */
export function at<Item>(list: Reference<readonly Item[]>, index: number): Ref<Item>;
export function at(list: Reference<unknown>, index: number): object {
  const recorded = taken(list, at);
  if (!Number.isSafeInteger(index))
    throw new PlanBuildError(`Cannot take the item ${index}: a whole number is required`, placeAbove(at));
  return itemAt(recorded, index, at);
}

/** The last item: `[-1]`. */
export function last<Item>(list: Reference<readonly Item[]>): Ref<Item>;
export function last(list: Reference<unknown>): object {
  return itemAt(taken(list, last), -1, last);
}

/** Of what each item has, an item is one of the list that it makes, and not one of each. */
function itemAt(recorded: Recorded, index: number, boundary: typeof at | typeof last): object {
  const isProjected = recorded.kind === "reference" && recorded.source.path.includes(EVERY);
  if (!isProjected) return standInAt(recorded, index, boundary);
  return standIn({ kind: "expression", parts: ["flatten([", recorded.source, `])[${index}]`], isAtom: true });
}

/**
 * What each item of a list has: `[*]`. Lists in lists stay nested.
 *
 * @example
 * ```ts
 * tools.send_all({ addresses: each(search.hits).address });
 * ```
 */
export function each<Item, Depth extends readonly unknown[]>(
  list: EachMark<readonly Item[], Depth>,
): Each<Item, [...Depth, 1]>;
export function each<Item>(list: Reference<readonly Item[]>): Each<Item>;
export function each(list: unknown): object {
  return standInAt(taken(list, each), EVERY, each);
}

/** The same reference with a type that the author knows better: `assume<"red" | "green">(answer.colour)`. */
export function assume<T>(value: Reference<unknown>): Ref<T> {
  return value as Ref<T>;
}

/** What a step said as text: `{{steps.research.text}}`. */
export function textOf(step: StepHandle): Ref<string> {
  return partOf(step, "text", textOf) as Ref<string>;
}

/** How a step ended: `{{steps.pay.status}}`. */
export function statusOf(step: StepHandle): Ref<EndedStatus> {
  return partOf(step, "status", statusOf) as Ref<EndedStatus>;
}

/** How many items a map had, and how many times a loop made its call: `{{steps.poll.count}}`. */
export function countOf(step: StepHandle): Ref<number> {
  return partOf(step, "count", countOf) as Ref<number>;
}

function partOf(
  step: StepHandle,
  part: "text" | "status" | "count",
  boundary: typeof textOf | typeof countOf | typeof statusOf,
): object {
  const recorded = recordedOf(step);
  if (recorded?.kind !== "reference" || recorded.source.root !== "steps" || recorded.source.path.length > 0)
    throw new PlanBuildError(
      `Cannot take the ${part} of ${recorded === undefined ? `a ${typeof step}` : described(recorded)}: a step is required`,
      placeAbove(boundary),
    );
  const { finding: _, ...source } = recorded.source;
  return standIn({ kind: "reference", source: { ...source, part } });
}

function taken(value: unknown, boundary: typeof at | typeof each | typeof field | typeof last): Recorded {
  const recorded = recordedOf(value);
  if (recorded !== undefined) return recorded;
  throw new PlanBuildError(`Cannot read from a ${typeof value}: a reference is required`, placeAbove(boundary));
}
