/** `Mutation.deleteExecution`: an execution that has ended goes, with its events and values. Deleting it twice is no error. */

import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type { DeleteExecutionInput } from "../base/schema.generated.ts";
import { type DeletePayload, invalidState, notFound, type UserErrorSource } from "../base/user-errors.ts";
import { parkedMessage } from "./control-execution.ts";

/** Deletes an execution. Errors: no such execution, not finished yet. */
export async function deleteExecution(
  { executionId }: DeleteExecutionInput,
  context: GraphContext,
): Promise<DeletePayload> {
  const place = ["input", "executionId"];
  const refused = (error: UserErrorSource): DeletePayload => ({ deletedId: undefined, errors: [error] });
  const name = await nodeNamed(executionId, "EXECUTION", context);
  if (name === undefined) return refused(notFound("the execution", place));
  const answer = await context.clients.executions.delete(name.execution);
  switch (answer.kind) {
    case "DELETED":
      return { deletedId: executionId, errors: [] };
    case "NOT_FOUND":
      return refused(notFound("the execution", place));
    case "NOT_FINISHED": {
      const { parkedBy, status } = answer;
      const message =
        parkedBy === null
          ? `Cannot delete the execution: required one that has ended, found one that is ${status}`
          : parkedMessage("delete the execution", parkedBy);
      return refused(invalidState(message, place, status));
    }
  }
}
