/**
 * Everything that a peer can do wrong with one HTTP request, by name. Each is performed on the answer that would have been right, so that
 * the same mischief can be done in every protocol.
 */
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

export const mischiefs = [
  "TOO_MANY",
  "TOO_MANY_RETRY_AFTER",
  "UNAVAILABLE",
  "UNAVAILABLE_RETRY_AFTER",
  "SERVER_ERROR",
  "RESET",
  "RESET_IN_BODY",
  "SLOW_HEADERS",
  "SLOW_BODY",
  "HANG",
  "HANG_IN_BODY",
  "OVERSIZE",
  "OVERSIZE_DECLARED",
  "NOT_JSON",
  "WRONG_SCHEMA",
  "WRONG_ID",
  "REDIRECT",
  "REDIRECT_KEPT",
  "REDIRECT_LOOP",
  "REDIRECT_FORBIDDEN",
] as const;

export type Mischief = (typeof mischiefs)[number];

/** Seconds. Longer than any back-off of the tests. */
export const retryAfterSeconds = 2;

/** Stands in bodies that nobody may repeat. */
export const bodyMarker = "only-the-body-says-this";

export interface Answer {
  readonly contentType: string;
  readonly body: string;
}

export interface Stage {
  readonly response: ServerResponse;
  /** The right answer, one that breaks its schema, or one that belongs to another request. */
  answer(kind: "GOOD" | "WRONG_SCHEMA" | "WRONG_ID"): Answer;
  /** The `Authorization` that came, which bodies repeat. */
  readonly authorization: string;
  /** Where the same request is answered well, at another origin. */
  readonly elsewhere: string;
  /** Where the same request is sent round in a circle. */
  readonly loop: string;
  /** To be called before headers are sent or the connection is cut: from then on nobody awaits headers. */
  headersEnd(): void;
}

/** Resolves when the server has done its part. */
export async function perform(mischief: Mischief | "NONE", stage: Stage): Promise<void> {
  switch (mischief) {
    case "NONE":
      return whole(stage, stage.answer("GOOD"));
    case "TOO_MANY":
      return refuse(stage, 429);
    case "TOO_MANY_RETRY_AFTER":
      return refuse(stage, 429, { "retry-after": String(retryAfterSeconds) });
    case "UNAVAILABLE":
      return refuse(stage, 503);
    case "UNAVAILABLE_RETRY_AFTER":
      return refuse(stage, 503, { "retry-after": String(retryAfterSeconds) });
    case "SERVER_ERROR":
      return refuse(stage, 500);
    case "RESET":
      stage.headersEnd();
      stage.response.socket?.resetAndDestroy();
      return;
    case "RESET_IN_BODY":
      await half(stage);
      // Destroyed in the same turn, the half might not leave.
      await delay(20);
      stage.response.socket?.resetAndDestroy();
      return;
    case "SLOW_HEADERS":
      await delay(200);
      return whole(stage, stage.answer("GOOD"));
    case "SLOW_BODY":
      return slowly(stage);
    case "HANG":
      return;
    case "HANG_IN_BODY":
      return half(stage);
    case "OVERSIZE":
      return endlessly(stage);
    case "OVERSIZE_DECLARED":
      head(stage, 200, { "content-type": stage.answer("GOOD").contentType, "content-length": "100000000" });
      stage.response.write(" ");
      return;
    case "NOT_JSON":
      return whole(stage, { contentType: "text/html", body: `<h1>${bodyMarker}</h1>` });
    case "WRONG_SCHEMA":
      return whole(stage, stage.answer("WRONG_SCHEMA"));
    case "WRONG_ID":
      return whole(stage, stage.answer("WRONG_ID"));
    case "REDIRECT":
      return redirect(stage, 302, stage.elsewhere);
    case "REDIRECT_KEPT":
      return redirect(stage, 307, stage.elsewhere);
    case "REDIRECT_LOOP":
      return redirect(stage, 307, stage.loop);
    case "REDIRECT_FORBIDDEN":
      return redirect(stage, 307, "ftp://127.0.0.1/");
  }
}

function head({ headersEnd, response }: Stage, status: number, headers: { readonly [name: string]: string }): void {
  headersEnd();
  response.writeHead(status, headers);
  response.flushHeaders();
}

function whole(stage: Stage, { body, contentType }: Answer): void {
  head(stage, 200, { "content-type": contentType });
  stage.response.end(body);
}

function refuse(stage: Stage, status: number, headers: { readonly [name: string]: string } = {}): void {
  head(stage, status, { "content-type": "application/json", ...headers });
  const error = { message: `You sent ${stage.authorization}`, type: "mischief" };
  stage.response.end(JSON.stringify({ error, note: bodyMarker, echo: stage.authorization }));
}

function redirect(stage: Stage, status: number, location: string): void {
  head(stage, status, { location });
  stage.response.end(bodyMarker);
}

async function half(stage: Stage): Promise<void> {
  const { body, contentType } = stage.answer("GOOD");
  const length = String(Buffer.byteLength(body));
  head(stage, 200, { "content-type": contentType, "content-length": length });
  await new Promise<void>((resolve) => stage.response.write(body.slice(0, body.length / 2), () => resolve()));
}

async function slowly(stage: Stage): Promise<void> {
  const { body, contentType } = stage.answer("GOOD");
  head(stage, 200, { "content-type": contentType });
  const size = Math.ceil(body.length / 6);
  for (let at = 0; at < body.length; at += size) {
    stage.response.write(body.slice(at, at + size));
    await delay(30);
  }
  stage.response.end();
}

async function endlessly(stage: Stage): Promise<void> {
  const { contentType } = stage.answer("GOOD");
  const isEvents = contentType.startsWith("text/event-stream");
  head(stage, 200, { "content-type": contentType });
  const { response } = stage;
  response.write(isEvents ? "" : '{"pad":"');
  const piece = isEvents ? `: ${bodyMarker}\n\n`.repeat(4_000) : bodyMarker.repeat(4_000);
  const closed = new Promise((resolve) => response.once("close", resolve));
  while (!response.destroyed) {
    if (!response.write(piece)) {
      await Promise.race([closed, new Promise((resolve) => response.once("drain", resolve))]);
    }
    await delay(1);
  }
}
