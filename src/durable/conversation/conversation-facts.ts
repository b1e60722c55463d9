/**
 * The state of a conversation, stored in one row, and the effect of a message on it: the execution to start, with the facts that only the
 * conversation knows, and the state while that execution runs.
 */

import { confinementOf } from "../../access/audience.ts";
import { givenConfinement } from "../../access/given-visibility.ts";
import type { SendRequest } from "../../execution/commands/conversation-peer.ts";
import type { StartRequest } from "../../execution/commands/start-request.ts";
import type { ConversationView } from "../../execution/views/conversation-view.ts";
import { utf8Bytes } from "../../json/json.ts";
import { type ConversationMessage, emptyConversation } from "../../plan/conversation.ts";
import { reachedLabels } from "../../plan/labels/callable-labels.ts";
import {
  builtInLabels,
  type LabelSet,
  labelSetOf,
  labelsFrom,
  labelsThrough,
  pinnedLabels,
  unionOf,
  untrustedLabel,
} from "../../plan/labels/label.ts";
import { maxConversationVariableBytes, type TurnStart } from "../../plan/turn-work.ts";
import type { PinnedLabel } from "../../plan/value-flow.ts";

/** The facts of a conversation outside of its other tables. `execution` is the latest, also after its end. */
export interface ConversationFacts extends Omit<ConversationView, "execution" | "messageCount" | "turn"> {
  readonly execution: string;
  /** Sequence of the last row of its journal that it reported. */
  readonly reported: number;
  /** Bytes of texts that were removed, which the running totals of its messages still count. Absent for none, and of those before 0.9.0. */
  readonly erasedBytes?: number;
  /** Labels that its messages and variables can have from tools and agents. Absent for none, and until it is sent a message by this version. */
  readonly heard?: readonly PinnedLabel[];
}

/** The conversation's additions to the request of a message. */
export interface KnownBefore {
  /** Where it stood. Absent for one that is new. */
  readonly before: ConversationFacts | undefined;
  /** Number of the next turn. */
  readonly turn: number;
  /** Oldest first. */
  readonly history: readonly ConversationMessage[];
}

/** The execution to start: with the agent that is active, if the manifest still has it, and the values that the variables have. */
export function completed(
  { request, start, text, variables }: SendRequest,
  { before, history, turn }: KnownBefore,
): StartRequest {
  const { turns } = request;
  if (turns === null) throw new Error("a message starts an execution without agents that take turns");
  const isKnown = turns.agents.some(({ name }) => name === before?.activeAgent);
  const stood: TurnStart = {
    agentName: before !== undefined && isKnown ? before.activeAgent : start.agentName,
    turn,
    variables: valuesBefore(start, before),
    set: variables,
  };
  const conversation = { ...(request.conversation ?? emptyConversation), history, message: text };
  const { group, visibility, ...given } = request;
  // One that continues keeps the visibility that it was begun with, and so has everything in it.
  const confinement = before === undefined ? givenConfinement({ visibility, group }, "TENANT") : confinementOf(before);
  return {
    ...given,
    ...confinement,
    ...earlierLabels(request, before),
    conversation,
    turns: { ...turns, start: stood },
  };
}

/** Labels that earlier messages can have from tools which the manifest does not have any more. What it still has labels them by itself. */
function earlierLabels(
  request: StartRequest,
  before: ConversationFacts | undefined,
): Pick<StartRequest, "inputLabels"> {
  const present = labelsWithin(request);
  const lost = new Map([...labelSetOf(before?.heard ?? [])].filter(([label]) => !present.has(label)));
  if (lost.size === 0) return {};
  const earlier = labelsThrough(lost, "earlier messages of the conversation");
  return { inputLabels: pinnedLabels(unionOf([labelsFrom(["CALLER"], "the request"), earlier])) };
}

/** Labels of all that the agents of a message can reach, but for those that only say who wrote something. */
function labelsWithin({ definitions }: StartRequest): LabelSet {
  const names = definitions.callables.map(({ name }) => name);
  const reached = reachedLabels(names, { definitions, workflowOutput: (_, labels) => labels });
  return new Map([...reached].filter(([label]) => label === untrustedLabel || !origins.has(label)));
}

const origins: ReadonlySet<string> = new Set(builtInLabels);

function valuesBefore(start: TurnStart, before: ConversationFacts | undefined): TurnStart["variables"] {
  return { ...start.variables, ...before?.variables };
}

/** Why the message would leave more in variables than one row of each object that keeps them may hold. Undefined if it does not. */
export function variablesRefusal({ start, variables }: SendRequest, before: ConversationFacts | undefined) {
  const found = utf8Bytes(JSON.stringify({ ...valuesBefore(start, before), ...variables }));
  if (found <= maxConversationVariableBytes) return undefined;
  return {
    kind: "LIMIT_EXCEEDED",
    limit: "conversationVariableBytes",
    maximum: maxConversationVariableBytes,
    found,
  } as const;
}

/** The state of the conversation with a message, whose execution is `request`. Variables that the person sets count at once. */
export function begunBy(
  sending: SendRequest,
  request: StartRequest,
  before: ConversationFacts | undefined,
  now: number,
): ConversationFacts {
  const { execution, group, turns, visibility } = request;
  const { appId, chatId, conversation, manifest, start, subject, tenant } = sending;
  const { agentName, set, variables } = turns?.start ?? start;
  const confinement = givenConfinement({ visibility, group }, "TENANT");
  const whose = before ?? { conversation, tenant, chatId, appId, subject, ...confinement, createdAt: now, revision: 0 };
  const heard = pinnedLabels(unionOf([labelSetOf(before?.heard ?? []), labelsWithin(request)]));
  return {
    ...whose,
    ...(heard.length > 0 && { heard }),
    manifest,
    status: "RUNNING",
    activeAgent: agentName,
    variables: { ...variables, ...set },
    execution,
    reported: 0,
    updatedAt: now,
    revision: whose.revision + 1,
  };
}
