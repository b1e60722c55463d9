/** The answer of a person as tests write it. */

import type { GivenResponse } from "../../../src/execution/commands/start-request.ts";
import type { JsonObject } from "../../../src/json/json.ts";

export function given(
  requestId: string,
  isAccepted = true,
  by = "someone",
  reason: string | null = null,
  response: JsonObject | null = null,
): GivenResponse {
  return { requestId, isAccepted, by, reason, response };
}
