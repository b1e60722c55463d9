/**
 * The tasks of the caller at this agent, the one that changed last first. Tasks of other subjects are not visible. Page tokens are sealed
 * positions, so that only offered pages can be requested. A page with artifacts or history is bounded by memory: it ends early, and the
 * next one continues from there.
 */
import { type ListTasksRequest, type ListTasksResponse, Task, TaskState, taskStateToJSON } from "@a2a-js/sdk";
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import type { ExecutionView } from "../execution/views/execution-view.ts";
import type { ListedTask, TaskListQuery, TaskPosition } from "../execution/views/task-list.ts";
import type { TaskState as KnownState } from "../execution/views/task-state.ts";
import type { A2aSession } from "./ports.ts";
import { taskNow } from "./read-task.ts";
import { taskIdOf } from "./task-id.ts";

const defaultPageSize = 50;

/** A page ends after values of this size, as UTF-8 JSON. It always has at least one task. */
const maxPageBytes = 4_194_304;

export async function listTasks(request: ListTasksRequest, session: A2aSession): Promise<ListTasksResponse> {
  const pageSize = request.pageSize ?? defaultPageSize;
  const list = await session.clients.tasks.list(await queryOf(request, pageSize, session));
  const { last, tasks } = await shownTasks(list.tasks, request, session);
  const hasMore = list.hasMore || last !== list.tasks.at(-1);
  return {
    tasks,
    nextPageToken: hasMore && last !== undefined ? await tokenOf(last, session) : "",
    pageSize,
    totalSize: list.total,
  };
}

/** As many of the tasks as fit, and the last of them. One after another: each may be large. */
async function shownTasks(
  listed: readonly ListedTask[],
  request: ListTasksRequest,
  session: A2aSession,
): Promise<{ readonly tasks: Task[]; readonly last: ListedTask | undefined }> {
  const { historyLength, includeArtifacts } = request;
  // A task is read only if the request asks for more than its status.
  if (includeArtifacts !== true && (historyLength ?? 0) === 0) {
    return { tasks: await Promise.all(listed.map((task) => statusOnly(task, session))), last: listed.at(-1) };
  }
  const tasks: Task[] = [];
  let last: ListedTask | undefined;
  let bytes = 0;
  for (const each of listed) {
    const view = await session.clients.executions.read(each.execution, true);
    bytes += view === null ? 0 : bytesOf(view);
    if (tasks.length > 0 && bytes > maxPageBytes) break;
    last = each;
    // One that was removed meanwhile is left out.
    if (view === null) continue;
    const identity = { taskId: await taskIdOf(each.execution, session), contextId: view.contextId ?? "" };
    const task = await taskNow(view, identity, session, historyLength ?? 0);
    tasks.push(includeArtifacts === true ? task : { ...task, artifacts: [] });
  }
  return { tasks, last };
}

/** Size of the parts of an execution that a task shows. */
function bytesOf({ message, output, response }: ExecutionView): number {
  return [message, output, response].reduce((sum, frame) => sum + (frame?.bytes ?? 0), 0);
}

async function statusOnly({ contextId, execution, state, updatedAt }: ListedTask, session: A2aSession): Promise<Task> {
  const status = { state, timestamp: new Date(updatedAt).toISOString() };
  return Task.fromJSON({ id: await taskIdOf(execution, session), contextId: contextId ?? "", status });
}

async function queryOf(request: ListTasksRequest, limit: number, session: A2aSession): Promise<TaskListQuery> {
  const { contextId, pageToken, status, statusTimestampAfter } = request;
  const { caller, served } = session;
  if (status === TaskState.UNRECOGNIZED) {
    throw new RequestMalformedError("Cannot list tasks: required a status that is a TaskState, found another");
  }
  const since =
    statusTimestampAfter === undefined || statusTimestampAfter === "" ? null : Date.parse(statusTimestampAfter);
  return {
    subject: caller.subject,
    name: served.callable.name,
    contextId: contextId === "" ? null : contextId,
    // A state that no task of ours is ever in is asked for like any other, and found nowhere.
    state: status === TaskState.TASK_STATE_UNSPECIFIED ? null : (taskStateToJSON(status) as KnownState),
    updatedSince: since,
    after: pageToken === "" ? null : await positionIn(pageToken, session),
    limit,
  };
}

async function tokenOf({ execution, updatedAt }: TaskPosition, { clients }: A2aSession): Promise<string> {
  return clients.identity.seal(JSON.stringify(["tasks", updatedAt, execution]));
}

async function positionIn(token: string, { clients }: A2aSession): Promise<TaskPosition> {
  const content = await clients.identity.open(token);
  const [kind, updatedAt, execution] = content === undefined ? [] : (JSON.parse(content) as readonly unknown[]);
  if (kind !== "tasks" || typeof updatedAt !== "number" || typeof execution !== "string") {
    throw new RequestMalformedError("Cannot list tasks: required a pageToken of this list, found another");
  }
  return { updatedAt, execution };
}
