/** The tools of a server that an OpenAPI document describes. The document is read once, when it is registered, and not kept. */

import type { DiscoveredTool } from "../../catalog/discovered-tool.ts";
import { egressRefusal } from "../../catalog/egress.ts";
import { readOpenApi } from "../../catalog/openapi/openapi-document.ts";
import type { OpenApiMember, OpenApiRegistration } from "../../catalog/openapi/openapi-registration.ts";
import { registrationRefusal, type ServerRegistration } from "../../catalog/server-registration.ts";
import type { RegisteredServer } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { RegistryRefusal } from "../../catalog/snapshot/registry-result.ts";
import { readFileText } from "../../catalog/workflow-files/text-document.ts";
import { type Json, jsonDepth } from "../../json/json.ts";
import { boundsText, isWithin } from "../../json/json-count.ts";
import { maxDocumentJson } from "../../plan/limits.ts";
import { newObservation } from "../../tools/call-observation.ts";
import { failedAttempt } from "../../tools/outcome.ts";
import type { GuardedFetch } from "../calls/guarded-fetch.ts";
import type { CatalogOptions } from "./catalog-agents.ts";
import { secretRefused } from "./registry-refusal.ts";

/** The members of the request by those of the registration that is made of it. */
const openApiMembers: Partial<Record<keyof ServerRegistration, OpenApiMember>> = {
  bearerSecret: "secret",
  credential: "credential",
  name: "name",
  outputLabels: "outputLabels",
};

const deepestDocument = 200;
const timeoutMs = 20_000;

export type OpenApiServer =
  | { readonly kind: "READ"; readonly server: RegisteredServer; readonly tools: readonly DiscoveredTool[] }
  | RegistryRefusal<OpenApiMember>;

type ReadOptions = Pick<CatalogOptions, "clock" | "egress" | "secret">;

export async function readOpenApiServer(
  registration: OpenApiRegistration,
  options: ReadOptions,
  fetch: GuardedFetch,
): Promise<OpenApiServer> {
  const { baseUrl, credential, effects, name, operations, outputValidation, secret, securityScheme, source } =
    registration;
  const missing = secretRefused(secret, options.secret, false);
  if (missing !== undefined) return { ...missing, member: "secret" };
  const document =
    "document" in source
      ? ({ ok: true, value: source.document, readFrom: undefined } as const)
      : await fetched(source.url, options, fetch);
  if (!document.ok) return document.refusal;
  const parsed = readOpenApi(document.value, {
    operations: operations ?? undefined,
    effects: new Map(effects.map(({ effectClass, operation }) => [operation, effectClass])),
    readFrom: document.readFrom,
    baseUrl: baseUrl ?? undefined,
    securityScheme: securityScheme ?? undefined,
    egress: options.egress,
  });
  if (!parsed.ok) {
    const member = parsed.member === "document" && "url" in source ? "url" : parsed.member;
    return { kind: "REFUSED", code: parsed.code, member, message: parsed.message };
  }
  const facts: ServerRegistration = {
    name,
    url: parsed.baseUrl,
    bearerSecret: secret,
    ...(credential && { credential }),
    outputValidation,
    protocol: "OPENAPI",
    // A standard defines the effects of HTTP methods. A registration can declare others.
    trusted: true,
    ...(registration.outputLabels === undefined ? {} : { outputLabels: registration.outputLabels }),
  };
  const refusal = registrationRefusal(facts, options.egress);
  if (refusal !== undefined)
    return {
      kind: "REFUSED",
      code: refusal.code,
      member: openApiMembers[refusal.member] ?? "baseUrl",
      message: refusal.message,
    };
  const server: RegisteredServer = {
    ...facts,
    status: "READY",
    failure: null,
    protocolVersion: `OpenAPI ${parsed.version.slice(0, 20)}`,
    lastSyncedAt: options.clock.now(),
    connection: { credential: { ...parsed.credential } },
    dropped: parsed.dropped,
  };
  return { kind: "READ", server, tools: parsed.tools };
}

type FetchedDocument =
  /** `readFrom` is where redirects led to. */
  | { readonly ok: true; readonly value: Json; readonly readFrom: string }
  | { readonly ok: false; readonly refusal: RegistryRefusal<OpenApiMember> };

async function fetched(url: string, { clock, egress }: ReadOptions, fetch: GuardedFetch): Promise<FetchedDocument> {
  const refused = (message: string, code: RegistryRefusal["code"]): FetchedDocument => {
    return { ok: false, refusal: { kind: "REFUSED", code, member: "url", message } };
  };
  const forbidden = egressRefusal(url, egress);
  if (forbidden !== undefined)
    return refused(forbidden.message, forbidden.reason === "INVALID_URL" ? "INVALID_INPUT" : "EGRESS_DENIED");
  const seen = newObservation();
  let text: string;
  let readFrom = url;
  try {
    seen.requestSent = true;
    const headers = { accept: "application/json, application/yaml;q=0.9, */*;q=0.1" };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    seen.status = response.status;
    if (!response.ok) {
      response.body?.cancel().catch(() => undefined);
      throw new Error("The document was not given");
    }
    if (response.url !== "") readFrom = response.url;
    text = await response.text();
  } catch (error) {
    seen.fetchError = error;
    return refused(
      failedAttempt("the reading of the OpenAPI document", seen, clock.now()).failure.message,
      "UPSTREAM_ERROR",
    );
  }
  if (!isWithin(text, maxDocumentJson))
    return refused(
      `Cannot read the OpenAPI document: required ${boundsText(maxDocumentJson)}, found more`,
      "LIMIT_EXCEEDED",
    );
  const value = parsed(text);
  if (typeof value === "string") return refused(`Cannot read the OpenAPI document: ${value}`, "INVALID_INPUT");
  return { ok: true, value: value.value, readFrom };
}

/** The value of a text of JSON or YAML; a text says why there is none. */
function parsed(text: string): { readonly value: Json } | string {
  try {
    const value = JSON.parse(text) as Json;
    return jsonDepth(value, deepestDocument + 1) > deepestDocument
      ? `required at most ${deepestDocument} levels, found more`
      : { value };
  } catch {
    const read = readFileText(text, "YAML");
    return read.ok ? { value: read.value } : `required JSON or YAML; ${read.problem.finding}`;
  }
}
