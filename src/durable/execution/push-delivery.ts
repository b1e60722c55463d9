/**
 * One delivery to a push config: the current task, signed, with the token and credentials that the client
 * gave, by which its receiver recognises the sender.
 */

import type { PushConfig } from "../../execution/commands/push-config.ts";
import type { ExecutionView } from "../../execution/views/execution-view.ts";
import { taskOf } from "../../execution/views/task-projection.ts";
import { valueOrText } from "../../json/deep-json.ts";
import { hashOfParts } from "../../json/effect-key.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import type { ValueFrame } from "../../json/stored-value.ts";
import { type PostPorts, type SignedPost, sendPost } from "../deliveries/push-post.ts";
import type { DeliveryResult } from "../deliveries/push-sender.ts";
import type { ExecutionReader } from "./execution-reader.ts";

export interface PushDeliveryPorts extends PostPorts {
  readonly reader: ExecutionReader;
}

/** Sends the present task to `config`. Rejects only by a fault of our own. */
export async function deliverPush(
  config: PushConfig,
  milestone: string,
  ports: PushDeliveryPorts,
): Promise<DeliveryResult> {
  const view = ports.reader.view(false);
  if (view === undefined) return { kind: "REFUSED" };
  const task = shownTask(view, ports.reader, config.taskId);
  const post: Omit<SignedPost, "body"> = {
    from: view,
    url: config.url,
    what: "push" as const,
    id: `msg_${hashOfParts([view.execution, config.id, milestone]).slice(0, 32)}`,
    contentType: config.protocolVersion === "1.0" ? "application/a2a+json" : "application/json",
    proofs: proofs(config),
  };
  try {
    return await sendPost({ ...post, body: await bodyOf(task, config.protocolVersion) }, ports);
  } catch {
    // The form of 0.3 could not be made.
    return { kind: "FAILED", retryAfterMs: undefined };
  }
}

/** The credentials and the token of the client, by which its receiver recognises the sender. */
function proofs({ authentication, token }: PushConfig): { readonly [header: string]: string } {
  return {
    ...(authentication !== null && { authorization: `${authentication.scheme} ${authentication.credentials}`.trim() }),
    ...(token !== null && { "x-a2a-notification-token": token }),
  };
}

function shownTask(view: ExecutionView, reader: ExecutionReader, taskId: string): JsonObject {
  const read = (frame: ValueFrame | null): Json | undefined =>
    frame === null ? undefined : valueOrText(reader.value(frame.sequence, frame.slot));
  const values = { message: read(view.message), output: read(view.output), response: read(view.response) };
  return taskOf(view, { taskId, contextId: view.contextId ?? "" }, values);
}

/** A StreamResponse in 1.0, the bare task in 0.3. */
async function bodyOf(task: JsonObject, version: PushConfig["protocolVersion"]): Promise<string> {
  if (version === "1.0") return JSON.stringify({ task });
  const { earlierTask } = await import("./earlier-task.ts");
  return earlierTask(task);
}
