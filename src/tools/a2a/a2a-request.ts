/**
 * An `InvocationMessage` as the request that the SDK sends. It is non-blocking, so that an hour-long task holds no connection, and it has
 * no context, because each call is a run of its own (W10); only an answer names the task that asked. For 0.3 the SDK converts the parts:
 * data that is no object travels as `{value}` under the mark `data_part_compat`, which the receiving SDK removes.
 */
import type { Part, SendMessageRequest } from "@a2a-js/sdk";
import type { InvocationMessage, MessagePart } from "../../execution/commands/invocation-message.ts";
import type { A2aSdk } from "./a2a-sdk.ts";

/**
 * Why the message must not leave, or undefined. Addresses that only this software can resolve are useless elsewhere, and must not be
 * revealed.
 */
export function messageProblem(message: InvocationMessage): string | undefined {
  const inner = message.parts.find((part) => "url" in part && !/^https?:\/\//i.test(part.url));
  if (inner === undefined || !("url" in inner)) return undefined;
  return `required an address that the agent can fetch, found one of the scheme ${JSON.stringify(schemeOf(inner.url))}`;
}

/** The task that a message continues with. */
export interface MessageTarget {
  readonly taskId: string;
  readonly contextId: string | null;
}

/** The request with the message; `tenant` as the interface declares it. Without `target` it begins something of its own. */
export function sendRequest(
  sdk: A2aSdk,
  message: InvocationMessage,
  tenant: string | null,
  target?: MessageTarget,
): SendMessageRequest {
  return {
    tenant: tenant ?? "",
    message: {
      messageId: message.messageId,
      contextId: target?.contextId ?? "",
      taskId: target?.taskId ?? "",
      role: sdk.Role.ROLE_USER,
      parts: message.parts.map(partOf),
      metadata: { ...message.metadata },
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: {
      // Everything is taken (W12). Agents refuse a caller who names modes of which they have none.
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      historyLength: 0,
      returnImmediately: true,
    },
    metadata: undefined,
  };
}

function partOf(part: MessagePart): Part {
  const filename = ("filename" in part ? part.filename : undefined) ?? "";
  const mediaType = ("mediaType" in part ? part.mediaType : undefined) ?? "";
  return { content: contentOf(part), metadata: undefined, filename, mediaType };
}

function contentOf(part: MessagePart): NonNullable<Part["content"]> {
  if ("text" in part) return { $case: "text", value: part.text };
  if ("url" in part) return { $case: "url", value: part.url };
  return { $case: "data", value: part.data };
}

function schemeOf(url: string): string {
  return url.split(":", 1)[0]?.slice(0, 40) ?? "";
}
