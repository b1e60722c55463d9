/**
 * Room `catalog/openapi`: operations of an OpenAPI document (3.0 and 3.1) as tools.
 *
 * Owns: the reading of a document (this file), one operation as a tool (`operation-tool.ts`) with its arguments (`operation-input.ts`), schemas that stand by themselves
 * (`contained-schema.ts`), references within a document (`document-parts.ts`), where arguments go (`http-operation.ts`). Leaves: fetching a
 * document to `durable/catalog`; calls to `tools/openapi`; the facts that the catalog trusts to `catalog`.
 *
 * Invariants:
 * - Pure and bounded: every document gives tools, or reasons why there is none, also with endless references or operations without ids.
 * - The same document gives the same tools with the same names. The order of members within an operation does not count.
 * - A schema is never narrower than the document says.
 */
import { isJsonObject, type Json, type JsonObject, ownValue, utf8Bytes } from "../../json/json.ts";
import { nearestNames, suggested } from "../../json/nearest-name.ts";
import type { EffectClass } from "../../plan/callable.ts";
import { type DiscoveredTool, type DroppedTool, keptDropped } from "../discovered-tool.ts";
import { listAt, objectAt, resolved, textAt } from "./document-parts.ts";
import { ownServer, type ServerOptions, serverAddress } from "./document-servers.ts";
import type { CredentialPlace } from "./http-operation.ts";
import { operationTool } from "./operation-tool.ts";

/** Bytes of a document as JSON. */
const maxDocumentBytes = 8 * 1024 * 1024;
const maxTools = 300;
/** Bytes of all tools together, as JSON. */
const maxToolBytes = 2 * 1024 * 1024;
const methods = ["get", "head", "post", "put", "patch", "delete"] as const;

export interface OpenApiOptions extends ServerOptions {
  /** Names of the operations that become tools; all unless said. */
  readonly operations?: readonly string[] | undefined;
  readonly effects?: ReadonlyMap<string, EffectClass> | undefined;
  /** Name of the security scheme that the secret is for; the first that the document demands unless said. */
  readonly securityScheme?: string | undefined;
}

export type ParsedOpenApi =
  | {
      readonly ok: true;
      readonly version: string;
      /** Without a slash at its end. */
      readonly baseUrl: string;
      readonly credential: CredentialPlace;
      readonly tools: readonly DiscoveredTool[];
      /** Operations that are no tool, and shortcomings of tools. */
      readonly dropped: readonly DroppedTool[];
    }
  | {
      readonly ok: false;
      readonly member: "document" | "operations" | "effects" | "baseUrl" | "securityScheme";
      readonly code: "INVALID_INPUT" | "LIMIT_EXCEEDED";
      readonly message: string;
    };

/** The tools of `document`. */
export function readOpenApi(document: Json, options: OpenApiOptions = {}): ParsedOpenApi {
  if (!isJsonObject(document)) return refused("document", "Cannot read the OpenAPI document: required an object");
  const version = textAt(document, "openapi");
  if (version === undefined || !/^3\.[01](?:\.|$)/.test(version)) {
    const swagger = textAt(document, "swagger");
    const found = version ?? (swagger === undefined ? "none" : `swagger ${swagger}`);
    return refused(
      "document",
      `Cannot read the OpenAPI document: required the version 3.0 or 3.1 in "openapi", found ${found.slice(0, 40)}. Convert it first, for example with swagger2openapi`,
    );
  }
  const bytes = utf8Bytes(JSON.stringify(document));
  if (bytes > maxDocumentBytes) {
    const message = `Cannot read the OpenAPI document: required at most ${maxDocumentBytes} bytes, found ${bytes}. Take out the paths that are not needed`;
    return refused("document", message, "LIMIT_EXCEEDED");
  }
  const baseUrl = serverAddress(document, options);
  if (baseUrl === undefined) {
    const found = textAt(listAt(document, "servers")[0], "url") ?? "none";
    return refused(
      "baseUrl",
      `Cannot find the address of the server: required an absolute one in servers or as baseUrl, found ${found.slice(0, 200)}`,
    );
  }
  const secured = credentialPlace(document, options.securityScheme);
  if (typeof secured === "string") return refused("securityScheme", secured);
  const { credential, scheme } = secured;
  return toolsOf(document, options, { version, baseUrl, credential }, scheme);
}

function toolsOf(
  document: JsonObject,
  options: OpenApiOptions,
  facts: { readonly version: string; readonly baseUrl: string; readonly credential: CredentialPlace },
  scheme: string | undefined,
): ParsedOpenApi {
  const listed = operationsOf(document);
  const names = operationNames(listed);
  for (const [member, wished] of [
    ["operations", options.operations ?? []],
    ["effects", [...(options.effects?.keys() ?? [])]],
  ] as const) {
    const unknown = wished.find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    const nearest = nearestNames(unknown, names);
    const advice = suggested(nearest);
    return refused(
      member,
      `Cannot use the operation ${JSON.stringify(unknown.slice(0, 80))}: required one of the document${advice}`,
    );
  }
  const chosen = listed
    .map((one, at) => ({ ...one, name: names[at] as string }))
    .filter(({ name }) => options.operations?.includes(name) ?? true);
  if (chosen.length > maxTools) {
    const message = `Cannot register ${chosen.length} operations: required at most ${maxTools}. Choose some with operations`;
    return refused("operations", message, "LIMIT_EXCEEDED");
  }
  const tools: DiscoveredTool[] = [];
  const dropped: DroppedTool[] = [];
  const { baseUrl } = facts;
  for (const { name, own, ...at } of chosen) {
    const place = ownServer(own, document, baseUrl, options);
    const common = { document, name, effectClass: options.effects?.get(name), baseUrl, scheme };
    const read = place.ok ? operationTool({ ...at, ...common, server: place.server }) : place;
    if (!read.ok) dropped.push({ name, reason: read.reason });
    else {
      tools.push(read.tool);
      for (const warning of read.warnings) dropped.push({ name, reason: `registered, but ${warning}` });
    }
  }
  if (tools.length === 0)
    return refused(
      "document",
      `Cannot register the OpenAPI document: required an operation that can be called, found none${dropped[0] === undefined ? "" : `; ${dropped[0].name}: ${dropped[0].reason}`}`,
    );
  const bytes = utf8Bytes(JSON.stringify(tools));
  if (bytes > maxToolBytes) {
    const message = `Cannot register ${tools.length} operations: their schemas have ${bytes} bytes, required at most ${maxToolBytes}. Choose some with operations`;
    return refused("operations", message, "LIMIT_EXCEEDED");
  }
  return { ok: true, ...facts, tools, dropped: keptDropped(dropped) };
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  readonly shared: readonly Json[];
  /** Its own server, or that of its path. Undefined for that of the document. */
  readonly own: Json | undefined;
}

/** Each operation with the name of its tool and the id that the document gives it, if any. `method` is in lower case. */
export function namedOperations(
  document: JsonObject,
): readonly { readonly name: string; readonly id?: string; readonly method: string; readonly path: string }[] {
  const listed = operationsOf(document);
  const names = operationNames(listed);
  return listed.map(({ method, operation, path }, at) => {
    const id = textAt(operation, "operationId");
    return { name: names[at] as string, ...(id !== undefined && { id }), method: method.toLowerCase(), path };
  });
}

/** All operations, in the order of the document. */
function operationsOf(document: JsonObject): readonly Listed[] {
  return Object.entries(objectAt(document, "paths")).flatMap(([path, given]) => {
    const item = resolved(document, given);
    if (item === undefined || !path.startsWith("/")) return [];
    const shared = listAt(item, "parameters");
    return methods.flatMap((method) => {
      const operation = ownValue(item, method);
      if (!isJsonObject(operation)) return [];
      const [own] = [...listAt(operation, "servers"), ...listAt(item, "servers")];
      return [{ method: method.toUpperCase(), path, operation, shared, own }];
    });
  });
}

/** The id of each operation, or its method and path where it has none; unique. */
function operationNames(listed: readonly Listed[]): readonly string[] {
  const taken = new Set<string>();
  /** The next number by base: a document may give all its operations the same id. */
  const numbers = new Map<string, number>();
  return listed.map(({ method, operation, path }) => {
    const wished = textAt(operation, "operationId") ?? `${method.toLowerCase()}${path.replace(/[{}]/g, "")}`;
    const base =
      wished
        .replace(/[^A-Za-z0-9_.-]+/g, "_")
        .replace(/^_+|(?<!_)_+$/g, "")
        .slice(0, 120) || method.toLowerCase();
    let name = base;
    let number = numbers.get(base) ?? 2;
    for (; taken.has(name); number += 1) name = `${base}_${number}`;
    numbers.set(base, number);
    taken.add(name);
    return name;
  });
}

interface Secured {
  readonly credential: CredentialPlace;
  /** Name of the security scheme that the secret is for. Undefined if the document has none. */
  readonly scheme: string | undefined;
}

/** Where the secret goes; a text says why none can be sent. */
function credentialPlace(document: JsonObject, wished: string | undefined): Secured | string {
  const schemes = objectAt(objectAt(document, "components"), "securitySchemes");
  const demanded = listAt(document, "security").flatMap((one) => (isJsonObject(one) ? Object.keys(one) : []));
  const names = wished === undefined ? [...demanded, ...Object.keys(schemes)] : [wished];
  for (const name of names) {
    const place = placeOf(resolved(document, ownValue(schemes, name)));
    if (place !== undefined) return { credential: place, scheme: name };
  }
  if (wished === undefined)
    return { credential: { in: "header", name: "authorization", scheme: "Bearer" }, scheme: undefined };
  return `Cannot use the security scheme ${JSON.stringify(wished.slice(0, 80))}: required one of the document that is http, apiKey, oauth2 or openIdConnect, found ${Object.keys(schemes).slice(0, 10).join(", ") || "none"}`;
}

function placeOf(scheme: JsonObject | undefined): CredentialPlace | undefined {
  const type = textAt(scheme, "type");
  if (type === "oauth2" || type === "openIdConnect") return { in: "header", name: "authorization", scheme: "Bearer" };
  if (type === "http") {
    const kind = textAt(scheme, "scheme")?.toLowerCase();
    if (kind === "basic") return { in: "header", name: "authorization", scheme: "Basic" };
    return kind === "bearer" ? { in: "header", name: "authorization", scheme: "Bearer" } : undefined;
  }
  const place = textAt(scheme, "in");
  const name = textAt(scheme, "name");
  if (type !== "apiKey" || name === undefined || !/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name)) return undefined;
  return place === "header" || place === "query" || place === "cookie" ? { in: place, name } : undefined;
}

type Member = Extract<ParsedOpenApi, { readonly ok: false }>["member"];

function refused(
  member: Member,
  message: string,
  code: "INVALID_INPUT" | "LIMIT_EXCEEDED" = "INVALID_INPUT",
): ParsedOpenApi {
  return { ok: false, member, code, message };
}
