/** The text of a request as a JSON-RPC request of A2A: one object with an id, a version and parameters of the right shape. */

import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonDepth, ownValue } from "../json/json.ts";
import { boundsText, isWithin } from "../json/json-count.ts";
import { maxJson } from "../plan/limits.ts";
import { respelled, type SpelledMember } from "./member-names.ts";
import type { Operation, ProtocolVersion } from "./operations.ts";
import { readParams, type ShapeViolation } from "./request-shape.ts";
import { type RpcId, type RpcObject, refused } from "./rpc-answer.ts";

const maxJsonDepth = 128;

export interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  /** As received. */
  readonly params: Json | undefined;
}

export type ParsedRpcRequest =
  | { readonly ok: true; readonly request: RpcRequest }
  | { readonly ok: false; readonly answer: RpcObject };

export function readRpcRequest(text: string): ParsedRpcRequest {
  if (!isWithin(text, maxJson)) {
    const message = `Cannot read the request: required ${boundsText(maxJson)}, found more`;
    return { ok: false, answer: refused(null, -32_600, message) };
  }
  let body: Json;
  try {
    body = JSON.parse(text);
  } catch {
    return { ok: false, answer: refused(null, -32_700, "Cannot read the request: required JSON, found other text") };
  }
  const read = isJsonObject(body) ? ownValue(body, "id") : undefined;
  const id = isRpcId(read) ? read : null;
  const invalid = (finding: string): ParsedRpcRequest => {
    return { ok: false, answer: refused(id, -32_600, `Cannot read the request: required ${finding}`) };
  };
  if (isJsonArray(body)) return invalid("one JSON-RPC request, found a batch");
  if (!isJsonObject(body)) return invalid("a JSON-RPC request, found no object");
  if (jsonDepth(body, maxJsonDepth + 1) > maxJsonDepth) {
    return invalid(`at most ${maxJsonDepth} objects and arrays within one another, found more`);
  }
  if (ownValue(body, "jsonrpc") !== "2.0") return invalid('the member "jsonrpc" with "2.0", found another');
  if (id === null) {
    return invalid("an id that is a text or a whole number, because nothing here is a notification, found none");
  }
  const method = ownValue(body, "method");
  if (typeof method !== "string" || method === "") return invalid("a method, found none");
  return { ok: true, request: { id, method, params: ownValue(body, "params") } };
}

function isRpcId(id: Json | undefined): id is string | number {
  return typeof id === "string" || (typeof id === "number" && Number.isInteger(id));
}

export type CheckedParams =
  | { readonly ok: true; readonly params: JsonObject }
  | { readonly ok: false; readonly answer: RpcObject };

/** The known parameters of the version, or the answer with their problems. */
export function checkedParams(
  { id, params }: RpcRequest,
  version: ProtocolVersion,
  operation: Operation,
  tenant: string,
): CheckedParams {
  const spelled = respelled(params);
  const parsed = readParams(version, operation, spelled.params);
  const violations = [
    ...tenantViolations(params, tenant),
    ...spellingViolations(version, spelled.respelled),
    ...(parsed.ok ? [] : parsed.violations),
  ];
  const [first] = violations;
  if (parsed.ok && first === undefined) return parsed;
  const message = `Cannot take the parameters: ${first?.field}: ${first?.description}`;
  if (version === "0.3") return { ok: false, answer: refused(id, -32_602, message) };
  const fieldViolations = violations.map((violation) => ({ ...violation }));
  const details = { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations };
  return { ok: false, answer: refused(id, -32_602, message, [details]) };
}

/** 0.3 has one spelling; 1.0 has both, one at a time. */
function spellingViolations(version: ProtocolVersion, found: readonly SpelledMember[]): readonly ShapeViolation[] {
  const wrong = version === "0.3" ? found : found.filter(({ isTwice }) => isTwice);
  return wrong.slice(0, 20).map(({ name, path }) => {
    const expected = version === "0.3" ? `expected the name ${name}` : `expected one spelling, found ${name} too`;
    return { field: path, description: expected };
  });
}

/** The tenant stands in the address; a client may repeat it, as the card says. */
function tenantViolations(params: Json | undefined, tenant: string): readonly ShapeViolation[] {
  const named = isJsonObject(params) ? (ownValue(params, "tenant") ?? "") : "";
  return named === "" || named === tenant
    ? []
    : [{ field: "tenant", description: "expected that of the address, or none" }];
}
