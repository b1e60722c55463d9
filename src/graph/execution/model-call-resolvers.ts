/**
 * Fields of calls of language models and of the choice of an agent. The reply as it was received is a field with a scope of its own, which
 * the schema declares and `required-scopes.ts` enforces.
 */
import { optionalFailure } from "../base/failure-source.ts";
import { optionalPayload } from "../base/payload.ts";
import type { ModelCallResolvers, RoutingDecisionResolvers } from "../base/resolvers.generated.ts";
import type { ModelCallSource, RecordedSource } from "../base/sources.ts";
import { agentNamed } from "../registry/agent-resolvers.ts";

export const modelCallResolvers = {
  number: ({ call }) => call.call,
  purpose: ({ call }) => call.purpose,
  model: ({ call }) => call.model,
  startedAt: ({ call }) => call.startedAt,
  durationMs: ({ call }) => call.durationMs,
  timeToFirstTextMs: ({ call }) => call.firstTextMs,
  inputTokens: ({ call }) => call.inputTokens,
  cachedInputTokens: ({ call }) => call.cachedInputTokens,
  outputTokens: ({ call }) => call.outputTokens,
  usageIsBound: ({ call }) => call.usageIsBound,
  costMicros: ({ call }) => call.costMicros,
  outcome: ({ call }) => call.outcome,
  failure: ({ call }) => optionalFailure(call.failure, undefined),
  retryAt: ({ call }) => call.retryAt,
  finishReason: ({ call }) => call.stop ?? null,
  request: ({ call, execution }, _, { clients }) =>
    optionalPayload(clients.executions, execution, call.request ?? null),
  reply: ({ call, execution }, _, { clients }) => optionalPayload(clients.executions, execution, call.reply),
} satisfies ModelCallResolvers;

export const routingResolvers = {
  unknownAgentName: ({ unknownAgentName }) => unknownAgentName ?? null,
  agent: ({ agentName }, _, context) => (agentName === null ? null : agentNamed(agentName, context)),
} satisfies RoutingDecisionResolvers;

/** The call whose end an event records. It started as long before as it took. */
export function endedCall({ execution, recorded }: RecordedSource<"ModelCalled">): ModelCallSource {
  const { byCrash: _, kind: __, reply, usage, ...facts } = recorded.event;
  return {
    execution,
    call: {
      ...facts,
      ...usage,
      startedAt: recorded.occurredAt - facts.durationMs,
      reply: reply === null ? null : { ...reply, sequence: recorded.sequence, slot: "reply" },
    },
  };
}
