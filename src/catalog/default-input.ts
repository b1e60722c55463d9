/** Input and output of callables that declare none: text, but typed, so that they are called like any function (W13, C22). */
import type { JsonObject } from "../json/json.ts";

/** With `type`, which the interfaces of language models demand (C22). */
export const defaultInputSchema: JsonObject = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
};

/** The output of agents of ours that declare none. */
export const agentOutputSchema: JsonObject = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
};
