/** The request of an operation from the arguments of a call: each value where the document says, written as its style says. */
import { fitsHeader, unfitForHeader } from "../../catalog/credentials/credential-refusal.ts";
import {
  type CredentialPlace,
  type FormField,
  type HttpOperation,
  type OperationBody,
  type OperationParameter,
  takesCredential,
} from "../../catalog/openapi/http-operation.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from "../../json/json.ts";

export interface WrittenRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: BodyInit | undefined;
}

export type ParsedRequest =
  | { readonly ok: true; readonly request: WrittenRequest }
  /** `finding` names the argument and its problem. */
  | { readonly ok: false; readonly finding: string };

/** Thrown and caught in this file. */
class Unsendable extends Error {}

/** The request that calls `operation` of the server that is registered at `baseUrl`. `secret` is the value that the server is sent. */
export function operationRequest(
  baseUrl: string,
  operation: HttpOperation,
  given: JsonObject,
  credential: CredentialPlace,
  secret: string | undefined,
): ParsedRequest {
  try {
    return { ok: true, request: written(baseUrl, operation, given, credential, secret) };
  } catch (error) {
    if (error instanceof Unsendable) return { ok: false, finding: error.message };
    throw error;
  }
}

function written(
  registered: string,
  operation: HttpOperation,
  given: JsonObject,
  credential: CredentialPlace,
  secret: string | undefined,
): WrittenRequest {
  const { body, method, parameters, path: template, server: baseUrl = registered } = operation;
  const headers = new Headers({ accept: "application/json, text/plain;q=0.5, */*;q=0.1" });
  const query: string[] = [];
  const cookies: string[] = [];
  const segments = new Map<string, string>();
  for (const parameter of parameters) {
    const value = ownValue(given, parameter.argument);
    if (value === undefined) continue;
    if (parameter.in === "path") segments.set(parameter.name, pathText(parameter, value));
    else if (parameter.in === "header") headers.set(parameter.name, headerText(parameter, value));
    else if (parameter.in === "cookie") cookies.push(...pairs(parameter, value));
    else query.push(...pairs(parameter, value));
  }
  const path = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const segment = segments.get(name);
    if (segment === undefined) throw new Unsendable(`the path needs ${JSON.stringify(name)}, and no argument gives it`);
    return segment;
  });
  if (secret !== undefined && takesCredential(operation, registered))
    addSecret(credential, secret, headers, query, cookies);
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  const url = new URL(`${baseUrl}${path}`);
  if (url.origin !== new URL(baseUrl).origin) throw new Unsendable("the path leads to another server");
  // The path may have a query of its own. At once: each change of an address writes all of it again.
  if (query.length > 0) url.search = [url.search.slice(1), ...query].filter((part) => part !== "").join("&");
  const value = body === undefined ? undefined : ownValue(given, body.argument);
  if (body === undefined || value === undefined || method === "GET" || method === "HEAD")
    return { url: url.href, headers, body: undefined };
  return { url: url.href, headers, body: bodyOf(body, value, headers) };
}

function addSecret(
  { in: place, name, scheme }: CredentialPlace,
  secret: string,
  headers: Headers,
  query: string[],
  cookies: string[],
): void {
  const isInHeader = place === "header" && scheme !== "Basic";
  if (isInHeader && !fitsHeader(secret)) throw new Unsendable(unfitForHeader);
  if (place === "query") query.push(`${encoded(name)}=${encoded(secret)}`);
  else if (place === "cookie") cookies.push(`${name}=${encoded(secret)}`);
  else
    headers.set(
      name,
      scheme === "Basic" ? `Basic ${base64(secret)}` : scheme === "Bearer" ? `Bearer ${secret}` : secret,
    );
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** A value within the path. It is one segment: one that leads elsewhere is refused. */
function pathText(parameter: OperationParameter, value: Json): string {
  const text = simpleText(parameter, value, encoded);
  if (text === "" || text === "." || text === "..")
    throw new Unsendable(
      `required a value for ${JSON.stringify(parameter.argument)} that is a part of a path, found ${JSON.stringify(text)}`,
    );
  return text;
}

function headerText(parameter: OperationParameter, value: Json): string {
  const text = simpleText(parameter, value, (part) => part);
  if (!/^[\t\x20-\x7e]*$/.test(text))
    throw new Unsendable(
      `required a value for ${JSON.stringify(parameter.argument)} of printable ASCII, because it is a header`,
    );
  return text;
}

/** `a,b` for a list, `k,v` or with `explode` `k=v` for an object. */
function simpleText({ explode, style }: OperationParameter, value: Json, encode: (part: string) => string): string {
  if (style === "json") return encode(JSON.stringify(value));
  if (isJsonArray(value)) return value.map((item) => encode(plain(item))).join(",");
  if (!isJsonObject(value)) return encode(plain(value));
  return Object.entries(value)
    .map(([name, member]) => `${encode(name)}${explode ? "=" : ","}${encode(plain(member))}`)
    .join(",");
}

/** `name=value` as often as the style says. */
function pairs({ explode, name, style }: FormField, value: Json): readonly string[] {
  const pair = (key: string, text: string) => `${encoded(key)}=${text}`;
  if (style === "json") return [pair(name, encoded(JSON.stringify(value)))];
  if (style === "deepObject") return deepPairs(name, value);
  if (isJsonArray(value)) {
    const items = value.map((item) => encoded(plain(item)));
    if (explode) return items.map((item) => pair(name, item));
    return [pair(name, items.join(style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ","))];
  }
  if (!isJsonObject(value)) return [pair(name, encoded(plain(value)))];
  const members = Object.entries(value);
  if (explode) return members.map(([key, member]) => pair(key, encoded(plain(member))));
  return [pair(name, members.flatMap(([key, member]) => [encoded(key), encoded(plain(member))]).join(","))];
}

/**
 * Names in brackets. The standard leaves open what lies deeper than a member; this is how most servers read it: `a[b][c]=1`, `a[]=1` for an
 * item of a list, `a[0][b]=1` for one with members.
 */
function deepPairs(name: string, value: Json): readonly string[] {
  if (isJsonArray(value)) {
    return value.flatMap((item, at) =>
      deepPairs(`${name}[${typeof item === "object" && item !== null ? at : ""}]`, item),
    );
  }
  if (!isJsonObject(value)) return [`${encoded(name)}=${encoded(plain(value))}`];
  return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member));
}

function bodyOf({ contentType, fields = [] }: OperationBody, value: Json, headers: Headers): BodyInit {
  const type = contentType.toLowerCase();
  if (type.startsWith("application/x-www-form-urlencoded")) {
    headers.set("content-type", "application/x-www-form-urlencoded");
    const styled = new Map(fields.map((field) => [field.name, field]));
    const written = membersOf(value).flatMap(([name, member]) => {
      const field = styled.get(name);
      return field === undefined
        ? listOf(member).map((one) => `${encoded(name)}=${encoded(plain(one))}`)
        : pairs(field, member);
    });
    return written.join("&");
  }
  if (type.startsWith("multipart/form-data")) {
    const form = new FormData();
    for (const [name, member] of membersOf(value)) for (const one of listOf(member)) form.append(name, plain(one));
    return form;
  }
  headers.set("content-type", contentType);
  return type.startsWith("text/") && typeof value === "string" ? value : JSON.stringify(value);
}

function membersOf(value: Json): readonly (readonly [string, Json])[] {
  if (!isJsonObject(value)) throw new Unsendable("required an object as the body, because it is sent as a form");
  return Object.entries(value);
}

function listOf(value: Json): readonly Json[] {
  return isJsonArray(value) ? value : [value];
}

function plain(value: Json): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value === null ? "" : String(value);
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
