/** Data of the chat beside the store, read while it is shown: texts of steps that have ended, and earlier turns of a conversation. */
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { useRefresher } from "../../api/refresher.ts";
import { request, requestUntilAnswered } from "../../api/request.ts";
import { signIns } from "../../api/session.ts";
import type { ExecutionStore } from "../store/execution-model.ts";
import { type EarlierMessagesQuery, earlierMessages } from "./chat-earlier.generated.ts";
import type { StepText } from "./chat-entries.ts";
import { stepTextsOf } from "./chat-step-texts.ts";
import { chatTexts } from "./chat-texts.generated.ts";

/** Plans with more steps are data more than talk, and their texts too much to read at once. */
export const mostStepsRead = 200;

/** So long between two readings. */
const pauseMs = 1_000;

export interface StepTexts {
  readonly texts: readonly StepText[];
  /** Whether those of the steps that had ended when the chat was opened are still being read. */
  readonly isFirst: boolean;
}

/** Texts that were read last, for a chat that is opened again: at another time, or after another view. */
const readBefore = new WeakMap<ExecutionStore, readonly StepText[]>();

/** Texts of steps, read again when another has ended. */
export function useStepTexts(store: ExecutionStore): StepTexts {
  const [texts, setTexts] = useState<readonly StepText[]>(readBefore.get(store) ?? []);
  const [isRead, setRead] = useState(readBefore.has(store));
  const head = store.head.value;
  const ended = head === null || head.stepCount > mostStepsRead ? 0 : head.endedStepCount;
  const hasNone = head !== null && ended === 0;
  useEffect(() => {
    if (hasNone) setRead(true);
  }, [hasNone]);
  useRefresher(ended === 0 ? null : `${store.executionId} ${signIns.value}`, `${ended}`, pauseMs, async (signal) => {
    const answer = await requestUntilAnswered(chatTexts, { id: store.executionId }, signal);
    if (signal.aborted) return;
    const steps = answer.ok ? answer.data.execution?.steps : null;
    if (steps) {
      const said = stepTextsOf(steps);
      readBefore.set(store, said);
      setTexts(said);
    }
    setRead(true);
  });
  return { texts, isFirst: !isRead };
}

export type EarlierMessage = NonNullable<EarlierMessagesQuery["conversation"]>["messages"]["nodes"][number];

export type Earlier =
  | { readonly kind: "LOADED"; readonly messages: readonly EarlierMessage[]; readonly hasMore: boolean }
  | { readonly kind: "PROBLEM"; readonly problem: Problem };

/**
 * The messages of an execution's conversation before it, of the latest 50. `before` is when the execution was made, Unix milliseconds: none
 * of its own may be among the 50.
 */
export async function readEarlier(store: ExecutionStore, conversationId: string, before: number): Promise<Earlier> {
  const answer = await request(earlierMessages, { id: conversationId, includeHidden: store.includesHidden.peek() });
  if (!answer.ok) return { kind: "PROBLEM", problem: answer.problem };
  const page = answer.data.conversation?.messages;
  if (page === undefined) {
    const gone = { code: "NOT_FOUND", message: "The conversation is not there any more." };
    return { kind: "PROBLEM", problem: answer.problems[0] ?? gone };
  }
  const { nodes, pageInfo } = page;
  const own = nodes.findIndex(({ execution }) => execution?.id === store.executionId);
  const messages = own < 0 ? nodes.filter(({ createdAt }) => Date.parse(createdAt) < before) : nodes.slice(0, own);
  return { kind: "LOADED", messages, hasMore: pageInfo.hasPreviousPage };
}
