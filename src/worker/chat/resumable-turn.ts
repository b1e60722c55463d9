/**
 * The turn that a page which comes back has to see: the one that runs. One that has just ended counts too: it may have ended between the moment
 * in which the page read the history and now, and a client that is sent it twice has it once, since the message has the same id.
 */
import { nodeId } from "../../graph/base/node-id.ts";
import { type ChatSession, type StreamedTurn, wholeTurn } from "./chat-session.ts";

/** How long after its end a turn is still streamed. */
const resumableMs = 10_000;

/** Undefined for none. */
export async function resumableTurn({ conversation, graph }: ChatSession): Promise<StreamedTurn | undefined> {
  const { conversations } = graph.clients;
  const view = await conversations.read(conversation);
  if (view === undefined) return undefined;
  const execution = view.execution ?? (graph.now() - view.updatedAt < resumableMs ? await latest() : undefined);
  if (execution === undefined) return undefined;
  return wholeTurn(execution, await nodeId({ kind: "EXECUTION", execution }, graph));

  async function latest(): Promise<string | undefined> {
    const query = { after: null, before: null, limit: 1, backward: true, includeHidden: true };
    const { messages } = await conversations.messages(conversation, query);
    return messages[0]?.execution;
  }
}
