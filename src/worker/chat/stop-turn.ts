/** The end of the turn that runs, for a button that stops more than the stream: `Mutation.cancelExecution`. */
import { parse } from "graphql";
import { nodeId } from "../../graph/base/node-id.ts";
import { askApi } from "./ask-api.ts";
import type { ChatRefusal } from "./chat-refusal.ts";
import type { ChatSession } from "./chat-session.ts";

const mutation = parse(
  "mutation ($input: CancelExecutionInput!) { cancelExecution(input: $input) { errors { code message } } }",
);

/** Cancels the turn that runs, if one does. Why it cannot be cancelled; undefined if it was, and if none runs. */
export async function stopTurn(session: ChatSession): Promise<ChatRefusal | undefined> {
  const { conversation, graph } = session;
  const execution = (await graph.clients.conversations.read(conversation))?.execution ?? undefined;
  if (execution === undefined) return undefined;
  const executionId = await nodeId({ kind: "EXECUTION", execution }, graph);
  const answer = await askApi(mutation, { executionId, reason: "Stopped in the chat" }, session);
  return answer.ok ? undefined : answer.refusal;
}
