/** Reads the value of a frame: small ones are in the frame, larger ones are asked for. */
import { valueOrText } from "../../json/deep-json.ts";
import type { Json } from "../../json/json.ts";
import type { ValueFrame } from "../../json/stored-value.ts";
import type { ExecutionClient } from "./execution-client.ts";

/** Undefined if the value is not stored any more. */
export async function frameValue(
  executions: Pick<ExecutionClient, "value">,
  execution: string,
  frame: ValueFrame,
): Promise<Json | undefined> {
  if (frame.inline !== undefined) return frame.inline;
  return valueOrText(await executions.value(execution, frame.sequence, frame.slot));
}
