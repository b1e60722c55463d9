/**
 * A front of `/a2a` for the TCK, which tells its system under test by the id of a message how its task should go. Workflows do not see that
 * id, so the front writes what it asks for into the message, as data that the workflow `tck` takes for its input. It also makes the id
 * unique, because the TCK gives several messages one id, which is one message for Planwright.
 */
import { type Front, isObject, objectIn, startFront } from "../front.ts";

/** What the workflow does: asks a person first or not, and ends with this output. */
interface Conduct {
  readonly ask: boolean;
  readonly result: { readonly [name: string]: unknown };
}

/** Where the workflow is served. */
export const agentPath = "/a2a/default/tck";

/** `asks` says of a message that its task should wait for a person. */
export function startA2aFront(origin: string, asks: (messageId: string) => boolean): Promise<Front> {
  let count = 0;
  return startFront(origin, {
    // The TCK adds a slash to the address of the interface, and that of 0.3 looks for the card at the root of the host.
    requestPath: (path) => (path.startsWith("/.well-known/") ? `${agentPath}${path}` : path.replace(/(.)\/$/, "$1")),
    requestBody(text) {
      const request = objectIn(text);
      if (request === null || !isObject(request.params) || !isObject(request.params.message)) return text;
      const { message } = request.params;
      const { messageId, parts } = message;
      if (typeof messageId !== "string" || !isConcerned(parts)) return text;
      count += 1;
      const isNew = typeof message.taskId !== "string" && typeof message.task_id !== "string";
      const conduct: Conduct = { ask: asks(messageId), result: { key: "value", count: 42 } };
      const data = isNew ? conduct : { accept: true };
      const kind = Object.hasOwn(parts[0] ?? {}, "kind") ? { kind: "data" } : {};
      const changed = { ...message, messageId: `${messageId}-${count}`, parts: [{ ...kind, data }] };
      return JSON.stringify({ ...request, params: { ...request.params, message: changed } });
    },
  });
}

/** Messages of text alone. All others are sent on as they are, because what becomes of them is what is tested. */
function isConcerned(parts: unknown): parts is readonly { readonly text: string }[] {
  const isText = (part: unknown) => isObject(part) && typeof part.text === "string" && part.mediaType === undefined;
  return Array.isArray(parts) && parts.length > 0 && parts.every(isText);
}
