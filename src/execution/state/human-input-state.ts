/** The state of a request for human input and its end, with positions of its values instead of the values (E14). */

import type { ValuePosition } from "../../json/stored-value.ts";
import type { HumanInputResolved } from "../events/event.ts";
import type { AskingPerson } from "../events/step-waiting.ts";
import { positionOf } from "./state-change.ts";
import type { HumanInputState } from "./step-state.ts";

/** The question that the row `sequence` asks at `at`. `input` is the input with which the step began. */
export function requestedHumanInput(
  event: AskingPerson,
  sequence: number,
  at: number,
  input: ValuePosition | undefined,
): HumanInputState {
  const { arguments: shown, request, responseSchema, until } = event;
  // About a call that left before, a person is shown the arguments with which it left.
  const isAboutCall = request.purpose === "IN_DOUBT" || request.purpose === "CALLEE";
  return {
    ...request,
    createdAt: at,
    expiresAt: until,
    arguments: shown === undefined ? (isAboutCall ? input : undefined) : positionOf(shown, sequence, "arguments"),
    responseSchema: responseSchema === undefined ? undefined : positionOf(responseSchema, sequence, "responseSchema"),
    response: undefined,
    resolution: undefined,
    resolvedAt: undefined,
    respondedBy: undefined,
    reason: undefined,
  };
}

/** `question` as the row `sequence` ends it at `at`. */
export function resolvedHumanInput(
  open: HumanInputState,
  { reason, resolution, respondedBy, response }: HumanInputResolved,
  sequence: number,
  at: number,
): HumanInputState {
  return {
    ...open,
    reason: reason ?? undefined,
    resolution,
    respondedBy: respondedBy ?? undefined,
    resolvedAt: at,
    response: response === null ? undefined : positionOf(response, sequence, "response"),
  };
}
