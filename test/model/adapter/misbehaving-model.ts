/** A model server that answers each request exactly as the test says, however wrong that is, and keeps what it was sent. */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { JsonObject } from "../../../src/json/json.ts";
import { type FakeHttpServer, fakeHttpServer, sendJson } from "../../support/callees/http-server.ts";

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

export type ModelAnswer = (response: ServerResponse, request: ReceivedRequest) => void;

export interface MisbehavingModel extends FakeHttpServer {
  /** Every request, in the order of their coming. */
  readonly received: ReceivedRequest[];
  /** What answers from now on. */
  answer: ModelAnswer;
}

/** Listens until closed. */
export async function misbehavingModel(): Promise<MisbehavingModel> {
  const received: ReceivedRequest[] = [];
  const server = await fakeHttpServer((request, response, body) => {
    const seen = { path: request.url ?? "", headers: request.headers, body: JSON.parse(body) as JsonObject };
    received.push(seen);
    model.answer(response, seen);
  });
  const model: MisbehavingModel = { ...server, received, answer: json({}, 500) };
  return model;
}

/** A whole body. */
export function json(body: unknown, status = 200, headers = {}): ModelAnswer {
  return (response) => sendJson(response, status, body, headers);
}

/** A whole body that is no JSON. */
export function text(body: string, status = 200, contentType = "text/html"): ModelAnswer {
  return (response) => {
    response.writeHead(status, { "content-type": contentType });
    response.end(body);
  };
}

/** An event stream that ends well. Events of the chat interface are followed by `[DONE]`. */
export function events(list: readonly unknown[]): ModelAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(eventText(list));
  };
}

/** An event stream whose connection is cut after the events. */
export function cutEvents(list: readonly unknown[]): ModelAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    // Destroyed in the same turn, the events might not leave.
    response.write(eventText(list), () => setImmediate(() => response.destroy()));
  };
}

/** The text of a stream: a line of data per event; strings are lines as they are. */
export function eventText(list: readonly unknown[]): string {
  return list
    .map((event) => {
      if (typeof event === "string") return `${event}\n\n`;
      const name = (event as { readonly type?: string }).type;
      return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(event)}\n\n`;
    })
    .join("");
}

/** The last line of streams of the chat interface. */
export const done = "data: [DONE]";
