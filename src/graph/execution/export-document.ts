/**
 * The queries of an export of an execution: every field of an execution and of its events. They are made from the schema, so that no field
 * can be added to the API and forgotten here. Fields that need another scope than reading executions or have required arguments are left
 * out, and so are the contents of artifacts, which are read at their own address. Related objects, such as its conversation, are named by
 * their id.
 */
import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  isRequiredArgument,
  parse,
} from "graphql";
import { scopesOfField, scopesOfType } from "../base/required-scopes.ts";

/** Objects with an id that are part of an execution, not only named by it. */
const owned = new Set(["Execution", "HumanInputRequest", "Artifact"]);

/**
 * Events are read by a query of their own. Steps of a round are among those of the execution. A client reads contents of artifacts, and
 * their expiring links, when it needs them. Fields that are made of values in the export are not read a second time: outputs of groups,
 * texts and attachments of steps, which are in their contents, and artifacts in an output. Artifacts that hold attachments are listed with
 * the others. An account is no content: it counts what is there now.
 */
const left = new Set([
  "Execution.events",
  "Execution.account",
  "Artifact.json",
  "Artifact.text",
  "Artifact.downloadUrl",
  "PlanRound.steps",
  "ParallelStep.output",
  "ToolStep.artifact",
  "ToolStep.text",
  "AgentStep.text",
  "ToolStep.attachments",
  "ToolStep.attachmentCount",
  "AgentStep.attachments",
  "AgentStep.attachmentCount",
]);

/** The same for each type of event: its frame holds its value in full. */
const leftOfEvents = "chatFrame";

export interface ExportDocuments {
  /** Everything but the events; needs `$id` and `$maxBytes`: values that are larger are left out; and `$deep`: whether texts of too deep ones are wanted. */
  readonly execution: DocumentNode;
  /** A page of events; needs `$id`, `$first`, `$after`, `$includeHidden`, `$maxBytes` and `$deep`. */
  readonly events: DocumentNode;
}

/** The documents for `schema`. They are not to be validated: fields of one name differ between types, of which one applies at a time. */
export function exportDocuments(schema: GraphQLSchema): ExportDocuments {
  const execution = selectionOf(schema, typeNamed(schema, "Execution"), []) ?? "";
  const event = selectionOf(schema, typeNamed(schema, "ExecutionEvent"), ["Execution"]) ?? "";
  const page = `nodes ${event} pageInfo { hasNextPage endCursor }`;
  return {
    execution: parse(`query ($id: ID!, $maxBytes: Int!, $deep: Boolean!) { execution(by: { id: $id }) ${execution} }`, {
      noLocation: true,
    }),
    events: parse(
      `query ($id: ID!, $first: Int!, $after: EventCursor, $includeHidden: Boolean, $maxBytes: Int!, $deep: Boolean!) {
        execution(by: { id: $id }) { events(first: $first, after: $after, includeHidden: $includeHidden) { ${page} } }
      }`,
      { noLocation: true },
    ),
  };
}

/** The fields of a type in braces; nothing for a type that has none. Undefined if there is nothing to say of it below the types `above`. */
function selectionOf(schema: GraphQLSchema, type: GraphQLNamedType, above: readonly string[]): string | undefined {
  if (type.name === "Payload")
    return "{ byteSize value(maxBytes: $maxBytes) deepText(maxBytes: $maxBytes) @include(if: $deep) }";
  if (isAbstractType(type)) {
    const members = schema.getPossibleTypes(type).flatMap((member) => {
      const selection = selectionOf(schema, member, above);
      return selection === undefined ? [] : [`... on ${member.name} ${selection}`];
    });
    return `{ __typename ${members.join(" ")} }`;
  }
  if (!isObjectType(type)) return "";
  if (type.name.endsWith("Connection"))
    return `{ nodes ${nodeOf(schema, type, above)} pageInfo { hasNextPage endCursor } }`;
  if (above.includes(type.name) || !isOwned(type)) return "id" in type.getFields() ? "{ id }" : undefined;
  const selections = Object.values(type.getFields()).flatMap((field) => {
    if (!isExported(schema, type, field)) return [];
    const selection = selectionOf(schema, getNamedType(field.type), [...above, type.name]);
    return selection === undefined ? [] : [`${fieldText(field)} ${selection}`];
  });
  return `{ ${selections.join(" ")} }`;
}

function nodeOf(schema: GraphQLSchema, type: GraphQLObjectType, above: readonly string[]): string {
  const node = type.getFields().nodes?.type;
  return (node === undefined ? null : selectionOf(schema, getNamedType(node), above)) ?? "{ __typename }";
}

function isOwned(type: GraphQLObjectType): boolean {
  const names = type.getInterfaces().map(({ name }) => name);
  return !names.includes("Node") || names.includes("Step") || owned.has(type.name);
}

function isExported(schema: GraphQLSchema, type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  if (left.has(`${type.name}.${field.name}`) || field.name === leftOfEvents || field.args.some(isRequiredArgument))
    return false;
  const target = getNamedType(field.type);
  // Beside each there is its id, which costs no call of another object.
  if (target.name === "Execution") return false;
  const scopes = [...scopesOfField(schema, field), ...(isObjectType(target) ? scopesOfType(schema, target) : [])];
  return scopes.every((scope) => scope === "EXECUTION_READ");
}

/** Lists are read to the end of their longest page. */
function fieldText({ args, name }: GraphQLField<unknown, unknown>): string {
  return args.some((argument) => argument.name === "first") ? `${name}(first: 100)` : name;
}

function typeNamed(schema: GraphQLSchema, name: string): GraphQLNamedType {
  const type = schema.getType(name);
  if (type === undefined) throw new Error(`The schema has no type ${name}`);
  return type;
}
