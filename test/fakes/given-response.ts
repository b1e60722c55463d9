/** The answer of a person as tests write it. */
import type { JsonObject } from "../../src/plan/json.ts";
import type { GivenResponse } from "../../src/plan/start-request.ts";

export function given(
  requestId: string,
  isAccepted = true,
  by = "someone",
  reason: string | null = null,
  response: JsonObject | null = null,
): GivenResponse {
  return { requestId, isAccepted, by, reason, response };
}
