/**
 * Corrections of whole answers from servers that claim to be compatible with the chat interface and deviate from it.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../json/json.ts";

/** `body` with the arguments of called functions as text, as the interface has them. Some servers send them as objects. */
export function mendedChatBody(body: Json): Json {
  if (!isJsonObject(body) || !isJsonArray(body.choices)) return body;
  return { ...body, choices: body.choices.map(mendedChoice) };
}

function mendedChoice(choice: Json): Json {
  if (!isJsonObject(choice) || !isJsonObject(choice.message) || !isJsonArray(choice.message.tool_calls)) return choice;
  return { ...choice, message: { ...choice.message, tool_calls: choice.message.tool_calls.map(mendedCall) } };
}

/** A call as the chat interface has it. Workers AI has an older shape, `{name, arguments}`, without a function around it. */
export function mendedCall(call: Json): Json {
  if (!isJsonObject(call)) return call;
  const inner: JsonObject = isJsonObject(call.function)
    ? call.function
    : { name: call.name ?? null, arguments: call.arguments ?? null };
  const given = inner.arguments ?? null;
  const text = typeof given === "string" ? given : given === null ? "" : JSON.stringify(given);
  return { ...call, type: "function", function: { ...inner, arguments: text } };
}
