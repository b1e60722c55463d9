/**
 * Push configs of a task as clients set and see them. An address inside the network is refused before anything is stored; credentials and
 * tokens go in and never come out.
 */
import type {
  DeleteTaskPushNotificationConfigRequest,
  GetTaskPushNotificationConfigRequest,
  ListTaskPushNotificationConfigsRequest,
  ListTaskPushNotificationConfigsResponse,
  TaskPushNotificationConfig,
} from "@a2a-js/sdk";
import { RequestMalformedError, TaskNotFoundError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import { egressRefusal } from "../catalog/egress.ts";
import type { PushCommand, PushConfig, PushResult, ShownPushConfig } from "../execution/commands/push-config.ts";
import { hashOfParts } from "../json/effect-key.ts";
import type { ProtocolVersion } from "./operations.ts";
import type { A2aSession } from "./ports.ts";
import { taskNotFound } from "./read-task.ts";
import { executionOfTask } from "./task-id.ts";

/** A config that may be stored, but for the task that it is for. Throws RequestMalformedError for one that may not. */
export function checkedConfig(
  given: TaskPushNotificationConfig,
  protocolVersion: ProtocolVersion,
  { settings }: A2aSession,
): Omit<PushConfig, "taskId"> {
  const { authentication, token, url } = given;
  const refusal = egressRefusal(url, settings.egress);
  if (refusal !== undefined) throw refused(`the address of the receiver: ${refusal.finding}`);
  for (const [name, text] of [
    ["token", token],
    ["authentication.credentials", authentication?.credentials ?? ""],
  ] as const) {
    if (!/^[\x20-\x7e]*$/.test(text)) throw refused(`${name}: required printable ASCII, found other characters`);
  }
  if (authentication !== undefined && !/^[\w!#$%&'*+.^`|~-]+$/.test(authentication.scheme)) {
    throw refused("authentication.scheme: required the name of a scheme, found other characters");
  }
  return {
    // The same config twice is one, so that a client that asks again is not notified twice.
    id: given.id === "" ? hashOfParts([url, token, authentication?.scheme ?? ""]).slice(0, 16) : given.id,
    url,
    token: token === "" ? null : token,
    authentication: authentication === undefined ? null : { ...authentication },
    protocolVersion,
  };
}

export async function setPushConfig(
  execution: string,
  config: PushConfig,
  session: A2aSession,
): Promise<TaskPushNotificationConfig> {
  const answer = await session.clients.executions.push(execution, { kind: "SET", config });
  switch (answer.kind) {
    case "SET":
      return shown(answer.config);
    case "LIMIT_EXCEEDED":
      throw new UnsupportedOperationError(
        `Cannot set the push config: required at most ${answer.maximum} configs of a task, found as many`,
      );
    default:
      throw taskNotFound();
  }
}

export async function createPushConfig(
  given: TaskPushNotificationConfig,
  protocolVersion: ProtocolVersion,
  session: A2aSession,
): Promise<TaskPushNotificationConfig> {
  const config = { ...checkedConfig(given, protocolVersion, session), taskId: given.taskId };
  return setPushConfig(await taskExecution(given.taskId, session), config, session);
}

/** 0.3 lets the id be left out, which means the first. */
export async function getPushConfig(
  { id, taskId }: GetTaskPushNotificationConfigRequest,
  session: A2aSession,
): Promise<TaskPushNotificationConfig> {
  const configs = await performed(taskId, { kind: "LIST" }, session);
  const found = id === "" ? configs[0] : configs.find((config) => config.id === id);
  if (found !== undefined) return shown(found);
  throw new TaskNotFoundError("Cannot find the push config: required the id of one that the task has, found another");
}

export async function listPushConfigs(
  { pageToken, taskId }: ListTaskPushNotificationConfigsRequest,
  session: A2aSession,
): Promise<ListTaskPushNotificationConfigsResponse> {
  if (pageToken !== "") throw refused("pageToken: required none, because there is one page, found one");
  const configs = await performed(taskId, { kind: "LIST" }, session);
  return { configs: configs.map(shown), nextPageToken: "" };
}

export async function deletePushConfig(
  { id, taskId }: DeleteTaskPushNotificationConfigRequest,
  session: A2aSession,
): Promise<void> {
  await performed(taskId, { kind: "REMOVE", id }, session);
}

async function performed(
  taskId: string,
  command: Exclude<PushCommand, { readonly kind: "SET" }>,
  session: A2aSession,
): Promise<readonly ShownPushConfig[]> {
  const answer: PushResult = await session.clients.executions.push(await taskExecution(taskId, session), command);
  if (answer.kind !== "CONFIGS") throw taskNotFound();
  return answer.configs;
}

async function taskExecution(taskId: string, session: A2aSession): Promise<string> {
  const execution = await executionOfTask(taskId, session);
  if (execution === undefined) throw taskNotFound();
  return execution;
}

function shown({ id, scheme, taskId, url }: ShownPushConfig): TaskPushNotificationConfig {
  return {
    tenant: "",
    id,
    taskId,
    url,
    token: "",
    authentication: scheme === null ? undefined : { scheme, credentials: "" },
  };
}

function refused(finding: string): Error {
  return new RequestMalformedError(`Cannot take the push config: ${finding}`);
}
