/** Fields of a question to a person. */
import { nodeId } from "./node-id.ts";
import { optionalPayload } from "./payload.ts";
import type { HumanInputRequestResolvers } from "./schema.generated.ts";

export const humanInputResolvers = {
  id: ({ execution, request }, _, context) =>
    nodeId({ kind: "HUMAN_INPUT", execution, requestId: request.requestId }, context),
  kind: ({ request }) => request.purpose,
  status: ({ request }) => request.status,
  prompt: ({ request }) => request.prompt,
  context: ({ execution, request }, _, { doors }) => optionalPayload(doors.executions, execution, request.arguments),
  respondedBy: ({ request }) => request.respondedBy,
  reason: ({ request }) => request.reason,
  createdAt: ({ request }) => request.createdAt,
  expiresAt: ({ request }) => request.expiresAt,
  resolvedAt: ({ request }) => request.resolvedAt,
  stepId: ({ request }) => request.step,
  execution: async ({ execution }, _, { doors }) => {
    const view = await doors.executions.read(execution, true);
    return view === null ? null : { kind: "VIEW", view };
  },
} satisfies HumanInputRequestResolvers;
