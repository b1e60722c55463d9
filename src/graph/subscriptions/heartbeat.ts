/** The bounds of `heartbeatMs`, which every subscription takes. */
import { requestError } from "../base/request-error.ts";

const MIN_HEARTBEAT_MS = 5_000;
const MAX_HEARTBEAT_MS = 60_000;

/** Throws BAD_USER_INPUT outside of the bounds. `subject` is the followed thing. */
export function checkedHeartbeat(heartbeatMs: number, subject: string): void {
  if (heartbeatMs >= MIN_HEARTBEAT_MS && heartbeatMs <= MAX_HEARTBEAT_MS) return;
  const required = `required heartbeatMs from ${MIN_HEARTBEAT_MS} to ${MAX_HEARTBEAT_MS}, found ${heartbeatMs}`;
  throw requestError("BAD_USER_INPUT", `Cannot follow ${subject}: ${required}`);
}
