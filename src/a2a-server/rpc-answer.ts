/**
 * The response to a JSON-RPC request of A2A, before it is written to a connection.
 */
import type { Json, JsonObject } from "../json/json.ts";

export type RpcAnswer = RpcObject | RpcStream;

/** One object. Errors of the protocol have the status 200; 403 and 429 are used for errors that HTTP defines. */
export interface RpcObject {
  readonly kind: "OBJECT";
  readonly status: 200 | 403 | 429;
  readonly body: JsonObject;
  readonly headers: AnswerHeaders;
}

/** Several, one after another. */
export interface RpcStream {
  readonly kind: "STREAM";
  readonly first: JsonObject;
  /** The items after the first. */
  readonly items: AsyncIterator<unknown>;
  /** The last item if the stream fails. */
  readonly failed: (error: unknown) => JsonObject;
  /** To be called once, when the stream is over. */
  readonly leave: () => void;
  readonly headers: AnswerHeaders;
}

export type AnswerHeaders = { readonly [name: string]: string };

export type RpcId = string | number | null;

/** An error of the protocol, with details where the version has a form for them. */
export function refused(id: RpcId, code: number, message: string, data?: Json): RpcObject {
  const error = { code, message, ...(data !== undefined && { data }) };
  return { kind: "OBJECT", status: 200, body: { jsonrpc: "2.0", id, error }, headers: {} };
}

/** The caller lacks a scope. */
export function forbidden(id: RpcId, scope: string): RpcObject {
  const message = `Cannot serve the request: required the scope ${scope}, which the caller does not hold`;
  const headers = { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` };
  return { ...refused(id, -32_603, message), status: 403, headers };
}

/** The caller must wait. `seconds` of 1 or more. */
export function tooMany(id: RpcId, message: string, seconds: number): RpcObject {
  return { ...refused(id, -32_603, message), status: 429, headers: { "retry-after": String(seconds) } };
}
