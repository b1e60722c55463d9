/**
 * A message to a task that exists: the answer to the question that it waits with. A task that works takes none, one that has ended takes
 * nothing any more.
 */
import type { Message } from "@a2a-js/sdk";
import { RequestMalformedError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import * as z from "zod";
import type { ExecutionView, HumanInputView } from "../plan/execution-view.ts";
import { isTerminalTask, standingOfView, taskState } from "../plan/task-state.ts";
import type { A2aSession } from "./doors.ts";
import { MissingScope } from "./missing-scope.ts";
import { type KnownTask, knownTask, taskNotFound } from "./task-reading.ts";

const answerShape = z.strictObject({
  accept: z.boolean(),
  requestId: z.string().optional(),
  reason: z.string().max(2_000).optional(),
});

/**
 * The task that the message is for, and how it stands once the message was taken. `beforehand` is called when nothing speaks against
 * the answer, before it is given; what it throws leaves the question open. The same answer again changes nothing, another one is refused.
 */
export async function answerTask(
  message: Message,
  session: A2aSession,
  beforehand: (task: KnownTask) => Promise<void>,
): Promise<KnownTask> {
  const known = await knownTask(message.taskId, session);
  const { identity, view } = known;
  if (message.contextId !== "" && message.contextId !== identity.contextId) {
    throw new RequestMalformedError(
      "Cannot take the message: required the contextId of its task, or none, found that of another context",
    );
  }
  const { openQuestions, status } = standingOfView(view);
  if (isTerminalTask(taskState({ openQuestions, status }))) {
    throw new UnsupportedOperationError(
      `Cannot take the message: required a task that has not ended, found one that is ${status}`,
    );
  }
  const answer = answerIn(message);
  const question = answer === null ? undefined : questionOf(answer, view);
  if (openQuestions.size === 0 && question === undefined) {
    throw new UnsupportedOperationError(
      "Cannot take the message: required a task that waits for an answer, found one at work",
    );
  }
  if (!session.caller.scopes.includes("HUMAN_INPUT_RESPOND")) throw new MissingScope("HUMAN_INPUT_RESPOND");
  if (answer === null) {
    throw new RequestMalformedError(
      'Cannot take the answer: required one part with data such as {"accept": true}, with requestId and reason if wanted, found another',
    );
  }
  if (question === undefined) {
    const found = answer.requestId === undefined ? "none, which will do for a task that asked once only" : "another";
    throw new RequestMalformedError(
      `Cannot take the answer: required the requestId of a question of the task, found ${found}`,
    );
  }
  if (question.status !== "PENDING") assertSame(answer, question);
  await beforehand(known);
  return { identity, view: question.status === "PENDING" ? await respond(answer, question, known, session) : view };
}

async function respond(
  answer: Answer,
  { requestId }: HumanInputView,
  { view: { execution } }: KnownTask,
  { caller, doors }: A2aSession,
): Promise<ExecutionView> {
  const { accept, reason = null } = answer;
  const given = await doors.executions.respond(execution, requestId, accept, caller.subject, reason);
  if (given.kind === "NOT_FOUND") throw taskNotFound();
  const resolved = given.view.humanInputs.find((input) => input.requestId === requestId);
  // By the same message, or by somebody else.
  if (given.kind === "ALREADY_RESOLVED" && resolved !== undefined) assertSame(answer, resolved);
  return given.view;
}

/** Throws if the question was answered otherwise. */
function assertSame({ accept }: Answer, { status }: HumanInputView): void {
  if (status === (accept ? "ACCEPTED" : "DECLINED")) return;
  throw new UnsupportedOperationError(
    `Cannot take the answer: required a question that is open, found one that is ${status}`,
  );
}

/**
 * The question that is meant. Without a requestId it is the only one that the task has ever asked: an answer that comes again must not
 * answer what was asked since.
 */
function questionOf({ requestId }: Answer, { humanInputs }: ExecutionView): HumanInputView | undefined {
  if (requestId === undefined) return humanInputs.length === 1 ? humanInputs[0] : undefined;
  return humanInputs.find((input) => input.requestId === requestId);
}

type Answer = z.infer<typeof answerShape>;

/** Null for a message that is no answer. */
function answerIn({ parts }: Message): Answer | null {
  const data = parts.flatMap(({ content }) => (content?.$case === "data" ? [content.value as unknown] : []));
  const parsed = answerShape.safeParse(data[0]);
  return parts.length === 1 && parsed.success ? parsed.data : null;
}
