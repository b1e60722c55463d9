/** The events by which a turn starts once its key is reserved (C9), and the messages of the runtime to the agents that precede them. */

import { utf8Bytes } from "../../json/json.ts";
import { turnAgent } from "../../plan/turn-work.ts";
import type { ExecutionEvent } from "../events/event.ts";
import { type MessageAdded, turnSteps } from "../events/turn-event.ts";
import { workDeadlineAt } from "../state/clock.ts";
import type { ExecutionState } from "../state/state.ts";
import type { NextTurn } from "./next-turn.ts";
import { nextMessageId } from "./turn-reply.ts";

/** The events that start `next` with the reserved `key`, in order; one transaction. */
export function turnStartRows(
  state: ExecutionState,
  next: NextTurn & { readonly kind: "TURN" },
  key: string,
): readonly ExecutionEvent[] {
  const { agentName, cause, handoff, correction, turn } = next;
  const { turns: work } = state.pinned;
  const isElsewhere = work !== null && turnAgent(work, agentName)?.model == null;
  // As for remote tasks, the time of one attempt is no bound for who works elsewhere; that of the execution is.
  const until = isElsewhere ? workDeadlineAt(state) : null;
  return [
    ...(handoff === undefined ? [] : [handoff]),
    ...(correction === undefined ? [] : [runtimeMessage(state, correction, turn - 1)]),
    { kind: "TurnStarted", turn, key, agentName, cause, isElsewhere, until },
    ...(isElsewhere ? [submissionAwaited(turn, key, until ?? undefined)] : []),
  ];
}

/** A word of the runtime to the agents, after `turn`: it is in the history and never shown. `text` is short. */
export function runtimeMessage(state: ExecutionState, text: string, turn: number): MessageAdded {
  return {
    kind: "MessageAdded",
    messageId: nextMessageId(state),
    author: "RUNTIME",
    agentName: null,
    turn,
    uiHidden: true,
    text: { bytes: utf8Bytes(JSON.stringify(text)), digest: null, inline: text },
  };
}

function submissionAwaited(turn: number, key: string, until: number | undefined): ExecutionEvent {
  return {
    kind: "StepWaiting",
    step: turnSteps(turn).agent,
    group: null,
    waitsFor: "SUBMISSION",
    handle: key,
    ...(until === undefined ? {} : { until }),
  };
}
