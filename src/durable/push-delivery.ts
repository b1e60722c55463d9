/**
 * One delivery to a push config: the task as it is, signed, through the guarded fetch, without following redirects. Receivers know a
 * repeat by its `webhook-id`, and the sender by `webhook-signature` (Standard Webhooks) and by what they gave with the config.
 *
 * Neither the address of a receiver nor what proves anything to it is logged.
 */
import { EgressDenied } from "../catalog/fetch-failure.ts";
import { hashOfParts } from "../plan/effect-key.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { PushConfig } from "../plan/push-config.ts";
import type { ValueFrame } from "../plan/stored-value.ts";
import { taskOf } from "../plan/task-projection.ts";
import type { ExecutionReader } from "./execution-reader.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import type { Clock } from "./ports.ts";
import type { DeliveryResult } from "./push-outbox.ts";

/** Time for the receiver to answer. */
const timeoutMs = 15_000;

export interface PushDeliveryPorts {
  readonly reader: ExecutionReader;
  /** Refuses redirects. */
  readonly fetch: GuardedFetch;
  /** Signs in the name of the tenant; gives the value of `webhook-signature`. */
  readonly sign: (tenant: string, content: string) => Promise<string>;
  readonly clock: Clock;
}

/** Sends the present task to `config`. Never rejects. */
export async function deliverPush(
  config: PushConfig,
  milestone: string,
  ports: PushDeliveryPorts,
): Promise<DeliveryResult> {
  const facts = ports.reader.facts();
  if (facts === null) return "REFUSED";
  const controller = new AbortController();
  const stopTimer = ports.clock.after(timeoutMs, () => controller.abort(new Error("the receiver took too long")));
  try {
    const task = taskOfReader(ports.reader, config.taskId);
    if (task === null) return "REFUSED";
    const body = await bodyOf(task, config.protocolVersion);
    const id = `msg_${hashOfParts([facts.execution, config.id, milestone]).slice(0, 32)}`;
    const timestamp = String(Math.floor(ports.clock.now() / 1_000));
    const response = await ports.fetch(config.url, {
      method: "POST",
      body,
      signal: controller.signal,
      headers: {
        "content-type": config.protocolVersion === "1.0" ? "application/a2a+json" : "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": await ports.sign(facts.tenant, `${id}.${timestamp}.${body}`),
        ...proofs(config),
      },
    });
    // Receivers say everything by their status.
    await response.body?.cancel();
    if (response.ok) return "DELIVERED";
    return failed(facts.execution, response.status === 410 ? "GONE" : "FAILED", `status ${response.status}`);
  } catch (error) {
    const isRefused = error instanceof EgressDenied;
    return failed(facts.execution, isRefused ? "REFUSED" : "FAILED", isRefused ? error.message : "no answer");
  } finally {
    stopTimer();
  }
}

/** What the client gave, so that its receiver can tell whom it listens to. */
function proofs({ authentication, token }: PushConfig): { readonly [header: string]: string } {
  return {
    ...(authentication !== null && { authorization: `${authentication.scheme} ${authentication.credentials}`.trim() }),
    ...(token !== null && { "x-a2a-notification-token": token }),
  };
}

function taskOfReader(reader: ExecutionReader, taskId: string): JsonObject | null {
  const view = reader.view(false);
  if (view === null) return null;
  const read = (frame: ValueFrame | null): Json | undefined =>
    frame === null ? undefined : reader.value(frame.sequence, frame.slot)?.value;
  const values = { message: read(view.message), output: read(view.output), response: read(view.response) };
  return taskOf(view, { taskId, contextId: view.contextId ?? "" }, values);
}

/** A StreamResponse in 1.0, the bare task in 0.3. */
async function bodyOf(task: JsonObject, version: PushConfig["protocolVersion"]): Promise<string> {
  if (version === "1.0") return JSON.stringify({ task });
  // Loaded only where somebody asked in that version.
  const [{ Task }, { V03PushNotificationSerializer }] = await Promise.all([
    import("@a2a-js/sdk"),
    import("@a2a-js/sdk/compat/v0_3/server"),
  ]);
  const payload = { $case: "task", value: Task.fromJSON(task) } as const;
  return new V03PushNotificationSerializer().serialize({ payload }).body;
}

function failed(execution: string, result: DeliveryResult, reason: string): DeliveryResult {
  console.warn(JSON.stringify({ message: "a push notification was not taken", execution, result, reason }));
  return result;
}
