/** What a model was asked, taken apart: whole, and whatever a newer server says. */
import { expect, it } from "vitest";
import { finishWord, requestParts } from "../../../../dashboard/execution/model-calls/request-parts.ts";

it("[N605] a request is messages by role, tools and what bounds the answer, with what was not kept", () => {
  const parameters = { type: "object" };
  const value = {
    messages: [
      { role: "system", text: "Be brief." },
      { role: "user", text: "Hel", omittedCharacters: 2 },
      { role: "critic", text: 7 },
    ],
    tools: [{ name: "plan", description: "Makes a plan.", parameters }],
    maxOutputTokens: 500,
  };
  expect(requestParts(value)).toEqual({
    messages: [
      { role: "System", text: "Be brief.", omitted: 0 },
      { role: "User", text: "Hel", omitted: 2 },
      { role: "critic", text: "7", omitted: 0 },
    ],
    tools: [{ name: "plan", description: "Makes a plan.", parameters }],
    answerSchema: undefined,
    maxOutputTokens: 500,
  });
  expect(requestParts({ answerSchema: { name: "choice", schema: true } }).answerSchema).toBe(true);
  for (const odd of [null, 7, "x", [], { messages: "no", tools: { a: 1 } }])
    expect(requestParts(odd)).toEqual({ messages: [], tools: [], answerSchema: undefined, maxOutputTokens: null });
  expect(["COMPLETE", "LATER"].map(finishWord)).toEqual(["it was done", "LATER"]);
});
