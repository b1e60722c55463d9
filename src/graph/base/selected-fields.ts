/** Which fields a request selects below a field, through fragments. It decides which values are read. */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import type { CarriedValues } from "../../execution/views/execution-view.ts";

/**
 * Names of the fields selected at `path` below the field that is being resolved, such as `["nodes"]`. Conditions (`@skip`) are
 * not looked at: a field that is left out in the end counts as selected.
 */
export function selectedFields(info: GraphQLResolveInfo, path: readonly string[]): ReadonlySet<string> {
  let level: readonly FieldNode[] = info.fieldNodes;
  for (const name of path) level = childFields(level, info).filter((field) => field.name.value === name);
  return new Set(childFields(level, info).map((field) => field.name.value));
}

function childFields(fields: readonly FieldNode[], info: GraphQLResolveInfo): readonly FieldNode[] {
  return fields.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : fieldsOf(selectionSet, info)));
}

/** Validation has shown that fragments exist and do not contain one another. */
function fieldsOf({ selections }: SelectionSetNode, info: GraphQLResolveInfo): readonly FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet, info);
    const fragment = info.fragments[selection.name.value];
    return fragment === undefined ? [] : fieldsOf(fragment.selectionSet, info);
  });
}

/** Types whose fields are answered out of a document. */
const documentTypes: ReadonlySet<string> = new Set(["Payload", "StepAttachment", "ToolArtifact"]);

/** Texts of an execution itself that are stored as values. */
const textsOfRun: ReadonlySet<string> = new Set(["Execution.prompt", "Execution.response", "Execution.planErrors"]);

/** Other fields that are read as documents are. */
const textsBelow: ReadonlySet<string> = new Set([
  "HumanInputRequest.responseSchema",
  "ToolStep.attachmentCount",
  "AgentStep.attachmentCount",
]);

/** Values of an execution itself. */
const valuesOfRun: ReadonlySet<string> = new Set([
  "Execution.input",
  "Execution.output",
  "Execution.invocationMessage",
]);

/**
 * Whether a request may show a document, or something out of one, anywhere below the field that is being resolved. Conditions are not looked at, so
 * it may say yes for nothing, never no for something.
 */
export function selectsDocuments(info: GraphQLResolveInfo): boolean {
  return shownValues(info).length > 0;
}

/**
 * Which values a view has to carry for the execution that is being resolved. A value that it does not carry is read when it is shown, by a call for
 * each.
 */
export function carriedValues(info: GraphQLResolveInfo): CarriedValues {
  const shown = shownValues(info);
  if (shown.length === 0) return false;
  if (shown.some(({ of }) => of.kind === "OTHER")) return true;
  const stepIds = shown.flatMap(({ of }) => (of.kind === "STEPS" ? of.stepIds : []));
  return { stepIds: [...new Set(stepIds)], bound: shown.some(({ of }) => of.kind === "BINDINGS") };
}

/** A field that shows a value, by what the value is of. */
interface ShownValue {
  readonly of:
    | { readonly kind: "RUN" | "BINDINGS" | "OTHER" }
    | { readonly kind: "STEPS"; readonly stepIds: readonly string[] };
}

/** Every field that shows a value below the one that is being resolved. `path` are the fields down to it. */
function shownValues(info: GraphQLResolveInfo): readonly ShownValue[] {
  const found: ShownValue[] = [];
  const add = (type: GraphQLNamedType, { selections }: SelectionSetNode, path: readonly SelectedField[]): void => {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value];
        const condition = fragment?.typeCondition?.name.value;
        const narrowed = condition === undefined ? undefined : info.schema.getType(condition);
        if (fragment !== undefined) add(narrowed ?? type, fragment.selectionSet, path);
        continue;
      }
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
      if (field === undefined) continue;
      const target = getNamedType(field.type);
      const below = [...path, { name: `${type.name}.${field.name}`, field, node: selection }];
      if (showsValue(below, target)) found.push({ of: ownerOf(below, info) });
      if (selection.selectionSet !== undefined) add(target, selection.selectionSet, below);
    }
  };
  for (const { selectionSet } of info.fieldNodes)
    if (selectionSet !== undefined) add(getNamedType(info.returnType), selectionSet, []);
  return found;
}

interface SelectedField {
  /** Such as `Execution.prompt`. */
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
}

function showsValue(path: readonly SelectedField[], { name: target }: GraphQLNamedType): boolean {
  const name = path.at(-1)?.name ?? "";
  return documentTypes.has(target) || textsOfRun.has(name) || textsBelow.has(name);
}

function ownerOf(path: readonly SelectedField[], info: GraphQLResolveInfo): ShownValue["of"] {
  const [top] = path;
  if (top === undefined || path.length > 2) return { kind: "OTHER" };
  if (path.length === 1) return { kind: textsOfRun.has(top.name) || valuesOfRun.has(top.name) ? "RUN" : "OTHER" };
  if (top.name === "Execution.bindings") return { kind: "BINDINGS" };
  if (top.name !== "Execution.steps") return { kind: "OTHER" };
  const { stepIds } = getArgumentValues(top.field, top.node, info.variableValues);
  return Array.isArray(stepIds) ? { kind: "STEPS", stepIds } : { kind: "OTHER" };
}
