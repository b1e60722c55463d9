/**
 * From an expression to its meaning: which step or binding it names (C1, C2, P12).
 *
 * - `.output`, `.text`, `.status` and `.count` name a part of a step. Where an id with dots allows two readings, `.output` is read first.
 * - A result key stands for the output of its step, never for its text. If the request has a binding of the same name, steps up to the one
 *   that writes it read the binding, and later steps read the output.
 * - `result.` is `bindings.`. The `input` is that of the workflow; elsewhere it is the binding of that name, if one is given. Only a step of `finally` can name the root `execution`, how the execution ended.
 * - The step of a map has an `item` and an `index`, the step of a loop an `index` and a `previous`. There these words mean nothing else.
 */
import { nearestNames } from "../../json/nearest-name.ts";
import type { ItemRoot, Reference } from "../plan.ts";
import type { TemplateErrorReason } from "../problem.ts";
import { type ChainLink, type Expression, pathsOf, type ReferencePath } from "../reference.ts";
import { type StepPart, stepParts } from "../step-part.ts";

/** The names that a reference of a plan may use. */
export interface PlanNames {
  /** Ids of the top-level steps by position. */
  readonly topLevelIds: readonly string[];
  /** Position of the top-level step that is, or holds, the step of each id. */
  readonly positions: ReadonlyMap<string, number>;
  /** Ids of steps by result key. */
  readonly stepsByResultKey: ReadonlyMap<string, string>;
  readonly bindingNames: ReadonlySet<string>;
  /** Whether there is an input, as workflows have. */
  readonly hasInput: boolean;
  /** Position of the first step of `finally`. Absent for a plan without any. */
  readonly finallyFrom?: number | undefined;
  /** The map or loop around the reference, which gives names to its items. Absent elsewhere. */
  readonly within?: "MAP" | "LOOP";
}

/** The problem of the name in a reference. */
export interface NamingFinding {
  readonly reason: TemplateErrorReason;
  readonly finding: string;
  readonly nearestNames: readonly string[];
}

/** The reference, or why the expression names nothing. */
export type BoundReference =
  | { readonly ok: true; readonly reference: Reference }
  | ({ readonly ok: false } & NamingFinding);

/** The reference that `expression` means in a step at the top-level `position`. */
export function bindReference(expression: Expression, names: PlanNames, position: number): BoundReference {
  if (expression.kind === "INDEX") return bindIndex(expression, names, position);
  const { links, text } = expression;
  const [head, ...rest] = links;
  if (head === undefined) throw new Error("Cannot read an expression without a name");
  const itemRoot = itemRootOf(links, names.within);
  if (itemRoot !== undefined) return found({ root: itemRoot, id: itemRoot, ...pathsOf(rest), expression: text });
  switch (head.name) {
    case "steps":
      return bindStep(rest, text, names);
    case "bindings":
    case "result":
      return bindVariable(rest, text, names, position);
    case "input":
      if (names.hasInput) return found({ root: "input", id: "input", ...pathsOf(rest), expression: text });
      return names.bindingNames.has("input")
        ? bindVariable(links, text, names, position)
        : refused(
            "NOT_REFERABLE",
            "the root input can be referenced in a workflow, or where a binding named input is given",
          );
    case "execution":
      return names.finallyFrom !== undefined && position >= names.finallyFrom
        ? found({ root: "execution", id: "execution", ...pathsOf(rest), expression: text })
        : refused("NOT_REFERABLE", "how the execution ended can be referenced in the steps of finally only");
    default:
      return expression.kind === "VARIABLE" && ends(links, "output").length === 0
        ? bindVariable(links, text, names, position)
        : bindStep(links, text, names);
  }
}

const itemRoots = { MAP: ["item", "index"], LOOP: ["previous", "index"] } as const;

function itemRootOf([head]: readonly ChainLink[], within: PlanNames["within"]): ItemRoot | undefined {
  return within === undefined ? undefined : itemRoots[within].find((root) => root === head?.name);
}

/** The problem of a name that means something elsewhere. Undefined for any other. */
function elsewhere([head]: readonly ChainLink[]): string | undefined {
  const roots = { item: "a map", index: "a map or loop", previous: "a loop" };
  const place = roots[head?.name as keyof typeof roots];
  return place === undefined ? undefined : `${head?.name} can be referenced in the step of ${place} only`;
}

function bindIndex(expression: Expression & { kind: "INDEX" }, names: PlanNames, position: number): BoundReference {
  const { each, index, part, path, text } = expression;
  const id = names.topLevelIds[index];
  if (id === undefined) {
    return refused(
      "INDEX_OUT_OF_BOUNDS",
      `there are ${position} steps before this one and ${names.topLevelIds.length} in the plan`,
    );
  }
  return found(ofStep(id, part, each === undefined ? { path } : { path, each }, text));
}

function bindStep(links: readonly ChainLink[], text: string, names: PlanNames): BoundReference {
  // All others have no fields, so that their name is the last one.
  const others = stepParts.filter((part) => part !== "output").flatMap((part) => ends(links, part).toReversed());
  const parts = [...ends(links, "output"), ...others];
  const [firstPart] = parts;
  if (firstPart === undefined) {
    const misplaced = elsewhere(links);
    if (misplaced !== undefined) return refused("NOT_REFERABLE", misplaced);
    const required =
      "steps.<id>.output, steps.<id>.text, steps.<id>.status, steps.<id>.count, bindings.<name>, result.<key> or <step id>.output is required";
    return refused("SYNTAX", required);
  }
  for (const { end, part } of parts) {
    const id = joined(links.slice(0, end));
    if (id !== undefined && names.positions.has(id))
      return found(ofStep(id, part, pathsOf(links.slice(end + 1)), text));
  }
  const wanted = joined(links.slice(0, firstPart.end)) ?? links[0]?.name ?? "";
  const finding = `there is no step ${JSON.stringify(wanted)}`;
  return refused("UNKNOWN_STEP", finding, nearestNames(wanted, names.positions.keys()));
}

/** Where the name of a step may end: before each mention of the part. */
function ends(
  links: readonly ChainLink[],
  part: StepPart,
): readonly { readonly end: number; readonly part: StepPart }[] {
  return links.flatMap((link, end) => (end > 0 && link.name === part && !link.quoted ? [{ end, part }] : []));
}

function ofStep(id: string, part: StepPart, path: ReferencePath, expression: string): Reference {
  return { root: "steps", id, ...(part === "output" ? {} : { part }), ...path, expression };
}

function bindVariable(links: readonly ChainLink[], text: string, names: PlanNames, position: number): BoundReference {
  if (links.length === 0) return refused("SYNTAX", "the name of a binding is required after the dot");
  for (let end = 1; end <= links.length; end += 1) {
    const name = joined(links.slice(0, end));
    if (name === undefined) break;
    const path = pathsOf(links.slice(end));
    const writer = names.stepsByResultKey.get(name);
    const isGiven = names.bindingNames.has(name);
    if (writer !== undefined && (!isGiven || (names.positions.get(writer) ?? 0) < position)) {
      return found({ root: "steps", id: writer, ...path, expression: text });
    }
    if (isGiven) return found({ root: "bindings", id: name, ...path, expression: text });
  }
  const wanted = links[0]?.name ?? "";
  const existing = [...names.bindingNames, ...names.stepsByResultKey.keys()];
  return refused("UNKNOWN_BINDING", `there is no binding ${JSON.stringify(wanted)}`, nearestNames(wanted, existing));
}

/** The name that links spell together: dotted names are one name with dots, a quoted name stands alone. */
function joined(links: readonly ChainLink[]): string | undefined {
  if (links.some(({ item, quoted }) => item !== undefined || (quoted && links.length > 1))) return undefined;
  return links.map(({ name }) => name).join(".");
}

function found(reference: Reference): BoundReference {
  return { ok: true, reference };
}

function refused(reason: TemplateErrorReason, finding: string, nearest: readonly string[] = []): BoundReference {
  return { ok: false, reason, finding, nearestNames: nearest };
}
