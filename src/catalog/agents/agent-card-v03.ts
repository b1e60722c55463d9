/**
 * The members of a card that A2A 0.3 writes otherwise than 1.0, translated both ways: interfaces, security schemes and security requirements.
 * 0.3 describes security in the terms of OpenAPI, 1.0 by one member per kind.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject, objectOf, ownValue } from "../../json/json.ts";

/** Whether a protocol version is one of 0.3; patch numbers never matter. */
export function isVersion03(version: Json): boolean {
  return typeof version === "string" && /^0\.3(\.\d+)?$/.test(version);
}

/** The interfaces of a card of 0.3, the preferred one first, each once. */
export function interfacesIn03(card: JsonObject): readonly JsonObject[] {
  const url = ownValue(card, "url");
  const binding = ownValue(card, "preferredTransport") ?? "JSONRPC";
  const additional = ownValue(card, "additionalInterfaces");
  const others = (isJsonArray(additional) ? additional : []).filter(isJsonObject).map((each) => {
    return interfaceIn10(ownValue(each, "url"), ownValue(each, "transport"));
  });
  return [...new Map([interfaceIn10(url, binding), ...others].map((each) => [JSON.stringify(each), each])).values()];
}

function interfaceIn10(url: Json | undefined, binding: Json | undefined): JsonObject {
  return {
    ...(url === undefined ? {} : { url }),
    ...(binding === undefined ? {} : { protocolBinding: binding }),
    protocolVersion: "0.3",
  };
}

/** Member of 1.0 for each kind of 0.3. */
const members = {
  apiKey: "apiKeySecurityScheme",
  http: "httpAuthSecurityScheme",
  oauth2: "oauth2SecurityScheme",
  openIdConnect: "openIdConnectSecurityScheme",
  mutualTLS: "mtlsSecurityScheme",
} as const;

/** Security schemes in the form of 1.0; those that have it already stay. */
export function schemesIn10(schemes: JsonObject): JsonObject {
  return objectOf(Object.entries(schemes).map(([name, scheme]) => [name, schemeIn10(scheme)]));
}

function schemeIn10(scheme: Json): Json {
  const type = isJsonObject(scheme) ? ownValue(scheme, "type") : undefined;
  if (!isJsonObject(scheme) || typeof type !== "string" || !Object.hasOwn(members, type)) return scheme;
  const { in: location, type: _, ...rest } = scheme;
  return { [members[type as keyof typeof members]]: location === undefined ? rest : { location, ...rest } };
}

/** Security schemes in the form of 0.3. */
export function schemesIn03(schemes: JsonObject): JsonObject {
  return objectOf(Object.entries(schemes).map(([name, scheme]) => [name, schemeIn03(scheme)]));
}

function schemeIn03(scheme: Json): Json {
  if (!isJsonObject(scheme)) return scheme;
  const found = Object.entries(members).find(([, member]) => Object.hasOwn(scheme, member));
  const inner = found === undefined ? undefined : ownValue(scheme, found[1]);
  if (found === undefined || !isJsonObject(inner)) return scheme;
  const { location, ...rest } = inner;
  return { type: found[0], ...(location === undefined ? {} : { in: location }), ...rest };
}

/** Requirements `[{name: [scopes]}]` as 1.0 writes them, `[{schemes: {name: {list: [scopes]}}}]`. */
export function requirementsIn10(security: Json): Json {
  if (!isJsonArray(security)) return security;
  return security.map((requirement) => {
    if (!isJsonObject(requirement)) return requirement;
    return { schemes: objectOf(Object.entries(requirement).map(([name, list]) => [name, { list }])) };
  });
}

/** Requirements of 1.0 as 0.3 writes them. */
export function requirementsIn03(requirements: readonly Json[]): readonly Json[] {
  return requirements.map((requirement) => {
    const schemes = isJsonObject(requirement) ? ownValue(requirement, "schemes") : undefined;
    if (!isJsonObject(schemes)) return {};
    return objectOf(
      Object.entries(schemes).map(([name, scopes]) => {
        const list = isJsonObject(scopes) ? ownValue(scopes, "list") : undefined;
        return [name, list ?? []] as const;
      }),
    );
  });
}
