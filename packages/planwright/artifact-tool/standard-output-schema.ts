/**
 * The output schema that tools producing artifacts should declare, exactly as the document Plan, Execute, Respond publishes it (P23).
 * The engine has a copy of its own, so that this package stands alone; a test holds the two together.
 */
export const standardOutputSchema = {
  type: "object",
  properties: {
    artifact_id: {
      type: "string",
      description: "Unique identifier for the artifact",
    },
    artifact: {
      type: "object",
      description: "Tool-specific artifact data",
    },
    _metadata: {
      type: "object",
      properties: {
        context_id: { type: "string" },
        request_id: { type: "string" },
        trace_id: { type: "string" },
        user_id: { type: "string" },
        tool_name: { type: "string" },
        executed_at: { type: "string", format: "date-time" },
      },
    },
  },
  required: ["artifact_id", "artifact", "_metadata"],
} as const;
