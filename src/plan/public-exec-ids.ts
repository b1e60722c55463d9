/**
 * Steps that ran as executions of their own, in a projection to Agent orchestration, under the ids by which those can be asked for (O33).
 * The projection itself knows the names of their objects only, which nobody outside can use.
 */
import type { StepView } from "./execution-view.ts";
import { isJsonArray, isJsonObject, type Json } from "./json.ts";

/** `steps` as the same execution shows them; `publicId` of the object of a child. What else stands as `exec_id`, the key of a call, is kept. */
export async function withPublicExecIds(
  projection: Json,
  steps: readonly Pick<StepView, "child">[],
  publicId: (execution: string) => Promise<string>,
): Promise<Json> {
  const children = steps.flatMap(({ child }) => child ?? []);
  const ids = new Map(await Promise.all(children.map(async (child) => [child, await publicId(child)] as const)));
  return withIds(projection, "steps", ids);
}

/** Replaces the `exec_id` of what is listed in `holder` as `member`, and of what that lists as its children. */
function withIds(holder: Json, member: "steps" | "children", ids: ReadonlyMap<string, string>): Json {
  if (!isJsonObject(holder)) return holder;
  const { exec_id: execId, [member]: listed } = holder;
  const id = typeof execId === "string" ? ids.get(execId) : undefined;
  return {
    ...holder,
    ...(id !== undefined && { exec_id: id }),
    ...(isJsonArray(listed) && { [member]: listed.map((step) => withIds(step, "children", ids)) }),
  };
}
