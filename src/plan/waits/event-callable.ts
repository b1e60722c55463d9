/**
 * `cp__wait_for_event`: the step waits for an event that is sent to the tenant under a name and a correlation value. Its output has the
 * payload of the event. The schema of the payload is in the plan, so that references to it are checked before anything runs.
 */
import { isJsonObject, type JsonObject, type JsonSchema, ownValue } from "../../json/json.ts";
import { type CallableDefinition, waitProviderName } from "../callable.ts";
import { type KnownArguments, knownArguments } from "../human-input-answer.ts";
import type { Operand } from "../plan.ts";
import { foreignSchema } from "../shape-problems.ts";
import { maxWaitSeconds, type WaitFinding } from "./sleep-callable.ts";

/** Reserved: nothing that is registered may have this name. */
export const eventCallableName = "cp__wait_for_event";

export const maxEventNameLength = 128;
export const maxCorrelationLength = 256;
/** A week. */
export const defaultEventWaitSeconds = 604_800;

export const eventCallable: CallableDefinition = {
  name: eventCallableName,
  kind: "TOOL",
  description:
    "Waits for an event that somebody sends under this name and correlation value, once. Its payload is in the output. Nothing is kept running meanwhile.",
  usageHints: "",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: maxEventNameLength },
      correlation: {
        type: "string",
        maxLength: maxCorrelationLength,
        description: "Tells events of one name apart, such as the number of an order. Empty if left out",
      },
      timeoutSeconds: { type: "number", minimum: 0, maximum: maxWaitSeconds, description: "A week if left out" },
      payloadSchema: { type: "object", description: "JSON Schema of the payload. Any payload if left out" },
    },
    required: ["name"],
    additionalProperties: false,
  },
  outputSchema: eventOutputSchema(true),
  effectClass: "READ_ONLY",
  declaredDestructive: false,
  outputValidation: "STRICT",
  provider: waitProviderName,
  remoteName: eventCallableName,
};

/** Schema of the output of a step whose events carry a `payload` of this schema. */
function eventOutputSchema(payload: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: { payload, eventId: { type: "string" }, receivedAt: { type: "string", format: "date-time" } },
    required: ["payload", "eventId", "receivedAt"],
    additionalProperties: false,
  };
}

/** Schema of the output of a step that waits with these arguments. Undefined if they have none. */
export function eventSchemaOf(operand: Operand): JsonSchema | undefined {
  const schema = ownValue(knownArguments(operand).known, "payloadSchema");
  if (!isJsonObject(schema) || !foreignSchema().safeParse(schema).success) return undefined;
  return eventOutputSchema(schema);
}

/** The problems of the arguments of `cp__wait_for_event` beyond their schema. Unknown values have none. */
export function eventFindings({ known, open }: KnownArguments): readonly WaitFinding[] {
  const member = "payloadSchema";
  if (open.has(member)) return [{ member, finding: "expected a schema in the plan itself, found one with references" }];
  const schema: JsonObject[string] | undefined = ownValue(known, member);
  if (schema === undefined || !isJsonObject(schema)) return [];
  const parsed = foreignSchema().safeParse(schema);
  if (parsed.success) return [];
  return [{ member, finding: parsed.error.issues[0]?.message ?? "expected a JSON Schema" }];
}
