/**
 * Answers of a person in an assistant message: approvals of calls, and outputs of calls that are questions. Each is given by
 * `Mutation.respondToHumanInput`. The message holds older answers as well; one that was given before changes nothing, and one that
 * contradicts an earlier decision is refused.
 */
import { parse } from "graphql";
import { callIdOf, questionCallIdOf } from "../../execution/ui-messages/call-id.ts";
import type { ExecutionView, HumanInputView } from "../../execution/views/execution-view.ts";
import { nodeId, nodeNamed } from "../../graph/base/node-id.ts";
import { isJsonObject, type JsonObject } from "../../json/json.ts";
import { askApi } from "./ask-api.ts";
import type { GivenAnswers, GivenOutput } from "./chat-parts.ts";
import { type ChatRefusal, refused } from "./chat-refusal.ts";
import type { ChatSession } from "./chat-session.ts";
import type { TurnResult } from "./send-message.ts";

const mutation = parse(
  "mutation ($input: RespondToHumanInputInput!) { respondToHumanInput(input: $input) { errors { code message } } }",
);

type Response = { readonly accept: JsonObject } | { readonly decline: string };

interface Answer {
  readonly question: HumanInputView;
  readonly response: Response;
}

/** Gives the answers, and the turn from there on. */
export async function giveAnswers(given: GivenAnswers, session: ChatSession): Promise<TurnResult> {
  const { graph } = session;
  const node = await nodeNamed(given.messageId, "EXECUTION", graph);
  const view = node === undefined ? null : await graph.clients.executions.read(node.execution, false);
  if (view === null || view.turns?.conversation !== session.conversation) return { ok: false, refusal: noTurn };
  const found = await answersTo(given, view, session);
  if (!Array.isArray(found)) return { ok: false, refusal: found as ChatRefusal };
  const answers = found as readonly Answer[];
  for (const answer of answers) {
    const refusal = await give(answer, view, session);
    if (refusal !== undefined) return { ok: false, refusal };
  }
  const answered = answers.map(({ question }) => question.requestId);
  return { ok: true, turn: { execution: view.execution, publicId: given.messageId, answered } };
}

const noTurn = refused(
  "NOT_FOUND",
  "Cannot take the answer: required the message of a turn of this chat, found another",
  404,
);

/** Each answer with its question. Older outputs of calls that were no question are passed over. */
async function answersTo(
  { approvals, outputs }: GivenAnswers,
  view: ExecutionView,
  { graph }: ChatSession,
): Promise<readonly Answer[] | ChatRefusal> {
  const answers: Answer[] = [];
  for (const { approvalId, approved, reason } of approvals) {
    const name = await nodeNamed(approvalId, "HUMAN_INPUT", graph);
    const isHere = name?.execution === view.execution;
    const question = isHere ? view.humanInputs.find(({ requestId }) => requestId === name.requestId) : undefined;
    if (question === undefined) {
      return refused(
        "NOT_FOUND",
        "Cannot take the answer: required an approval that this turn asked for, found another",
        404,
      );
    }
    answers.push({ question, response: approved ? { accept: {} } : { decline: reason ?? "" } });
  }
  for (const output of outputs) {
    const question = view.humanInputs.findLast((asked) => isAbout(asked, output.toolCallId, view.execution));
    if (question === undefined) continue;
    const response = responseOf(output);
    if (response === undefined) {
      return refused(
        "BAD_USER_INPUT",
        "Cannot take the output: required an object, as the question asks for one, found another value",
        400,
      );
    }
    answers.push({ question, response });
  }
  if (answers.length > 0) return answers;
  return refused("NOT_FOUND", "Cannot take the answer: required one to a question of this turn, found none", 404);
}

function isAbout({ purpose, requestId, step }: HumanInputView, toolCallId: string, execution: string): boolean {
  if (purpose === "CALLEE") return questionCallIdOf(execution, requestId) === toolCallId;
  return purpose === "STEP" && step !== null && callIdOf(execution, step) === toolCallId;
}

function responseOf(given: GivenOutput): Response | undefined {
  if ("errorText" in given) return { decline: given.errorText };
  return isJsonObject(given.output) ? { accept: given.output } : undefined;
}

async function give(
  { question, response }: Answer,
  { execution }: ExecutionView,
  session: ChatSession,
): Promise<ChatRefusal | undefined> {
  const decided = "accept" in response ? "ACCEPTED" : "DECLINED";
  if (question.status !== "PENDING") return question.status === decided ? undefined : contradicted(question);
  const requestId = await nodeId({ kind: "HUMAN_INPUT", execution, requestId: question.requestId }, session.graph);
  const answer = await askApi(mutation, { requestId, response }, session);
  return answer.ok ? undefined : answer.refusal;
}

function contradicted({ status }: HumanInputView): ChatRefusal {
  const message = `Cannot answer the question: required one that is PENDING, found one that is ${status}. Read the stream of the chat to see what followed`;
  return refused("ALREADY_RESOLVED", message, 409);
}
