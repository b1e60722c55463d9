/** Input and output of callables that declare none: text, but typed, so that they are called like any function (W13, C22). */
import type { JsonObject } from "../json/json.ts";

/** With `type`, which the interfaces of language models demand (C22). */
export const defaultInputSchema: JsonObject = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
};

/** What agents of ours give back that declare no output. */
export const agentOutputSchema: JsonObject = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
};
