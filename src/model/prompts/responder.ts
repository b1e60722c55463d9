/**
 * RESPOND: the request to the responder and the reading of its reply (P7, P16, H13, H14). The responder receives the messages of the planner
 * byte for byte, and one more: the report of what happened, as data. It has no tools, so nothing that an output says can make it do more than
 * write text.
 */

import type { ModelReply, ModelRequest } from "../port.ts";
import { conversationMessages } from "./conversation-messages.ts";
import { bytesInJson } from "./cut-to-fit.ts";
import { type ResponderInput, reportText } from "./execution-report.ts";

/** What the responder is asked. */
export function responderRequest(input: ResponderInput): ModelRequest {
  const shared = conversationMessages(input);
  const usedBytes = shared.reduce((sum, { text }) => sum + bytesInJson(text), 0);
  const report = reportText(input, input.maxBytes - usedBytes);
  return { model: input.model, messages: [...shared, { role: "USER", text: report }], answer: { kind: "TEXT" } };
}

export type ParsedResponse =
  | { readonly ok: true; readonly text: string }
  /** `message` completes "the responder answered with …". */
  | { readonly ok: false; readonly message: string };

/** What the responder answered. A text that was cut is no answer: its end may be what would have turned its meaning. */
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
