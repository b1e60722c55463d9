/**
 * The tasks that the caller has at this agent, the one that changed last first. Nobody sees those of another subject. Page tokens are
 * sealed positions, so that no page can be asked for that was not offered.
 */
import { type ListTasksRequest, type ListTasksResponse, Task, TaskState, taskStateToJSON } from "@a2a-js/sdk";
import { RequestMalformedError } from "@a2a-js/sdk/errors";
import type { ListedTask, TaskListQuery, TaskPosition } from "../plan/task-list.ts";
import type { TaskState as KnownState } from "../plan/task-state.ts";
import type { A2aSession } from "./doors.ts";
import { taskIdOf } from "./task-id.ts";
import { taskNow } from "./task-reading.ts";

const defaultPageSize = 50;

export async function listTasks(request: ListTasksRequest, session: A2aSession): Promise<ListTasksResponse> {
  const pageSize = request.pageSize ?? defaultPageSize;
  const list = await session.doors.tasks.list(await queryOf(request, pageSize, session));
  const tasks = await Promise.all(list.tasks.map((task) => shownTask(task, request, session)));
  const last = list.tasks.at(-1);
  return {
    tasks: tasks.filter((task) => task !== null),
    nextPageToken: list.hasMore && last !== undefined ? await tokenOf(last, session) : "",
    pageSize,
    totalSize: list.total,
  };
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

/** Only what was asked for beyond its status makes a task be read. Null for one that was removed meanwhile. */
async function shownTask(
  { contextId, execution, state, updatedAt }: ListedTask,
  { historyLength, includeArtifacts }: ListTasksRequest,
  session: A2aSession,
): Promise<Task | null> {
  const taskId = await taskIdOf(execution, session);
  if (includeArtifacts !== true && (historyLength ?? 0) === 0) {
    const status = { state, timestamp: new Date(updatedAt).toISOString() };
    return Task.fromJSON({ id: taskId, contextId: contextId ?? "", status });
  }
  const view = await session.doors.executions.read(execution, true);
  if (view === null) return null;
  const task = await taskNow(view, { taskId, contextId: view.contextId ?? "" }, session, historyLength ?? 0);
  return includeArtifacts === true ? task : { ...task, artifacts: [] };
}

async function tokenOf({ execution, updatedAt }: TaskPosition, { doors }: A2aSession): Promise<string> {
  return doors.identity.seal(JSON.stringify(["tasks", updatedAt, execution]));
}

async function positionIn(token: string, { doors }: A2aSession): Promise<TaskPosition> {
  const content = await doors.identity.open(token);
  const [kind, updatedAt, execution] = content === null ? [] : (JSON.parse(content) as readonly unknown[]);
  if (kind !== "tasks" || typeof updatedAt !== "number" || typeof execution !== "string") {
    throw new RequestMalformedError("Cannot list tasks: required a pageToken of this list, found another");
  }
  return { updatedAt, execution };
}
