/**
 * Replaces the executions that made the calls of a projection to Agent orchestration by the ids under which they can be queried (O33). The
 * projection itself knows only the names of their objects, which are of no use outside.
 */

import { isJsonArray, isJsonObject, type Json } from "../../json/json.ts";
import type { ExecutionView } from "./execution-view.ts";

/** `projection` as the same execution shows it; `publicId` of the object of an execution. */
export async function withPublicExecIds(
  projection: Json,
  {
    execution,
    steps,
  }: { readonly execution: string; readonly steps: readonly Pick<ExecutionView["steps"][number], "child">[] },
  publicId: (execution: string) => Promise<string>,
): Promise<Json> {
  const names = new Set([execution, ...steps.flatMap(({ child }) => child ?? [])]);
  const ids = new Map(await Promise.all([...names].map(async (name) => [name, await publicId(name)] as const)));
  return withIds(projection, "steps", ids);
}

/** Replaces the `exec_id` of the items listed in `holder` as `member`, and of their children. An id that means nothing is left out. */
function withIds(holder: Json, member: "steps" | "children", ids: ReadonlyMap<string, string>): Json {
  if (!isJsonObject(holder)) return holder;
  const { exec_id: execId, [member]: listed, ...rest } = holder;
  const id = typeof execId === "string" ? ids.get(execId) : undefined;
  return {
    ...rest,
    ...(id !== undefined && { exec_id: id }),
    ...(isJsonArray(listed) && { [member]: listed.map((step) => withIds(step, "children", ids)) }),
  };
}
