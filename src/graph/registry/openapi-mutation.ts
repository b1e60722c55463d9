/** The mutation that registers a server by its OpenAPI document. */
import type { OpenApiRegistration } from "../../catalog/openapi/openapi-registration.ts";
import type { JsonObject } from "../../json/json.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { RegisterOpenApiServerInput } from "../base/schema.generated.ts";
import { generalError, type UserErrorSource } from "../base/user-errors.ts";
import { credentialOf } from "../secrets/credential-input.ts";
import { registryError } from "./registry-error.ts";
import type { RegisterPayload } from "./registry-mutations.ts";
import { serverNamed } from "./tool-resolvers.ts";

export async function registerOpenApiServer(
  input: RegisterOpenApiServerInput,
  { clients }: GraphContext,
): Promise<RegisterPayload> {
  const { baseUrl, credential, document, effects, name, operations, outputValidation, secret, securityScheme, url } =
    input;
  if ((document == null) === (url == null)) {
    const found = document == null ? "neither" : "both";
    const message = `Cannot read the OpenAPI document: required exactly one of document and url, found ${found}`;
    return refused(generalError("INVALID_INPUT", message, ["input", "document"]));
  }
  const source: OpenApiRegistration["source"] = url == null ? { document: document as JsonObject } : { url };
  const answer = await clients.catalog.registerOpenApiServer({
    name,
    source,
    baseUrl: baseUrl ?? null,
    secret: secret ?? null,
    ...credentialOf(credential),
    securityScheme: securityScheme ?? null,
    outputValidation: outputValidation ?? "WARN",
    operations: operations ?? null,
    effects: (effects ?? []).map(({ effectClass, operation }) => ({ effectClass, operation })),
    ...(input.outputLabels == null ? {} : { outputLabels: input.outputLabels }),
  });
  if (answer.kind === "REFUSED")
    return refused(registryError(answer, answer.member === null ? ["input"] : ["input", answer.member]));
  const { snapshot } = answer;
  const mcpServer = serverNamed(name, snapshot);
  return { mcpServer, catalogRevision: snapshot.revision, connectUrl: undefined, errors: [] };
}

function refused(error: UserErrorSource): RegisterPayload {
  return { mcpServer: undefined, catalogRevision: undefined, connectUrl: undefined, errors: [error] };
}
