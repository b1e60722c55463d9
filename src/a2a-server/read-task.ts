/** Tasks as the official SDK has them, out of executions and the values that they hold. */
import { Task } from "@a2a-js/sdk";
import { TaskNotFoundError } from "@a2a-js/sdk/errors";
import { frameValue } from "../execution/client/frame-value.ts";
import type { ExecutionView } from "../execution/views/execution-view.ts";
import { type TaskIdentity, type TaskValues, taskOf } from "../execution/views/task-projection.ts";
import type { Json } from "../json/json.ts";
import type { ValueFrame } from "../json/stored-value.ts";
import { withConnectLinks } from "./connect-links.ts";
import type { A2aSession } from "./ports.ts";
import { executionOfTask, taskIdOf } from "./task-id.ts";

/** An execution that a task id named, as the caller may see it. */
export interface KnownTask {
  readonly identity: TaskIdentity;
  readonly view: ExecutionView;
}

/** Throws TaskNotFoundError for every id that names no task of the caller at this agent; no object is woken for one that was forged. */
export async function knownTask(taskId: string, session: A2aSession): Promise<KnownTask> {
  const execution = await executionOfTask(taskId, session);
  const view = execution === undefined ? null : await session.clients.executions.read(execution, true);
  if (view === null) throw taskNotFound();
  return { identity: { taskId, contextId: view.contextId ?? "" }, view };
}

export function taskNotFound(): Error {
  return new TaskNotFoundError("Cannot find the task: required the id of a task that this caller has at this agent");
}

export async function identityOf(view: ExecutionView, session: A2aSession): Promise<TaskIdentity> {
  return { taskId: await taskIdOf(view.execution, session), contextId: view.contextId ?? "" };
}

/** The whole task. `historyLength` undefined for all of its history. */
export async function taskNow(
  view: ExecutionView,
  identity: TaskIdentity,
  session: A2aSession,
  historyLength?: number,
): Promise<Task> {
  const [values, shown] = await Promise.all([valuesOf(view, session), withConnectLinks(view, session)]);
  return Task.fromJSON(taskOf(shown, identity, values, historyLength));
}

/** Small values are in the view, larger ones are asked for. */
export async function valuesOf(view: ExecutionView, { clients }: A2aSession): Promise<TaskValues> {
  const read = async (frame: ValueFrame | null): Promise<Json | undefined> =>
    frame === null ? undefined : frameValue(clients.executions, view.execution, frame);
  const [message, output, response] = await Promise.all([view.message, view.output, view.response].map(read));
  return { message, output, response };
}
