/** The arguments of an operation: from its parameters and its body, with where each is sent. */
import { isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";
import type { EffectClass } from "../../plan/callable.ts";
import { inputSchemaProblem } from "../input-schema.ts";
import { ContainedSchemas, withDefinitions } from "./contained-schema.ts";
import { listAt, objectAt, resolved, textAt } from "./document-parts.ts";
import type { FormField, OperationBody, OperationParameter } from "./http-operation.ts";

export interface OperationAt {
  readonly document: JsonObject;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonObject;
  /** Those of the path, which the operation may replace. */
  readonly shared: readonly Json[];
  /** Address of its own server, or of that of its path. Undefined for that of the document. */
  readonly server: string | undefined;
  readonly name: string;
  /** The registered effect, in place of the effect of the method. */
  readonly effectClass: EffectClass | undefined;
}

export type ReadInput =
  | {
      readonly ok: true;
      readonly schema: JsonObject;
      readonly parameters: readonly OperationParameter[];
      /** Undefined where nothing is sent but parameters. */
      readonly body: OperationBody | undefined;
      /** Whether anything of the schema was left out because there was too much. */
      readonly isCut: boolean;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** Headers that are no parameters, by the standard, or that the request itself has. */
const ownHeaders =
  /^(?:accept|content-type|authorization|host|cookie|content-length|connection|transfer-encoding|idempotency-key|traceparent|tracestate)$/i;

export function operationInput(at: OperationAt): ReadInput {
  const parts = new InputParts(at);
  const reason = parts.addParameters() ?? parts.addBody();
  if (reason !== undefined) return { ok: false, reason };
  const { body, isCut, parameters, schema, warnings } = parts;
  const wrong = inputSchemaProblem(schema);
  if (wrong !== undefined) return { ok: false, reason: `input: ${wrong.message}` };
  return { ok: true, schema, parameters, body, isCut, warnings };
}

/** Collects arguments under names that no other has. Each method gives the reason why the operation is no tool. */
class InputParts {
  readonly parameters: OperationParameter[] = [];
  readonly warnings: string[] = [];
  body: OperationBody | undefined;
  readonly #at: OperationAt;
  readonly #schemas: ContainedSchemas;
  readonly #properties: [string, Json][] = [];
  readonly #required: string[] = [];
  readonly #taken = new Set<string>();

  constructor(at: OperationAt) {
    this.#at = at;
    this.#schemas = new ContainedSchemas(at.document, "input");
  }

  get isCut(): boolean {
    return this.#schemas.isCut;
  }

  get schema(): JsonObject {
    const schema = {
      type: "object",
      properties: objectOf(this.#properties),
      ...(this.#required.length === 0 ? {} : { required: this.#required }),
      additionalProperties: false,
    };
    return withDefinitions(schema, this.#schemas);
  }

  addParameters(): string | undefined {
    const places = placesOf(this.#at.path);
    for (const parameter of mergedParameters(this.#at)) {
      const name = textAt(parameter, "name") ?? "?";
      const isPlaceless = textAt(parameter, "in") === "path" && !places.includes(name);
      const read = isPlaceless ? undefined : readParameter(parameter);
      if (read !== undefined) this.#add(parameter, read);
      else if (ownValue(parameter, "required") === true && !isPlaceless && !ownHeaders.test(name))
        return `required a parameter ${JSON.stringify(name.slice(0, 80))} that can be sent`;
      else this.warnings.push(`the parameter ${name.slice(0, 80)} is left out`);
    }
    const given = new Set(this.parameters.flatMap((one) => (one.in === "path" ? [one.name] : [])));
    const empty = places.find((name) => !given.has(name));
    if (empty === undefined) return undefined;
    return `required a parameter for each place of the path, found none for ${JSON.stringify(empty.slice(0, 80))}`;
  }

  #add(parameter: JsonObject, read: Omit<OperationParameter, "argument">): void {
    const { content } = parameter;
    const schema =
      read.style === "json" ? ownValue(objectAt(content, "application/json"), "schema") : ownValue(parameter, "schema");
    const isRequired = read.in === "path" || ownValue(parameter, "required") === true;
    const argument = this.#argument(read.name, read.in, schema, textAt(parameter, "description"), isRequired);
    this.parameters.push({ ...read, argument });
  }

  addBody(): string | undefined {
    const read = bodyOf(this.#at);
    if (!read.ok) return read.reason;
    this.warnings.push(...read.warnings);
    if (read.content === undefined) return undefined;
    const { contentType, description, fields, isRequired, schema } = read.content;
    const argument = this.#argument("body", "request", schema, description, isRequired);
    this.body = { argument, contentType, ...(fields.length > 0 && { fields }) };
    return undefined;
  }

  #argument(
    name: string,
    suffix: string,
    schema: Json | undefined,
    description: string | undefined,
    isRequired: boolean,
  ): string {
    const argument = freeName(name, suffix, this.#taken);
    this.#properties.push([argument, described(this.#schemas.contained(schema), description)]);
    if (isRequired) this.#required.push(argument);
    return argument;
  }
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

/** Undefined for one that cannot be sent. */
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
  const written = writingOf(parameter, standard, place === "query" ? queryStyles : [standard]);
  return written && { name, in: place, ...written };
}

const queryStyles: readonly string[] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

/** How lists and objects are written. Undefined for a style that is not among the permitted ones. */
function writingOf(
  holder: JsonObject,
  standard: string,
  permitted: readonly string[],
): Pick<OperationParameter, "style" | "explode"> | undefined {
  const said = textAt(holder, "style") ?? standard;
  if (!permitted.includes(said)) return undefined;
  const style = said as OperationParameter["style"];
  const explode = ownValue(holder, "explode");
  return { style, explode: typeof explode === "boolean" ? explode : style === "form" || style === "deepObject" };
}

/** Members of a form for which the document says a style (`encoding`). Undefined among them is one that cannot be written so. */
function formFields(contentType: string, media: JsonObject): readonly (readonly [string, FormField | undefined])[] {
  if (!contentType.toLowerCase().startsWith("application/x-www-form-urlencoded")) return [];
  return Object.entries(objectAt(media, "encoding")).flatMap(([name, encoding]) => {
    if (!isJsonObject(encoding) || !(Object.hasOwn(encoding, "style") || Object.hasOwn(encoding, "explode"))) return [];
    const written = writingOf(encoding, "form", queryStyles);
    return [[name, written && { name, ...written }] as const];
  });
}

interface BodyContent {
  readonly contentType: string;
  readonly schema: Json | undefined;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly fields: readonly FormField[];
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
  const styled = formFields(sent.contentType, sent.media);
  for (const [name, field] of styled)
    if (field === undefined)
      warnings.push(`${name.slice(0, 80)} of its body is not written in the style of the document`);
  const fields = styled.flatMap(([, field]) => field ?? []);
  const { contentType } = sent;
  const description = textAt(requestBody, "description");
  return { ok: true, content: { contentType, schema, description, isRequired, fields }, warnings };
}

/** The content that is sent: JSON if it can be. */
function sentContent(
  requestBody: JsonObject,
): { readonly contentType: string; readonly schema: Json | undefined; readonly media: JsonObject } | undefined {
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
    const media = objectAt(content, type);
    return { contentType, schema: ownValue(media, "schema"), media };
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
