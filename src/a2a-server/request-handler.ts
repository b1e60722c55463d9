/**
 * Room `a2a-server`: Planwright as an A2A server, versions 1.0 and 0.3: agents and workflows of a tenant as A2A agents, executions as
 * tasks. It owns requests from their text to their response, tasks and their ids, push configs, and the ports that it needs (`ports.ts`).
 *
 * It leaves to others: `worker/routes` checks origin, body size and credential and writes responses and streams to the connection,
 * `execution/views` projects an execution to a task, `durable/deliveries` sends push notifications, `catalog/agents` makes cards,
 * `tools/a2a` is the client side.
 *
 * Invariants:
 *
 * - A request that breaks the envelope, the version or the shape of its parameters is refused before any object is called.
 * - E1: a task is named from who sent which message to whom. The same message finds the same task; a different one under its id is refused.
 * - The id of a task is sealed. One of another deployment, tenant, subject or agent names nothing.
 * - The states of a task come from the events alone, so all followers see the same ones in the same order.
 * - Credentials of a push config are stored and never shown.
 *
 * This file has the operations, in the shape that the official transports of both versions call. There is one handler per request, which
 * keeps no state. Our own faults are logged and shown as such, without their text.
 */
import { AgentCard, type SendMessageRequest, type StreamResponse, type Task } from "@a2a-js/sdk";
import { A2AError, TaskNotCancelableError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import type { A2ARequestHandler } from "@a2a-js/sdk/server";
import { extendedCard } from "../catalog/snapshot/served-callable.ts";
import { isTerminalTask, standingOfView, taskState } from "../execution/views/task-state.ts";
import { faultText } from "../json/fault-text.ts";
import { answerTask } from "./answer-human-input.ts";
import { taskStream, viewAtRest } from "./follow-task.ts";
import { acceptedForm, assertSameForm } from "./incoming-message.ts";
import { listTasks } from "./list-tasks.ts";
import { MissingScope } from "./missing-scope.ts";
import type { ProtocolVersion } from "./operations.ts";
import type { A2aSession } from "./ports.ts";
import {
  checkedConfig,
  createPushConfig,
  deletePushConfig,
  getPushConfig,
  listPushConfigs,
  setPushConfig,
} from "./push-configs.ts";
import { identityOf, type KnownTask, knownTask, taskNotFound, taskNow, valuesOf } from "./read-task.ts";
import { startTask, TaskLimitReached } from "./start-task.ts";
import { executionOfTask } from "./task-id.ts";

/** How long a call that waits for its task may take. Then it is answered with the task as it stands. */
const longestWaitMs = 25_000;
/** How long a cancel waits for calls in flight to end. */
const cancelWaitMs = 5_000;

/** How a request is to be answered over HTTP. The transports do not pass this on. */
export interface RequestNotes {
  /** Set if the caller must come back later, Unix milliseconds. */
  retryAt: number | undefined;
  /** Set if the caller may not do this. */
  missingScope: string | undefined;
  /** Called while a stream has nothing to send. */
  onBeat: () => void;
}

export function requestHandler(session: A2aSession, version: ProtocolVersion, notes: RequestNotes): A2ARequestHandler {
  const shown = async <Answer>(perform: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await perform();
    } catch (error) {
      throw asRpcError(error, session, notes);
    }
  };
  return {
    getAgentCard: async () => AgentCard.fromJSON(session.card),
    getAuthenticatedExtendedAgentCard: async () => AgentCard.fromJSON(extendedCard(session.card, session.served)),
    sendMessage: (request) => shown(() => sendMessage(request, version, session)),
    sendMessageStream: (request) =>
      streamed(session, notes, async () => {
        const { identity, view } = await accepted(request, 0, version, session);
        return taskStream(view, identity, session, "MESSAGE", () => notes.onBeat());
      }),
    getTask: ({ historyLength, id }) =>
      shown(async () => {
        const { identity, view } = await knownTask(id, session);
        return taskNow(view, identity, session, historyLength);
      }),
    listTasks: (request) => shown(() => listTasks(request, session)),
    cancelTask: ({ id }) => shown(() => cancelTask(id, session)),
    resubscribe: ({ id }) =>
      streamed(session, notes, async () => {
        const { identity, view } = await knownTask(id, session);
        if (isTerminalTask(taskState(standingOfView(view)))) {
          throw new UnsupportedOperationError(
            `Cannot follow the task: required one that has not ended, found one that is ${view.status}`,
          );
        }
        return taskStream(view, identity, session, "SUBSCRIPTION", () => notes.onBeat());
      }),
    createTaskPushNotificationConfig: (config) => shown(() => createPushConfig(config, version, session)),
    getTaskPushNotificationConfig: (request) => shown(() => getPushConfig(request, session)),
    listTaskPushNotificationConfigs: (request) => shown(() => listPushConfigs(request, session)),
    deleteTaskPushNotificationConfig: (request) => shown(() => deletePushConfig(request, session)),
  };
}

async function sendMessage(request: SendMessageRequest, version: ProtocolVersion, session: A2aSession): Promise<Task> {
  const startedAt = session.now();
  const waitMs = request.configuration?.returnImmediately === true ? 0 : longestWaitMs;
  const { identity, view } = await accepted(request, waitMs, version, session);
  const atRest = await viewAtRest(view, waitMs - (session.now() - startedAt), session);
  return taskNow(atRest, identity, session, request.configuration?.historyLength);
}

/** Begins a task or continues with one, and notes where the client wants to be notified of it. */
async function accepted(
  request: SendMessageRequest,
  waitMs: number,
  version: ProtocolVersion,
  session: A2aSession,
): Promise<KnownTask> {
  const given = request.configuration?.taskPushNotificationConfig;
  // Before anything is begun whose notifications would be lost.
  const config = given === undefined ? null : checkedConfig(given, version, session);
  const form = acceptedForm(request.configuration?.acceptedOutputModes);
  const message = request.message;
  if (message === undefined) throw new Error("a message was demanded before");
  const announce = async ({ identity, view }: KnownTask) => {
    if (config !== null) await setPushConfig(view.execution, { ...config, taskId: identity.taskId }, session);
  };
  if (message.taskId !== "") {
    return answerTask(message, session, async (task) => {
      assertSameForm(form, task.view, await valuesOf(task.view, session));
      await announce(task);
    });
  }
  const view = await startTask(message, form, config === null ? waitMs : 0, session);
  const task = { view, identity: await identityOf(view, session) };
  await announce(task);
  return task;
}

async function cancelTask(taskId: string, session: A2aSession): Promise<Task> {
  const execution = await executionOfTask(taskId, session);
  if (execution === undefined) throw taskNotFound();
  const answer = await session.clients.executions.cancel(execution, session.caller.subject, null);
  if (answer.kind === "NOT_FOUND") throw taskNotFound();
  if (answer.kind === "ALREADY_FINISHED") {
    const found = answer.view.status;
    throw new TaskNotCancelableError(
      `Cannot cancel the task: required one that has not ended, found one that is ${found}`,
    );
  }
  if (answer.kind === "ENDING") {
    const found = `one that ended as ${answer.view.ending?.status} and does what its plan does at the end`;
    throw new TaskNotCancelableError(`Cannot cancel the task: required one that has not ended, found ${found}`);
  }
  const view = await viewAtRest(answer.view, cancelWaitMs, session, isTerminalTask);
  return taskNow(view, { taskId, contextId: view.contextId ?? "" }, session);
}

/** A stream whose errors have the form of all others. */
async function* streamed(
  session: A2aSession,
  notes: RequestNotes,
  open: () => Promise<AsyncGenerator<StreamResponse, void, undefined>>,
): AsyncGenerator<StreamResponse, void, undefined> {
  try {
    yield* await open();
  } catch (error) {
    throw asRpcError(error, session, notes);
  }
}

/** The error in the form that the client gets. */
function asRpcError(error: unknown, { log }: A2aSession, notes: RequestNotes): unknown {
  if (error instanceof A2AError) return error;
  if (error instanceof TaskLimitReached) notes.retryAt = error.retryAt;
  else if (error instanceof MissingScope) notes.missingScope = error.scope;
  else {
    log({ log: "a2a_error", error: faultText(error) });
    return new Error("Cannot answer: this software failed");
  }
  return new Error(error.message);
}
