/** The content of a notification of an MCP server about the call in whose stream it came. */
import {
  type CalleeProgress,
  maxProgressText,
  type ProgressNotice,
  progressLevels,
} from "../../execution/events/callee-progress.ts";
import { jsonBeginning } from "../../json/deep-json.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";

/** More characters of a text than are passed on, so that a secret in it is recognised before it is cut. */
const longestRead = maxProgressText * 4;

/** Reads a notification of progress or of a log. `token` is that of the call. */
export function progressNotice(notification: JsonObject, token: string | number): ProgressNotice {
  const params = ownValue(notification, "params");
  if (!isJsonObject(params)) return "BROKEN";
  return notification.method === "notifications/message" ? logged(params) : progressed(params, token);
}

function progressed(params: JsonObject, token: string | number): ProgressNotice {
  const progress = ownValue(params, "progress");
  const total = ownValue(params, "total") ?? undefined;
  const message = ownValue(params, "message") ?? undefined;
  if (ownValue(params, "progressToken") !== token || !isFiniteNumber(progress)) return "BROKEN";
  if (total !== undefined && !isFiniteNumber(total)) return "BROKEN";
  if (message !== undefined && typeof message !== "string") return "BROKEN";
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message: message.slice(0, longestRead) }),
  };
}

/** A line of a log is text, or any JSON. */
function logged(params: JsonObject): CalleeProgress | "BROKEN" {
  const data = ownValue(params, "data");
  const name = ownValue(params, "level");
  const level = progressLevels.find((known) => known.toLowerCase() === name);
  if (data === undefined || level === undefined) return "BROKEN";
  return { message: typeof data === "string" ? data.slice(0, longestRead) : jsonBeginning(data, longestRead), level };
}

function isFiniteNumber(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
