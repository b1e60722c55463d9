/**
 * A front of `/mcp` for the conformance suite, which calls tools by names of its own: workflows are tools named `workflow_NAME`, and here
 * they are named `NAME`. Nothing else of a request or an answer is changed.
 */
import { type Front, isObject, objectIn, startFront } from "../front.ts";

const prefix = "workflow_";

/** `names` are those of the workflows, without the prefix. */
export function startRenamingFront(origin: string, names: readonly string[]): Promise<Front> {
  const known = new Set(names);
  return startFront(origin, {
    requestBody: (text) => renamedCall(text, known),
    requestHeader: (name, value) => (name === "mcp-name" && known.has(value) ? `${prefix}${value}` : value),
    answerBody: (sent) =>
      sent.includes('"tools/list"') ? (text) => text.replaceAll(`"name":"${prefix}`, '"name":"') : null,
  });
}

function renamedCall(text: string, names: ReadonlySet<string>): string {
  const message = objectIn(text);
  if (message?.method !== "tools/call" || !isObject(message.params)) return text;
  const { name } = message.params;
  if (typeof name !== "string" || !names.has(name)) return text;
  return JSON.stringify({ ...message, params: { ...message.params, name: `${prefix}${name}` } });
}
