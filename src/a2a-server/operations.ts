/** The operations of A2A by the names that each version of the protocol has for them, and the scope that each demands. */
import type { A2aScope } from "./ports.ts";

export type ProtocolVersion = "1.0" | "0.3";

export interface Operation {
  readonly name: OperationName;
  readonly scope: A2aScope;
}

export type OperationName =
  | "SEND"
  | "STREAM"
  | "GET"
  | "LIST"
  | "CANCEL"
  | "SUBSCRIBE"
  | "PUSH_SET"
  | "PUSH_GET"
  | "PUSH_LIST"
  | "PUSH_DELETE"
  | "EXTENDED_CARD";

/** 0.3 has no list of tasks. */
const rows: readonly (readonly [OperationName, A2aScope, string, string | undefined])[] = [
  ["SEND", "EXECUTION_START", "SendMessage", "message/send"],
  ["STREAM", "EXECUTION_START", "SendStreamingMessage", "message/stream"],
  ["GET", "EXECUTION_READ", "GetTask", "tasks/get"],
  ["LIST", "EXECUTION_READ", "ListTasks", undefined],
  ["CANCEL", "EXECUTION_CONTROL", "CancelTask", "tasks/cancel"],
  ["SUBSCRIBE", "EXECUTION_READ", "SubscribeToTask", "tasks/resubscribe"],
  ["PUSH_SET", "EXECUTION_START", "CreateTaskPushNotificationConfig", "tasks/pushNotificationConfig/set"],
  ["PUSH_GET", "EXECUTION_READ", "GetTaskPushNotificationConfig", "tasks/pushNotificationConfig/get"],
  ["PUSH_LIST", "EXECUTION_READ", "ListTaskPushNotificationConfigs", "tasks/pushNotificationConfig/list"],
  ["PUSH_DELETE", "EXECUTION_START", "DeleteTaskPushNotificationConfig", "tasks/pushNotificationConfig/delete"],
  ["EXTENDED_CARD", "REGISTRY_READ", "GetExtendedAgentCard", "agent/getAuthenticatedExtendedCard"],
];

const byMethod: { readonly [Version in ProtocolVersion]: ReadonlyMap<string, Operation> } = {
  "1.0": new Map(rows.map(([name, scope, method]) => [method, { name, scope }])),
  "0.3": new Map(
    rows.flatMap(([name, scope, , method]) => (method === undefined ? [] : [[method, { name, scope }] as const])),
  ),
};

/** The operation that a method of JSON-RPC means. Undefined for one that the version does not have. */
export function operationOf(version: ProtocolVersion, method: string): Operation | undefined {
  return byMethod[version].get(method);
}

/**
 * The version that a request asks for: nothing means 0.3, and a patch number never matters (A2A 3.6). Null for one that is not spoken
 * here.
 */
export function requestedVersion(header: string | null): ProtocolVersion | undefined {
  const [, version] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(header?.trim() || "0.3") ?? [];
  return version === "1.0" || version === "0.3" ? version : undefined;
}
