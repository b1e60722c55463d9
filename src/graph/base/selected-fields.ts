/** Which fields a request selects below a field, through fragments. It decides which values are read. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  type InlineFragmentNode,
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
  const found = new Set<FieldNode>();
  const opened = new Set<string>();
  for (const { selectionSet } of fields) if (selectionSet !== undefined) addFields(selectionSet, info, found, opened);
  return [...found];
}

/**
 * Each fragment is opened once, because a chain of fragments of which each spreads the next one twice has ever more ways through it. Validation
 * has shown that fragments exist and do not contain one another.
 */
function addFields(
  { selections }: SelectionSetNode,
  info: GraphQLResolveInfo,
  found: Set<FieldNode>,
  opened: Set<string>,
): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) found.add(selection);
    else {
      const fragment = openedFragment(selection, info, opened);
      if (fragment !== undefined) addFields(fragment.selectionSet, info, found, opened);
    }
  }
}

/** The fragment of `selection`. Undefined for one that was opened in the same place before. */
function openedFragment(
  selection: FragmentSpreadNode | InlineFragmentNode,
  { fragments }: GraphQLResolveInfo,
  opened: Set<string>,
): FragmentDefinitionNode | InlineFragmentNode | undefined {
  if (selection.kind === Kind.INLINE_FRAGMENT) return selection;
  const name = selection.name.value;
  if (opened.has(name)) return undefined;
  opened.add(name);
  return fragments[name];
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
  const add = (
    type: GraphQLNamedType,
    { selections }: SelectionSetNode,
    path: readonly SelectedField[],
    opened = new Set<string>(),
  ): void => {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment = openedFragment(selection, info, opened);
        const condition = fragment?.typeCondition?.name.value;
        const narrowed = condition === undefined ? undefined : info.schema.getType(condition);
        if (fragment !== undefined) add(narrowed ?? type, fragment.selectionSet, path, opened);
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
