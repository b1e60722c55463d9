/** Which fields a request selects below a field, through fragments. It decides which values are read. */
import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
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

/**
 * Whether a request may show a document, or something out of one, anywhere below the field that is being resolved. Conditions are not looked at, so
 * it may say yes for nothing, never no for something.
 */
export function selectsDocuments(info: GraphQLResolveInfo): boolean {
  return shownFields(info).some(({ isValue, name }) => isValue || textsOfRun.has(name));
}

/**
 * Which values a view has to carry for the execution that is being resolved. A value that it does not carry is read when it is shown, by a call for
 * each.
 */
export function carriedValues(info: GraphQLResolveInfo): CarriedValues {
  const shown = shownFields(info);
  const isOfOther = ({ depth, name }: ShownField) => depth > 0 && textsOfRun.has(name);
  if (shown.some((field) => field.isValue || isOfOther(field))) return true;
  return shown.some(({ name }) => textsOfRun.has(name)) ? "OF_RUN" : false;
}

interface ShownField {
  /** Such as `Execution.prompt`. */
  readonly name: string;
  /** Whether it shows a document. */
  readonly isValue: boolean;
  /** 0 for a field of what is being resolved. */
  readonly depth: number;
}

/** Every field below the one that is being resolved. */
function shownFields(info: GraphQLResolveInfo): readonly ShownField[] {
  const found: ShownField[] = [];
  const add = (type: GraphQLNamedType, { selections }: SelectionSetNode, depth: number): void => {
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value];
        const condition = fragment?.typeCondition?.name.value;
        if (fragment !== undefined)
          add(
            (condition === undefined ? undefined : info.schema.getType(condition)) ?? type,
            fragment.selectionSet,
            depth,
          );
        continue;
      }
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
      if (field === undefined) continue;
      const target = getNamedType(field.type);
      const name = `${type.name}.${field.name}`;
      found.push({ name, isValue: documentTypes.has(target.name) || textsBelow.has(name), depth });
      if (selection.selectionSet !== undefined) add(target, selection.selectionSet, depth + 1);
    }
  };
  for (const { selectionSet } of info.fieldNodes)
    if (selectionSet !== undefined) add(getNamedType(info.returnType), selectionSet, 0);
  return found;
}
