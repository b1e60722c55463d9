/**
 * RESPOND: the request to the responder and the reading of its reply (P7, P16, H13, H14). The responder receives the messages of the
 * planner byte for byte, and one more: the report of the execution, as data. It has no tools, so no text in an output can make it do more
 * than write text. For an agent with an output schema it writes one JSON object; answers that broke the schema follow with their problems.
 */

import { maxAnswerCorrectionBytes } from "../../execution/budget/responder-bound.ts";
import type { ModelMessage, ModelReply, ModelRequest } from "../port.ts";
import { conversationMessages } from "./conversation-messages.ts";
import { bytesInJson } from "./cut-to-fit.ts";
import { type RequiredOutput, type ResponderInput, reportText } from "./execution-report.ts";
import { cuttable, fittedText } from "./fitted-text.ts";
import { schemaName } from "./schema-name.ts";

/** The request to the responder. */
export function responderRequest(input: ResponderInput): ModelRequest {
  const { model, output } = input;
  const shared = conversationMessages(input);
  const corrections = (output?.corrections ?? []).map(correctionMessage);
  const usedBytes = [...shared, ...corrections].reduce((sum, { text }) => sum + bytesInJson(text), 0);
  const report = reportText(input, input.maxBytes - usedBytes);
  return {
    model,
    messages: [...shared, { role: "USER", text: report }, ...corrections],
    answer:
      output === undefined ? { kind: "TEXT" } : { kind: "JSON", name: schemaName(output.name), schema: output.schema },
  };
}

/** Both as data in the role USER: an answer may have been empty, or cut here, and no provider takes that for an answer of its own. */
function correctionMessage({ problems, reply }: RequiredOutput["corrections"][number]): ModelMessage {
  const parts = [
    "This answer was refused, because it does not satisfy the schema. Give a whole new answer in the same way, without these problems.",
    cuttable("rejected_answer", [reply]),
    cuttable("problems", problems),
  ];
  return { role: "USER", text: fittedText(parts, maxAnswerCorrectionBytes) };
}

export type ParsedResponse =
  | { readonly ok: true; readonly text: string }
  /** `message` completes "the responder answered with …". */
  | { readonly ok: false; readonly message: string };

/** The answer of the responder. A text that was cut is no answer: its end might have changed its meaning. */
export function readResponderReply({ text, functions, stop }: ModelReply): ParsedResponse {
  if (stop === "REFUSED") return { ok: false, message: "a refusal" };
  if (stop === "LENGTH") return { ok: false, message: "a text that was cut at its greatest length" };
  const [called] = functions;
  if (called !== undefined) {
    return {
      ok: false,
      message: `a call of the function "${called.name.slice(0, 100)}", although it was offered none`,
    };
  }
  return text.trim() === "" ? { ok: false, message: "nothing" } : { ok: true, text };
}
