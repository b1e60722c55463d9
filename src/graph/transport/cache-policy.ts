/**
 * Which responses a client may cache, and for how long: those of which every root field carries `@cacheControl`.
 */
import {
  type DocumentNode,
  type GraphQLSchema,
  getDirectiveValues,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from "graphql";
import { hexOf } from "../../json/digest.ts";

/** Seconds for which the answer to a query may be kept. Null if it may not be. */
export function cacheMaxAge(
  document: DocumentNode,
  operationName: string | null | undefined,
  schema: GraphQLSchema,
): number | undefined {
  const operation = getOperationAST(document, operationName);
  const directive = schema.getDirective("cacheControl");
  if (operation?.operation !== OperationTypeNode.QUERY || directive == null) return undefined;
  const fields = schema.getQueryType()?.getFields() ?? {};
  let maxAge: number | undefined;
  for (const name of rootFields(document, operation.selectionSet, new Set())) {
    if (name === "__typename") continue;
    const node = Object.hasOwn(fields, name) ? fields[name]?.astNode : undefined;
    const control = node == null ? undefined : getDirectiveValues(directive, node);
    if (control === undefined) return undefined;
    maxAge = Math.min(maxAge ?? Number.POSITIVE_INFINITY, control.maxAge as number);
  }
  return maxAge;
}

/** Names of the root fields, fragments opened, those that are skipped included. */
function* rootFields(
  document: DocumentNode,
  { selections }: SelectionSetNode,
  opened: Set<string>,
): Generator<string, void> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection.name.value;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* rootFields(document, selection.selectionSet, opened);
    else if (!opened.has(selection.name.value)) {
      opened.add(selection.name.value);
      for (const definition of document.definitions) {
        if (definition.kind !== Kind.FRAGMENT_DEFINITION || definition.name.value !== selection.name.value) continue;
        yield* rootFields(document, definition.selectionSet, opened);
      }
    }
  }
}

/** A tag of the data of an answer, independent of the bytes around it. */
export async function entityTag(data: unknown): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(data)));
  return `W/"${hexOf(new Uint8Array(digest, 0, 16))}"`;
}
