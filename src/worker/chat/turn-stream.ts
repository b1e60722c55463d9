/**
 * The chunks of a turn as it is watched: from its beginning, or from the questions on that the client has answered, to its end or to the
 * next question. Events that a reader does not take are not read from the object either.
 */
import { TurnChunks } from "../../execution/ui-messages/turn-chunks.ts";
import type { UiChunk } from "../../execution/ui-messages/ui-chunk.ts";
import type { ChatSession, StreamedTurn } from "./chat-session.ts";
import { factsOf } from "./event-values.ts";

/** Nothing happened for so long, and the execution is known to be there. */
const heartbeatMs = 15_000;

/** The chunks of one page of events; none for a heartbeat. The stream is whole if the generator returns true. */
export async function* turnStream(
  { answered, execution, publicId }: StreamedTurn,
  { graph }: Pick<ChatSession, "graph">,
  signal: AbortSignal,
): AsyncGenerator<readonly UiChunk[], boolean, undefined> {
  const turn = new TurnChunks(execution, publicId);
  const isKnown = () => answered.every((requestId) => turn.hasAsked(requestId));
  for await (const page of graph.clients.executions.watch(execution, { after: 0, heartbeatMs, signal })) {
    if (page.gap !== null) {
      const errorText =
        "Cannot show the turn: retention has removed its events. The history of the chat has its messages";
      yield [{ type: "error", errorText }];
      return true;
    }
    const chunks: UiChunk[] = [];
    for (const recorded of page.events) {
      const wasKnown = isKnown();
      const made = turn.next(recorded, await factsOf(recorded, execution, graph));
      chunks.push(...(wasKnown ? made : made.filter(({ type }) => type === "start")));
    }
    const isAtRest = turn.isAsking && page.caughtUp && !turn.isOver;
    if (isAtRest) chunks.push(...turn.rest());
    yield chunks;
    if (turn.isOver || isAtRest) return true;
  }
  return false;
}
