/** Which fields of an object a request selects below a field, through fragments. For deciding what to read before it is read. */
import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

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
