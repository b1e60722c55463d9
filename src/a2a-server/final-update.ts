/**
 * The member `final` of status updates in A2A 0.3: true for the last update of a stream. The official converter says it of ended tasks alone,
 * and streams of ours end too where a task waits for a person.
 */
import { isJsonObject, type Json, type JsonObject, ownValue } from "../json/json.ts";

/** Answers of a stream of 0.3, the last of which says so. */
export async function* withFinal(answers: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
  for await (const answer of answers) yield isQuestion(answer) ? final(answer) : answer;
}

function isQuestion(answer: unknown): answer is JsonObject {
  const result = isJsonObject(answer) ? ownValue(answer, "result") : undefined;
  if (!isJsonObject(result) || ownValue(result, "kind") !== "status-update") return false;
  const status = ownValue(result, "status");
  return isJsonObject(status) && ownValue(status, "state") === "input-required";
}

function final(answer: JsonObject): JsonObject {
  return { ...answer, result: { ...(answer.result as { readonly [member: string]: Json }), final: true } };
}
