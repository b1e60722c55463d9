/** GraphQL of the documents against the schema: documents, their variables and their answers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildSchema,
  type FieldNode,
  getVariableValues,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from "graphql";
import { projectRoot } from "./fenced-blocks.ts";

const schema = buildSchema(readFileSync(join(projectRoot, "schema.graphql"), "utf8"));

/** What the schema says against a document. */
export function documentProblems(text: string): readonly string[] {
  try {
    return validate(schema, parse(text)).map(({ message }) => message);
  } catch (error) {
    return [String(error)];
  }
}

function operationOf(text: string): OperationDefinitionNode | undefined {
  return parse(text).definitions.find((one) => one.kind === "OperationDefinition");
}

/** Whether every member of `value` is a variable of the operation. */
export function areVariables(text: string, value: object): boolean {
  const names = operationOf(text)?.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  return names.length > 0 && Object.keys(value).every((name) => names.includes(name));
}

/** What the schema says against variables of the operation. */
export function variableProblems(text: string, value: object): readonly string[] {
  const definitions = operationOf(text)?.variableDefinitions ?? [];
  const result = getVariableValues(schema, definitions, { ...value });
  return (result.errors ?? []).map(({ message }) => message);
}

/** Whether `value` is, or begins with the member of, an answer to the operation: `{ data }` or the data alone. */
export function isAnswer(text: string, value: object): boolean {
  return "data" in value || Object.keys(value).some((name) => fieldsOf(operationOf(text)?.selectionSet).has(name));
}

/** Members of an answer that the operation does not select, as paths. */
export function answerProblems(text: string, value: object): readonly string[] {
  return unselected(operationOf(text)?.selectionSet, "data" in value ? value.data : value, "");
}

/** Members of the answer of the sole root field that the operation does not select. */
export function payloadProblems(text: string, value: object): readonly string[] {
  const [root] = fieldsOf(operationOf(text)?.selectionSet).values();
  return unselected(root?.selectionSet, value, "");
}

/** Fields by the names of their answers. */
function fieldsOf(selections: SelectionSetNode | undefined): ReadonlyMap<string, FieldNode> {
  const nodes = selections?.selections ?? [];
  return new Map(
    nodes.flatMap((node) => {
      if (node.kind === "Field") return [[node.alias?.value ?? node.name.value, node] as const];
      return node.kind === "InlineFragment" ? [...fieldsOf(node.selectionSet)] : [];
    }),
  );
}

function unselected(selections: SelectionSetNode | undefined, value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => unselected(selections, one, `${path}/${index}`));
  if (typeof value !== "object" || value === null || selections === undefined) return [];
  const fields = fieldsOf(selections);
  return Object.entries(value).flatMap(([name, member]) => {
    const field = fields.get(name);
    return field === undefined ? [`${path}/${name}`] : unselected(field.selectionSet, member, `${path}/${name}`);
  });
}

/** Members of a part of an answer that the operation selects nowhere, as paths. What lies below a value of JSON is free. */
export function partProblems(text: string, value: object): readonly string[] {
  const selections = selectionsIn(operationOf(text)?.selectionSet);
  return Object.entries(value).flatMap(([name, member]) => {
    const field = selections.map((one) => fieldsOf(one).get(name)).find((one) => one !== undefined);
    return field === undefined ? [`/${name}`] : unselected(field.selectionSet, member, `/${name}`);
  });
}

function selectionsIn(selections: SelectionSetNode | undefined): readonly SelectionSetNode[] {
  if (selections === undefined) return [];
  return [selections, ...[...fieldsOf(selections).values()].flatMap(({ selectionSet }) => selectionsIn(selectionSet))];
}
