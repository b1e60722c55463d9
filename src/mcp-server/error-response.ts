/** Refusals of `/mcp` before and behind the endpoint; the route needs them without the library of the endpoint. */
import type { Json } from "../json/json.ts";

/**
 * A refusal in the form that clients of the protocol read. What the protocol has no code for is told by its HTTP status, because the codes
 * from -32000 on are spoken for. `id` null for a request that was not read.
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
