/** Refusals of `/mcp` before and behind the endpoint; the route needs them without the library of the endpoint. */
import type { Json } from "../json/json.ts";

/**
 * A refusal in the form that clients of the protocol read. Errors without a code of the protocol are identified by their HTTP status,
 * because the codes from -32000 on are reserved. `id` null for a request that was not read.
 */
export function errorResponse(
  status: number,
  code: number,
  message: string,
  id: Json = null,
  headers: { readonly [name: string]: string } = {},
): Response {
  const body = { jsonrpc: "2.0", ...(id !== null && { id }), error: { code, message } };
  return Response.json(body, { status, headers });
}
