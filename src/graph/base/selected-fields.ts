/**
 * Which fields a request selects below a field, through fragments. It serves to decide what to read before reading it.
 */
import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql";

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

/**
 * Whether a request may show a document, or something out of one, anywhere below the field that is being resolved. Goes by names of fields, so
 * it may say yes for nothing, never no for something.
 */
export function selectsDocuments(info: GraphQLResolveInfo): boolean {
  const names = documentFields(info.schema);
  const shows = (fields: readonly FieldNode[]): boolean =>
    fields.some((field) => names.has(field.name.value) || shows(childFields([field], info)));
  return shows(childFields(info.fieldNodes, info));
}

/** Types whose fields are answered out of a document. */
const documentTypes: ReadonlySet<string> = new Set(["Payload", "StepAttachment", "ToolArtifact"]);

/** Fields with a text that is stored as a value, read as documents are. */
const textFields: readonly string[] = ["prompt", "response", "responseSchema", "planErrors", "attachmentCount"];

const documentFieldsOf = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

function documentFields(schema: GraphQLSchema): ReadonlySet<string> {
  const known = documentFieldsOf.get(schema);
  if (known !== undefined) return known;
  const names = Object.values(schema.getTypeMap())
    .flatMap((type) => (isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []))
    .filter((field) => documentTypes.has(getNamedType(field.type).name))
    .map((field) => field.name);
  const found = new Set([...names, ...textFields]);
  documentFieldsOf.set(schema, found);
  return found;
}
