/**
 * The member `kind` of a 0.3 reply where an agent leaves it out and the rest says it beyond doubt: a task has an id and a status with a
 * state, a message has a role and parts. A reply that could be two things stays as it is.
 */
import { isJsonArray, isJsonObject, type Json, ownValue } from "../plan/json.ts";

export interface InferredKind {
  readonly value: Json;
  /** The kind that was filled in. Null if none was. */
  readonly inferred: "task" | "message" | null;
}

/**
 * The result of a 0.3 reply with the kind that it lacks.
 *
 * @example withKind({ id: "7", status: { state: "working" } }).inferred // "task"
 */
export function withKind(result: Json): InferredKind {
  if (!isJsonObject(result) || Object.hasOwn(result, "kind")) return { value: result, inferred: null };
  const status = ownValue(result, "status");
  const isTask = typeof ownValue(result, "id") === "string" && isJsonObject(status) && Object.hasOwn(status, "state");
  const isMessage = typeof ownValue(result, "role") === "string" && isJsonArray(ownValue(result, "parts") ?? null);
  if (isTask === isMessage) return { value: result, inferred: null };
  const kind = isTask ? "task" : "message";
  return { value: { ...result, kind }, inferred: kind };
}
