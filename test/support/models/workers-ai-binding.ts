/**
 * The `AI` binding as the platform has it: one method that takes the name of a model and its input, answers with an object or a
 * stream of bytes, and throws errors with a number of their own in front. It cannot be run locally; this follows its documentation,
 * https://developers.cloudflare.com/workers-ai/, and the types of `@cloudflare/workers-types`.
 */
import type { WorkersAiBinding } from "../../../src/model/port.ts";

interface BindingCall {
  readonly model: string;
  readonly input: unknown;
  readonly options: unknown;
}

export interface FakeBinding extends WorkersAiBinding {
  readonly calls: BindingCall[];
}

/** Answers every call with what `answer` gives, which may throw. */
export function fakeBinding(answer: () => unknown): FakeBinding {
  const calls: BindingCall[] = [];
  return {
    calls,
    async run(model, input, options) {
      // What cannot be cloned would not reach the platform.
      calls.push({ model, input: structuredClone(input), options });
      return answer();
    },
  };
}

/** An error of the platform, such as 3040 for want of capacity. */
export function platformError(code: number, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { name: "InferenceUpstreamError" });
}

/** A stream of the platform: the bytes of `text`, in pieces of so many. */
export function byteStream(text: string, pieceBytes = 7): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
}
