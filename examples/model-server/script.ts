/**
 * Replies that a test has prepared, so that the scripted model misbehaves when and as it is wanted: `POST /script` with a list. Each is
 * used as often as it says, in their order, for the first request that it is meant for; then the model answers by itself again.
 */
import * as z from "zod";

const answer = z.strictObject({
  text: z.string().optional(),
  /** Arguments as text, which need not be JSON. */
  functions: z.array(z.strictObject({ name: z.string(), arguments: z.string() })).optional(),
  finishReason: z.string().nullable().optional(),
  usage: z.record(z.string(), z.unknown()).nullable().optional(),
});

const scriptedReply = z.strictObject({
  /** What it is a reply to; to anything if it says nothing. */
  for: z.enum(["PLAN", "ROUTE", "RESPOND", "AGENT", "OTHER"]).optional(),
  times: z.int().min(1).default(1),
  /** Before anything is sent. */
  delayMs: z.int().min(0).default(0),
  /** What the model says, in the form that the request asks for. */
  answer: answer.optional(),
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).default({}),
  /** The body as it is sent, a piece at a time. */
  chunks: z.array(z.strictObject({ text: z.string(), delayMs: z.int().min(0).default(0) })).default([]),
  /** What follows the last piece: the end, the loss of the connection, or nothing for ever. */
  end: z.enum(["COMPLETE", "CUT", "HANG"]).default("COMPLETE"),
});

export type ScriptedReply = z.output<typeof scriptedReply>;

/** What may be posted. `body` is short for one chunk. */
const scriptShape = z.array(
  z.preprocess((value) => {
    if (typeof value !== "object" || value === null || !("body" in value)) return value;
    const { body, ...rest } = value;
    return { ...rest, chunks: [{ text: typeof body === "string" ? body : JSON.stringify(body) }] };
  }, scriptedReply),
);

export class Script {
  #replies: { readonly reply: ScriptedReply; left: number }[] = [];

  /** Adds replies behind those that are not used yet. Gives what is wrong with them, else null. */
  add(value: unknown): string | null {
    const parsed = scriptShape.safeParse(value);
    if (!parsed.success) return z.prettifyError(parsed.error);
    this.#replies.push(...parsed.data.map((reply) => ({ reply, left: reply.times })));
    return null;
  }

  /** The reply for a request of this purpose. Null if none was prepared. */
  take(purpose: string): ScriptedReply | null {
    const entry = this.#replies.find(({ reply, left }) => left > 0 && (reply.for ?? purpose) === purpose);
    if (entry === undefined) return null;
    entry.left -= 1;
    return entry.reply;
  }

  clear(): void {
    this.#replies = [];
  }
}
