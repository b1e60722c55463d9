/** One operation of an OpenAPI document as a tool: its input and its request, and output from its successful answer. */
import { isJsonArray, isJsonObject, type JsonObject, ownValue } from "../../json/json.ts";
import type { EffectClass } from "../../plan/callable.ts";
import type { DiscoveredTool } from "../discovered-tool.ts";
import { keyedMetadataKey } from "../effect-class.ts";
import { credentialOrigin } from "../egress.ts";
import { outputSchemaProblem } from "../input-schema.ts";
import { ContainedSchemas, withDefinitions } from "./contained-schema.ts";
import { listAt, objectAt, resolved, textAt } from "./document-parts.ts";
import type { HttpOperation } from "./http-operation.ts";
import { type OperationAt, operationInput } from "./operation-input.ts";

/** An operation, and what is known of the server of the document. */
export interface DocumentOperation extends OperationAt {
  /** Address of the server of the document. */
  readonly baseUrl: string;
  /** Name of the security scheme that the secret is for. Undefined if the document has none. */
  readonly scheme: string | undefined;
}

export type ReadOperation =
  | { readonly ok: true; readonly tool: DiscoveredTool; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const longestDescription = 4_000;

export function operationTool(at: DocumentOperation): ReadOperation {
  const { document, operation, server } = at;
  const input = operationInput(at);
  if (!input.ok) return input;
  const output = new ContainedSchemas(document, "output");
  const answered = answerSchema(at, output);
  const isUsable = answered !== undefined && outputSchemaProblem(answered) === undefined;
  const http: HttpOperation = {
    method: at.method,
    ...(server !== undefined && { server }),
    ...(isOpen(operation) && { isOpen: true }),
    path: at.path,
    parameters: input.parameters,
    ...(input.body === undefined ? {} : { body: input.body }),
    ...(isUsable && mayBeEmpty(at) ? { mayBeEmpty: true } : {}),
  };
  const description = [textAt(operation, "summary"), textAt(operation, "description")].filter(
    (text) => text !== undefined,
  );
  return {
    ok: true,
    warnings: [
      ...input.warnings,
      ...elsewhere(at),
      ...(answered !== undefined && !isUsable ? ["the schema of its answer cannot be used"] : []),
      ...(input.isCut || output.isCut ? ["its schemas are cut: their deep parts accept anything"] : []),
    ],
    tool: {
      name: at.name,
      title: textAt(operation, "summary")?.slice(0, 200) ?? null,
      description: [...new Set(description)].join("\n\n").slice(0, longestDescription) || `${at.method} ${at.path}`,
      inputSchema: input.schema,
      outputSchema: isUsable ? answered : null,
      ...effectHints(at.method, at.effectClass),
      operation: http as unknown as JsonObject,
    },
  };
}

/** Whether the document demands nothing of its callers, by a list of its own in the place of that of the document. */
function isOpen(operation: JsonObject): boolean {
  const demanded = ownValue(operation, "security");
  return isJsonArray(demanded) && demanded.every((one) => isJsonObject(one) && Object.keys(one).length === 0);
}

/** Why the server may not know who calls. */
function elsewhere({ baseUrl, operation, scheme, server }: DocumentOperation): readonly string[] {
  if (isOpen(operation)) return [];
  if (server !== undefined && credentialOrigin(server) !== credentialOrigin(baseUrl))
    return [`it is called at ${server.slice(0, 200)}, where the credential of this server is not sent`];
  const demanded = listAt(operation, "security").map((one) => (isJsonObject(one) ? Object.keys(one) : []));
  if (
    scheme === undefined ||
    demanded.length === 0 ||
    demanded.some((names) => names.length === 0 || names.includes(scheme))
  )
    return [];
  const names = [...new Set(demanded.flat())].slice(0, 5).map((name) => name.slice(0, 40));
  return [`it demands the security scheme ${names.join(" or ")}, and the secret is for ${scheme.slice(0, 40)}`];
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
