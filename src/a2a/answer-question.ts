/**
 * A message to a task that exists: the answer to the question that it waits with. A task that works takes none, one that has ended takes
 * nothing any more.
 */
import type { Message } from "@a2a-js/sdk";
import { RequestMalformedError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import * as z from "zod";
import type { ExecutionView } from "../plan/execution-view.ts";
import { isTerminalTask, standingOfView, taskState } from "../plan/task-state.ts";
import type { A2aSession } from "./doors.ts";
import { MissingScope } from "./missing-scope.ts";
import { type KnownTask, knownTask, taskNotFound } from "./task-reading.ts";

const answerShape = z.strictObject({
  accept: z.boolean(),
  requestId: z.string().optional(),
  reason: z.string().max(2_000).optional(),
});

/** The task that the message is for, and how it stands once the message was taken. */
export async function answerTask(message: Message, session: A2aSession): Promise<KnownTask> {
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
  const [only, ...others] = openQuestions;
  if (only === undefined) {
    throw new UnsupportedOperationError(
      "Cannot take the message: required a task that waits for an answer, found one at work",
    );
  }
  if (!session.caller.scopes.includes("HUMAN_INPUT_RESPOND")) throw new MissingScope("HUMAN_INPUT_RESPOND");
  const { accept, reason = null, requestId = others.length === 0 ? only : undefined } = answerIn(message);
  if (requestId === undefined) {
    throw new RequestMalformedError(
      `Cannot take the answer: required the requestId of one of ${openQuestions.size} open questions, found none`,
    );
  }
  return { identity, view: await respond(view.execution, { accept, reason, requestId }, session) };
}

async function respond(
  execution: string,
  {
    accept,
    reason,
    requestId,
  }: { readonly accept: boolean; readonly reason: string | null; readonly requestId: string },
  { caller, doors }: A2aSession,
): Promise<ExecutionView> {
  const answer = await doors.executions.respond(execution, requestId, accept, caller.subject, reason);
  // Answered already, by the same message or by somebody else: either way the task goes on.
  if (answer.kind !== "NOT_FOUND") return answer.view;
  const isThere = (await doors.executions.read(execution, false)) !== null;
  throw isThere
    ? new RequestMalformedError(
        "Cannot take the answer: required the requestId of a question of the task, found another",
      )
    : taskNotFound();
}

function answerIn({ parts }: Message): z.infer<typeof answerShape> {
  const data = parts.flatMap(({ content }) => (content?.$case === "data" ? [content.value as unknown] : []));
  const parsed = answerShape.safeParse(data[0]);
  if (parts.length === 1 && parsed.success) return parsed.data;
  throw new RequestMalformedError(
    'Cannot take the answer: required one part with data such as {"accept": true}, with requestId and reason if wanted, found another',
  );
}
