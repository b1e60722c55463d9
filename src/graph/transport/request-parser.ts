/**
 * Reads a request over HTTP into the four members that the protocol knows. Other methods than GET and POST, other content types than JSON,
 * lists of operations, malformed members and JSON that is nested too deeply are refused; members of other names are ignored.
 */
import { GraphQLError } from "graphql";
import { boundsText, isWithin } from "../../json/json-count.ts";
import { maxJson } from "../../plan/limits.ts";
import type { RequestErrorCode } from "../base/request-error.ts";
import { requestLimits } from "../base/request-limits.ts";
import { isNestedDeeperThan } from "./json-depth.ts";

/** A GraphQL request of any transport. */
export interface OperationParams {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: { readonly [name: string]: unknown };
  readonly extensions?: { readonly [name: string]: unknown };
}

/** The request in `request`, or the answer to one that is none of GraphQL. Throws an error to answer with. */
export async function readRequest(request: Request): Promise<OperationParams | Response> {
  if (request.method === "GET") return readUrl(request);
  if (request.method !== "POST") return methodRefusal(request.method);
  return contentTypeRefusal(request.headers) ?? readBody(request);
}

/** Never as a stream, even if the client accepts one: the status of a stream would say success. */
function methodRefusal(method: string): Response {
  const message = `Cannot read the request: required GET or POST, found ${method.slice(0, 40)}`;
  const body = { errors: [{ message, extensions: { code: "BAD_USER_INPUT" } }] };
  return Response.json(body, { status: 405, headers: { allow: "GET, POST" } });
}

/** A header that came twice holds both values. */
function contentTypeRefusal(headers: Headers): Response | undefined {
  const given = headers.get("content-type") ?? "";
  const mediaTypes = given.split(",").map((value) => value.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  if (mediaTypes.every((mediaType) => mediaType === "application/json")) return undefined;
  const found = given.trim() === "" ? "none" : JSON.stringify(mediaTypes.join(", ").slice(0, 100));
  const message = `Cannot read the request: required the content type application/json, found ${found}`;
  return Response.json({ errors: [{ message, extensions: { code: "UNSUPPORTED_MEDIA_TYPE" } }] }, { status: 415 });
}

async function readBody(request: Request): Promise<OperationParams> {
  const body = parsedJson(await request.text(), "the body");
  if (Array.isArray(body)) throw unreadable("required one operation as a JSON object, found a list");
  if (!isObject(body)) throw unreadable(`required a JSON object, found ${kindOf(body)}`);
  const member = (name: string) => (Object.hasOwn(body, name) ? body[name] : undefined);
  return checkedParams({
    query: member("query"),
    operationName: member("operationName"),
    variables: member("variables"),
    extensions: member("extensions"),
  });
}

function readUrl(request: Request): OperationParams {
  const given = new URL(request.url, "http://localhost").searchParams;
  const text = (name: string) => given.get(name) || undefined;
  const json = (name: string) => {
    const value = text(name);
    return value === undefined ? undefined : parsedJson(value, `the parameter ${name}`);
  };
  return checkedParams({
    query: text("query"),
    operationName: text("operationName"),
    variables: json("variables"),
    extensions: json("extensions"),
  });
}

function parsedJson(text: string, place: string): unknown {
  const maximum = requestLimits.jsonDepth;
  if (isNestedDeeperThan(text, maximum)) {
    const message = `required at most ${maximum} objects and arrays within one another in ${place}, found more`;
    throw unreadable(message, "REQUEST_TOO_COMPLEX");
  }
  if (!isWithin(text, maxJson)) {
    const message = `required ${boundsText(maxJson)} in ${place}, found more`;
    throw unreadable(message, "REQUEST_TOO_COMPLEX");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(`required JSON in ${place}, found something else`);
  }
}

/** Null means absent, and so does an empty operation name: clients in Go and URLs say so, and no operation can have it. */
function checkedParams(found: { readonly [Member in keyof OperationParams]: unknown }): OperationParams {
  const { query, operationName, variables, extensions } = found;
  if (!isPresent(query) && isObject(extensions) && isPresent(extensions.persistedQuery)) throw persistedQuery();
  if (typeof query !== "string") throw unreadable(`required text as query, found ${kindOf(query)}`);
  return {
    query,
    ...(isPresent(operationName) && operationName !== "" && { operationName: checkedText(operationName) }),
    ...(isPresent(variables) && { variables: checkedObject(variables, "variables") }),
    ...(isPresent(extensions) && { extensions: checkedObject(extensions, "extensions") }),
  };
}

function checkedText(value: unknown): string {
  if (typeof value === "string") return value;
  throw unreadable(`required text as operationName, found ${kindOf(value)}`);
}

function checkedObject(value: unknown, name: string): { [name: string]: unknown } {
  if (isObject(value)) return value;
  throw unreadable(`required a JSON object as ${name}, found ${kindOf(value)}`);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (!isPresent(value)) return "none";
  return Array.isArray(value) ? "a list" : `a value of the type ${typeof value}`;
}

/** Clients that name a document by its hash know this text, and then send the document. */
function persistedQuery(): GraphQLError {
  const extensions = { code: "PERSISTED_QUERY_NOT_SUPPORTED", http: { spec: true, status: 400 } };
  return new GraphQLError("PersistedQueryNotSupported", { extensions });
}

/** This is no answer of GraphQL, so the status says so for every accepted media type. */
function unreadable(finding: string, code: RequestErrorCode = "BAD_USER_INPUT"): GraphQLError {
  return new GraphQLError(`Cannot read the request: ${finding}`, { extensions: { code, http: { status: 400 } } });
}
