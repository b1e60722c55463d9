/** Which execution is meant: an id, or `last` for the newest one. */
import type { Deployment } from "./deployment.ts";
import { unknownExecution } from "./watch.ts";

export const newestDocument = /* GraphQL */ "query CliNewest { executions(first: 1) { nodes { id } } }";
export const existsDocument = /* GraphQL */ "query CliExists($id: ID!) { execution(by: { id: $id }) { id } }";

/** The id of an execution that there is. */
export async function executionId(words: string, deployment: Deployment): Promise<string> {
  if (words === "last") {
    const { executions } = await deployment.ask<{ executions: { nodes: readonly { id: string }[] } }>(newestDocument);
    const id = executions.nodes[0]?.id;
    if (id === undefined) throw unknownExecution(words);
    return id;
  }
  const { execution } = await deployment.ask<{ execution: { id: string } | null }>(existsDocument, { id: words });
  if (execution === null) throw unknownExecution(words);
  return execution.id;
}
