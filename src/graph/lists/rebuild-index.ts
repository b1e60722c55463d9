/**
 * `Mutation.rebuildIndex`: lists executions that the index has lost. Each execution is asked to send its summary again.
 */
import type { GraphContext } from "../base/graph-context.ts";
import { nodeNamed } from "../base/node-id.ts";
import type { RebuildIndexInput } from "../base/schema.generated.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";
import { inParallel } from "./listed-executions.ts";

const MAX_IDS = 100;

/** Executions that are asked at a time. */
const MAX_ASKED = 10;

export interface RebuildPayload {
  readonly rebuiltIds: readonly string[];
  readonly missingIds: readonly string[];
  readonly errors: readonly UserErrorSource[];
}

/** Each id once. Errors: more than 100 ids. A forged or foreign id is missing and wakes nothing. */
export async function rebuildIndex(
  { executionIds }: RebuildIndexInput,
  context: GraphContext,
): Promise<RebuildPayload> {
  if (executionIds.length > MAX_IDS) {
    const message = `Cannot rebuild the list: required at most ${MAX_IDS} ids at a time, found ${executionIds.length}`;
    const error = generalError("INVALID_INPUT", message, ["input", "executionIds"]);
    return { rebuiltIds: [], missingIds: [], errors: [error] };
  }
  const ids = [...new Set(executionIds)];
  const listed = await inParallel(ids, MAX_ASKED, async (id) => {
    const name = await nodeNamed(id, "EXECUTION", context);
    return name !== undefined && (await context.clients.executions.announce(name.execution));
  });
  return {
    rebuiltIds: ids.filter((_, place) => listed[place] === true),
    missingIds: ids.filter((_, place) => listed[place] !== true),
    errors: [],
  };
}
