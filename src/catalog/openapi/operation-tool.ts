/** One operation of an OpenAPI document as a tool: arguments from its parameters and its body, output from its successful answer. */
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import type { EffectClass } from "../../plan/callable.ts";
import type { DiscoveredTool } from "../discovered-tool.ts";
import { keyedMetadataKey } from "../effect-class.ts";
import { inputSchemaProblem, outputSchemaProblem } from "../input-schema.ts";
import { ContainedSchemas } from "./contained-schema.ts";
import { listAt, objectAt, resolved, textAt } from "./document-parts.ts";
import type { HttpOperation, OperationBody, OperationParameter } from "./http-operation.ts";

export interface OperationAt {
  readonly document: JsonObject;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  /** Those of the path, which the operation may replace. */
  readonly shared: readonly Json[];
  /** Address of its own server, or of that of its path. */
  readonly elsewhere?: string;
  readonly name: string;
  /** The registered effect, in place of the effect of the method. */
  readonly effectClass: EffectClass | undefined;
}

export type ReadOperation =
  | { readonly ok: true; readonly tool: DiscoveredTool; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Headers that are no parameters, by the standard, or that the request itself has. */
const ownHeaders =
  /^(?:accept|content-type|authorization|host|cookie|content-length|connection|transfer-encoding|idempotency-key|traceparent|tracestate)$/i;
const longestDescription = 4_000;

export function operationTool(at: OperationAt): ReadOperation {
  const { document, elsewhere, operation } = at;
  if (elsewhere !== undefined)
    return { ok: false, reason: `required the server of the whole document, found ${elsewhere.slice(0, 200)}` };
  const input = new ContainedSchemas(document, "input");
  const warnings: string[] = [];
  const properties: [string, Json][] = [];
  const required: string[] = [];
  const taken = new Set<string>();
  const parameters: OperationParameter[] = [];
  for (const parameter of mergedParameters(at)) {
    const read = readParameter(parameter, at.path);
    if (read === undefined) {
      const name = textAt(parameter, "name") ?? "?";
      const isNeeded = ownValue(parameter, "required") === true && textAt(parameter, "in") !== "path";
      if (isNeeded && !ownHeaders.test(name))
        return { ok: false, reason: `required a parameter ${JSON.stringify(name.slice(0, 80))} that can be sent` };
      warnings.push(`the parameter ${name.slice(0, 80)} is left out`);
      continue;
    }
    const argument = freeName(read.name, read.in, taken);
    parameters.push({ ...read, argument });
    const { content } = parameter;
    const schema =
      read.style === "json" ? ownValue(objectAt(content, "application/json"), "schema") : ownValue(parameter, "schema");
    properties.push([argument, described(input.contained(schema), textAt(parameter, "description"))]);
    if (read.in === "path" || ownValue(parameter, "required") === true) required.push(argument);
  }
  const placeless = placesOf(at.path).find((name) => !parameters.some((one) => one.in === "path" && one.name === name));
  if (placeless !== undefined) {
    const found = JSON.stringify(placeless.slice(0, 80));
    return { ok: false, reason: `required a parameter for each place of the path, found none for ${found}` };
  }
  const body = bodyOf(at);
  if (!body.ok) return body;
  warnings.push(...body.warnings);
  let sent: OperationBody | undefined;
  if (body.content !== undefined) {
    const { contentType, description, isRequired, schema } = body.content;
    const argument = freeName("body", "request", taken);
    sent = { argument, contentType };
    properties.push([argument, described(input.contained(schema), description)]);
    if (isRequired) required.push(argument);
  }
  const inputSchema = withDefinitions(
    {
      type: "object",
      properties: objectOf(properties),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    input,
  );
  const output = new ContainedSchemas(document, "output");
  const answered = answerSchema(at, output);
  const wrong = inputSchemaProblem(inputSchema);
  if (wrong !== undefined) return { ok: false, reason: `input: ${wrong.message}` };
  const isUsable = answered !== undefined && outputSchemaProblem(answered) === undefined;
  if (answered !== undefined && !isUsable) warnings.push("the schema of its answer cannot be used");
  if (input.isCut || output.isCut) warnings.push("its schemas are cut: their deep parts accept anything");
  const http: HttpOperation = {
    method: at.method,
    path: at.path,
    parameters,
    ...(sent === undefined ? {} : { body: sent }),
    ...(isUsable && mayBeEmpty(at) ? { mayBeEmpty: true } : {}),
  };
  const effects = effectHints(at.method, at.effectClass);
  const description = [textAt(operation, "summary"), textAt(operation, "description")].filter(
    (text) => text !== undefined,
  );
  return {
    ok: true,
    warnings,
    tool: {
      name: at.name,
      title: textAt(operation, "summary")?.slice(0, 200) ?? null,
      description: [...new Set(description)].join("\n\n").slice(0, longestDescription) || `${at.method} ${at.path}`,
      inputSchema,
      outputSchema: isUsable ? answered : null,
      ...effects,
      operation: http as unknown as JsonObject,
    },
  };
}

/** The effect of an HTTP method (RFC 9110), as hints of a server. */
function effectHints(method: string, said: EffectClass | undefined): Pick<DiscoveredTool, "annotations" | "metadata"> {
  const byMethod: { readonly [method: string]: EffectClass } = {
    GET: "READ_ONLY",
    HEAD: "READ_ONLY",
    PUT: "IDEMPOTENT",
    DELETE: "IDEMPOTENT",
  };
  const effectClass = said ?? byMethod[method] ?? "UNSAFE";
  return {
    annotations: {
      ...(effectClass === "READ_ONLY" ? { readOnlyHint: true } : {}),
      ...(effectClass === "IDEMPOTENT" ? { idempotentHint: true } : {}),
      ...(method === "DELETE" && effectClass !== "READ_ONLY" ? { destructiveHint: true } : {}),
    },
    metadata: effectClass === "KEYED" ? { [keyedMetadataKey]: true } : {},
  };
}

function mergedParameters({ document, operation, shared }: OperationAt): readonly JsonObject[] {
  const merged = new Map<string, JsonObject>();
  for (const given of [...shared, ...listAt(operation, "parameters")]) {
    const parameter = resolved(document, given);
    if (parameter !== undefined) merged.set(`${textAt(parameter, "in")} ${textAt(parameter, "name")}`, parameter);
  }
  return [...merged.values()];
}

/** The names in braces of a path. */
function placesOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** Undefined for one that cannot be sent, and for one of a path that has no place for it. */
function readParameter(parameter: JsonObject, path: string): Omit<OperationParameter, "argument"> | undefined {
  const name = textAt(parameter, "name");
  const place = textAt(parameter, "in");
  if (name === undefined || name.length > 128) return undefined;
  if (place !== "path" && place !== "query" && place !== "header" && place !== "cookie") return undefined;
  if (place === "path" && !placesOf(path).includes(name)) return undefined;
  if (place === "header" && (ownHeaders.test(name) || !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))) return undefined;
  if (place === "cookie" && !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) return undefined;
  if (isJsonObject(ownValue(objectAt(parameter, "content"), "application/json")))
    return { name, in: place, style: "json", explode: false };
  const standard = place === "query" || place === "cookie" ? "form" : "simple";
  const said = textAt(parameter, "style") ?? standard;
  const permitted = place === "query" ? ["form", "spaceDelimited", "pipeDelimited", "deepObject"] : [standard];
  if (!permitted.includes(said)) return undefined;
  const style = said as OperationParameter["style"];
  const explode = ownValue(parameter, "explode");
  return {
    name,
    in: place,
    style,
    explode: typeof explode === "boolean" ? explode : style === "form" || style === "deepObject",
  };
}

interface BodyContent {
  readonly contentType: string;
  readonly schema: Json | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

type ReadBody =
  /** No content where nothing is sent. */
  | { readonly ok: true; readonly content: BodyContent | undefined; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/** Methods that are sent without a body. */
const bodiless: ReadonlySet<string> = new Set(["GET", "HEAD"]);

function bodyOf({ document, method, operation }: OperationAt): ReadBody {
  const requestBody = resolved(document, ownValue(operation, "requestBody"));
  if (requestBody === undefined) return { ok: true, content: undefined, warnings: [] };
  const isRequired = ownValue(requestBody, "required") === true;
  if (bodiless.has(method)) {
    if (isRequired)
      return {
        ok: false,
        reason: `required a method that is sent with a body, found ${method} with one that is required`,
      };
    const warning = `its body is left out, because a ${method} is sent without one`;
    return { ok: true, content: undefined, warnings: [warning] };
  }
  const sent = sentContent(requestBody);
  const { files, schema } = sent?.contentType.startsWith("multipart/")
    ? withoutFiles(document, sent.schema)
    : { files: [], schema: sent?.schema };
  if (sent === undefined || files === undefined)
    return { ok: false, reason: "required a body of JSON, of a form or of text" };
  const warnings = files.map((name) => `${name.slice(0, 80)} of its body is left out, because it is a file`);
  const content = { ...sent, schema, description: textAt(requestBody, "description"), isRequired };
  return { ok: true, content, warnings };
}

/** The content that is sent: JSON if it can be. */
function sentContent(requestBody: JsonObject): Pick<BodyContent, "contentType" | "schema"> | undefined {
  const content = objectAt(requestBody, "content");
  const types = Object.keys(content);
  const wanted = [
    /^application\/json\s*(?:;|$)/,
    /\+json\s*(?:;|$)/,
    /^application\/x-www-form-urlencoded\b/,
    /^multipart\/form-data\b/,
    /^text\//,
    /^(?:\*|application)\/\*$/,
  ];
  for (const pattern of wanted) {
    const type = types.find((one) => pattern.test(one.toLowerCase()) && one.length <= 128);
    if (type === undefined) continue;
    // A request has one type, and not all that a pattern stands for.
    const contentType = !type.includes("*") ? type : type.startsWith("text/") ? "text/plain" : "application/json";
    return { contentType, schema: ownValue(objectAt(content, type), "schema") };
  }
  return undefined;
}

/** The schema of a form without the members that are files, which no argument can be. `files` is undefined where one is required. */
function withoutFiles(
  document: JsonObject,
  given: Json | undefined,
): { readonly files: readonly string[] | undefined; readonly schema: Json | undefined } {
  const schema = resolved(document, given);
  const properties = Object.entries(objectAt(schema, "properties"));
  const files = properties.flatMap(([name, property]) => (isFile(document, property) ? [name] : []));
  if (schema === undefined || files.length === 0) return { files, schema: given };
  const required = listAt(schema, "required");
  if (files.some((name) => required.includes(name))) return { files: undefined, schema };
  const kept = properties.filter(([name]) => !files.includes(name));
  return { files, schema: { ...schema, properties: objectOf(kept) } };
}

/** A text of bytes, or a list of those. */
function isFile(document: JsonObject, given: Json): boolean {
  const property = resolved(document, given);
  const one = resolved(document, ownValue(property ?? {}, "items")) ?? property;
  return textAt(one, "format") === "binary" || textAt(one, "contentMediaType") === "application/octet-stream";
}

/** Whether a success may have no content. */
function mayBeEmpty({ document, operation }: OperationAt): boolean {
  const responses = objectAt(operation, "responses");
  return ["204", "205"].some((status) => resolved(document, ownValue(responses, status)) !== undefined);
}

const answersJson = /^application\/json\s*(?:;|$)|\+json\s*(?:;|$)|^\*\/\*$/;

/** The schema of the JSON that a success is answered with. Undefined where none is said. */
function answerSchema({ document, operation }: OperationAt, output: ContainedSchemas): JsonObject | undefined {
  const responses = objectAt(operation, "responses");
  const statuses = Object.keys(responses)
    .filter((status) => /^2(?:\d\d|XX)$/i.test(status))
    .sort();
  for (const status of statuses) {
    const content = objectAt(resolved(document, ownValue(responses, status)), "content");
    const type = Object.keys(content).find((one) => answersJson.test(one.toLowerCase()));
    if (type === undefined) continue;
    const schema = output.contained(ownValue(objectAt(content, type), "schema"));
    return isJsonObject(schema) && Object.keys(schema).length > 0 ? withDefinitions(schema, output) : undefined;
  }
  return undefined;
}

function withDefinitions(schema: JsonObject, contained: ContainedSchemas): JsonObject {
  const definitions = contained.definitions();
  return definitions === undefined ? schema : { ...schema, $defs: definitions };
}

function described(schema: Json, description: string | undefined): Json {
  if (description === undefined || (isJsonObject(schema) && textAt(schema, "description") !== undefined)) return schema;
  const text = description.slice(0, 400);
  return isJsonObject(schema) ? { ...schema, description: text } : schema === true ? { description: text } : schema;
}

function freeName(name: string, suffix: string, taken: Set<string>): string {
  let free = name;
  if (taken.has(free)) free = `${name}_${suffix}`;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${suffix}_${number}`;
  taken.add(free);
  return free;
}
