/** Fields of the facts of agents that take turns. */

import { framedPayload } from "../base/payload.ts";
import type { Resolvers } from "../base/resolvers.generated.ts";
import { eventFields, frameOf } from "./event-fields.ts";

export const turnEventResolvers = {
  TurnStarted: {
    ...eventFields,
    turn: ({ recorded }) => recorded.event.turn,
    turnKey: ({ recorded }) => recorded.event.key,
    agentName: ({ recorded }) => recorded.event.agentName,
    cause: ({ recorded }) => recorded.event.cause,
    isElsewhere: ({ recorded }) => recorded.event.isElsewhere,
  },
  OutputSubmitted: {
    ...eventFields,
    turn: ({ recorded }) => recorded.event.turn,
    turnKey: ({ recorded }) => recorded.event.key,
    agentName: ({ recorded }) => recorded.event.agentName,
    submittedBy: ({ recorded }) => recorded.event.submittedBy,
  },
  MessageAdded: { ...eventFields, message: (source) => source },
  AddedMessage: {
    author: ({ recorded }) => recorded.event.author,
    agentName: ({ recorded }) => recorded.event.agentName,
    turn: ({ recorded }) => recorded.event.turn,
    text: ({ execution, recorded }, _, { clients }) =>
      framedPayload(clients.executions, execution, frameOf(recorded, recorded.event.text, "text")),
    uiHidden: ({ recorded }) => recorded.event.uiHidden,
  },
  StructuredOutputChecked: {
    ...eventFields,
    turn: ({ recorded }) => recorded.event.turn,
    turnKey: ({ recorded }) => recorded.event.key,
    agentName: ({ recorded }) => recorded.event.agentName,
    modelName: ({ recorded }) => recorded.event.modelName,
    data: ({ execution, recorded }, _, { clients }) =>
      framedPayload(clients.executions, execution, frameOf(recorded, recorded.event.data, "data")),
    violations: ({ recorded }) => recorded.event.violations,
    willCorrect: ({ recorded }) => recorded.event.willCorrect,
    startsTool: ({ recorded }) => recorded.event.parameters !== null,
  },
  DuplicateSuppressed: {
    ...eventFields,
    turnKey: ({ recorded }) => recorded.event.key,
    agentName: ({ recorded }) => recorded.event.agentName,
  },
  BindingSet: {
    ...eventFields,
    name: ({ recorded }) => recorded.event.name,
    value: ({ recorded }) => recorded.event.value,
    source: ({ recorded }) => recorded.event.source,
  },
  HandoffMade: {
    ...eventFields,
    sourceAgentName: ({ recorded }) => recorded.event.from,
    target: ({ recorded }) => recorded.event.target.kind,
    targetAgentName: ({ recorded: { event } }) => (event.target.kind === "AGENT" ? event.target.agentName : null),
    rule: ({ recorded }) => recorded.event.rule,
  },
} satisfies Resolvers;
