/**
 * Push configurations: where an A2A client wants to be notified about its task, and the members of a configuration that are shown again.
 */

export interface PushConfig {
  readonly id: string;
  /** The task as its client knows it. */
  readonly taskId: string;
  readonly url: string;
  /** Sent along, so that the receiver knows the task that it waits for. Null if none was given. */
  readonly token: string | null;
  /** Scheme and credentials of the header `Authorization`. Null if none is sent. Never logged, never given back. */
  readonly authentication: { readonly scheme: string; readonly credentials: string } | null;
  /** The protocol version of the client's request. Notifications have the same. */
  readonly protocolVersion: "1.0" | "0.3";
}

/** The shown members of a config: its address, and the scheme of its proof. */
export interface ShownPushConfig extends Pick<PushConfig, "id" | "taskId" | "url"> {
  readonly scheme: string | null;
}

export type SetPushResult =
  | { readonly kind: "SET"; readonly config: ShownPushConfig }
  /** The task has as many as it may. */
  | { readonly kind: "LIMIT_EXCEEDED"; readonly maximum: number }
  /** There is no such execution, or it has no more notifications to send. */
  | { readonly kind: "NOT_FOUND" };

/** Most configs of one task. */
export const maxPushConfigs = 8;

export function shownPushConfig({ authentication, id, taskId, url }: PushConfig): ShownPushConfig {
  return { id, taskId, url, scheme: authentication?.scheme ?? null };
}

/** A request about the configs of a task. */
export type PushCommand =
  | { readonly kind: "SET"; readonly config: PushConfig }
  | { readonly kind: "LIST" }
  | { readonly kind: "REMOVE"; readonly id: string };

export type PushResult = SetPushResult | { readonly kind: "CONFIGS"; readonly configs: readonly ShownPushConfig[] };
