/**
 * Executions that another object names: parents, roots, children. Each is read if it is selected, and may be gone.
 */
import type { GraphQLResolveInfo } from "graphql";
import type { GraphContext } from "../base/graph-context.ts";
import { selectsDocuments } from "../base/selected-fields.ts";
import type { ExecutionSource } from "../base/sources.ts";

/** The execution whose object has this name. Undefined if there is none, not yet or not any more. */
export async function executionNamed(
  execution: string,
  { clients }: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ExecutionSource | undefined> {
  const view = await clients.executions.read(execution, selectsDocuments(info));
  return view === null ? undefined : { kind: "VIEW", view };
}
