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
    const read = readParameter(parameter);
    if (read === undefined) {
      const name = textAt(parameter, "name") ?? "?";
      if (ownValue(parameter, "required") === true && !ownHeaders.test(name))
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
  const requestBody = resolved(document, ownValue(operation, "requestBody"));
  const body = requestBody === undefined ? undefined : readBody(requestBody);
  if (requestBody !== undefined && body === undefined)
    return { ok: false, reason: "required a body of JSON, of a form or of text" };
  let sent: OperationBody | undefined;
  if (body !== undefined && requestBody !== undefined) {
    const argument = freeName("body", "request", taken);
    sent = { argument, contentType: body.contentType };
    properties.push([argument, described(input.contained(body.schema), textAt(requestBody, "description"))]);
    if (ownValue(requestBody, "required") === true) required.push(argument);
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

function readParameter(parameter: JsonObject): Omit<OperationParameter, "argument"> | undefined {
  const name = textAt(parameter, "name");
  const place = textAt(parameter, "in");
  if (name === undefined || name.length > 128) return undefined;
  if (place !== "path" && place !== "query" && place !== "header" && place !== "cookie") return undefined;
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

/** The content that is sent: JSON if it can be. */
function readBody(
  requestBody: JsonObject,
): { readonly contentType: string; readonly schema: Json | undefined } | undefined {
  const content = objectAt(requestBody, "content");
  const types = Object.keys(content);
  const wanted = [
    /^application\/json\b/,
    /\+json\b/,
    /^application\/x-www-form-urlencoded\b/,
    /^multipart\/form-data\b/,
    /^text\//,
    /^\*\/\*$/,
  ];
  for (const pattern of wanted) {
    const type = types.find((one) => pattern.test(one.toLowerCase()) && one.length <= 128);
    if (type !== undefined)
      return {
        contentType: type === "*/*" ? "application/json" : type,
        schema: ownValue(objectAt(content, type), "schema"),
      };
  }
  return undefined;
}

/** The schema of the JSON that a success is answered with. Undefined where none is said. */
function answerSchema({ document, operation }: OperationAt, output: ContainedSchemas): JsonObject | undefined {
  const responses = objectAt(operation, "responses");
  const statuses = Object.keys(responses)
    .filter((status) => /^2(?:\d\d|XX)$/i.test(status))
    .sort();
  for (const status of statuses) {
    const content = objectAt(resolved(document, ownValue(responses, status)), "content");
    const type = Object.keys(content).find((one) => /^application\/json\b|\+json\b|^\*\/\*$/.test(one.toLowerCase()));
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
