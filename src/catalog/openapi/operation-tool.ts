/** One operation of an OpenAPI document as a tool: its input and its request, and output from its successful answer. */
import { isJsonObject, type JsonObject, ownValue } from "../../json/json.ts";
import type { EffectClass } from "../../plan/callable.ts";
import type { DiscoveredTool } from "../discovered-tool.ts";
import { keyedMetadataKey } from "../effect-class.ts";
import { outputSchemaProblem } from "../input-schema.ts";
import { ContainedSchemas, withDefinitions } from "./contained-schema.ts";
import { objectAt, resolved, textAt } from "./document-parts.ts";
import type { HttpOperation } from "./http-operation.ts";
import { type OperationAt, operationInput } from "./operation-input.ts";

export type ReadOperation =
  | { readonly ok: true; readonly tool: DiscoveredTool; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const longestDescription = 4_000;

export function operationTool(at: OperationAt): ReadOperation {
  const { document, elsewhere, operation } = at;
  if (elsewhere !== undefined)
    return { ok: false, reason: `required the server of the whole document, found ${elsewhere.slice(0, 200)}` };
  const input = operationInput(at);
  if (!input.ok) return input;
  const output = new ContainedSchemas(document, "output");
  const answered = answerSchema(at, output);
  const isUsable = answered !== undefined && outputSchemaProblem(answered) === undefined;
  const http: HttpOperation = {
    method: at.method,
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
