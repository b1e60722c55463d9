/**
 * Repairs results of A2A agents that break the specified shape although their meaning is certain, so that the SDK can read them. A task has
 * an id and a status with a state; a message has a role and parts. A result that could be either stays as it is.
 *
 * - 0.3: the member `kind` is left out.
 * - 1.0: the task of GetTask or CancelTask comes in `{task}`, which belongs to SendMessage.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";

export interface LenientReply {
  readonly value: Json;
  /** "required …, found …". Undefined if the result is correct, or useless. */
  readonly finding: string | undefined;
}

/**
 * The result of a call of `method` in the shape that the version asks for.
 *
 * @example
 * ```ts
 * const task = { id: "7", status: { state: "working" } };
 * lenientReply(task, "0.3", "tasks/get").value; // { ...task, kind: "task" }
 * ```
 */
export function lenientReply(result: Json, version: "1.0" | "0.3", method: string): LenientReply {
  if (!isJsonObject(result)) return { value: result, finding: undefined };
  if (version === "0.3") return withKind(result);
  return method === "SendMessage" ? { value: result, finding: undefined } : unwrapped(result);
}

function withKind(result: JsonObject): LenientReply {
  const kind = Object.hasOwn(result, "kind") ? undefined : shapeOf(result);
  if (kind === undefined) return { value: result, finding: undefined };
  const finding = `required a kind, as A2A 0.3 has it, found a ${kind} without one`;
  return { value: { ...result, kind }, finding };
}

function unwrapped(result: JsonObject): LenientReply {
  const task = Object.keys(result).length === 1 ? ownValue(result, "task") : undefined;
  if (!isJsonObject(task) || shapeOf(task) !== "task") return { value: result, finding: undefined };
  return { value: task, finding: "required a bare task, as A2A 1.0 has it, found one within a member task" };
}

/** Undefined for a value that is neither, or both. */
function shapeOf(result: JsonObject): "task" | "message" | undefined {
  const status = ownValue(result, "status");
  const isTask = typeof ownValue(result, "id") === "string" && isJsonObject(status) && Object.hasOwn(status, "state");
  const isMessage = typeof ownValue(result, "role") === "string" && isJsonArray(ownValue(result, "parts") ?? null);
  if (isTask === isMessage) return undefined;
  return isTask ? "task" : "message";
}
