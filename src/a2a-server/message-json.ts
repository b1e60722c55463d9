/** A message of a client as plain JSON in the form of A2A 1.0, whatever version it came in: what its fingerprint is made of (E1). */
import { Message } from "@a2a-js/sdk";
import type { Json } from "../json/json.ts";

export function jsonOfMessage(message: Message): Json {
  // Written and read, because members that are undefined are no JSON.
  return JSON.parse(JSON.stringify(Message.toJSON(message))) as Json;
}
