/**
 * The part of an OpenAPI document that some of its operations need, so that a few operations of a document fit into a request that is too
 * large as a whole: their paths, and what these refer to, also over several steps.
 */
import { namedOperations } from "../../../../src/catalog/openapi/openapi-document.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../src/json/json.ts";
import { nearestNames, suggested } from "../../../../src/json/nearest-name.ts";
import { usageFailure } from "../base/command-failure.ts";

/** `document` with the operations of these names or ids alone and what they refer to, and the names of their tools. */
export function selectedOperations(
  document: JsonObject,
  wanted: readonly string[],
): { readonly document: JsonObject; readonly names: readonly string[] } {
  const operations = namedOperations(document);
  const kept = operations.filter(({ id, name }) => wanted.includes(name) || (id !== undefined && wanted.includes(id)));
  const known = operations.map(({ name }) => name);
  const unknown = wanted.find((name) => !kept.some((one) => one.name === name || one.id === name));
  if (unknown !== undefined)
    throw usageFailure(
      `Cannot use the operation ${JSON.stringify(unknown)}: required one of the document${suggested(nearestNames(unknown, known), known)}`,
    );
  const paths: Record<string, JsonObject> = {};
  for (const { method, name, path } of kept) {
    const item = membersOf(membersOf(document.paths)[path]);
    const common = Object.entries(item).filter(([member]) => !methods.has(member));
    // Its name stays what it was among all operations.
    const operation = { ...membersOf(item[method]), operationId: name };
    paths[path] = { ...Object.fromEntries(common), ...paths[path], [method]: operation };
  }
  const { components: all, paths: _, webhooks: __, ...rest } = document;
  const facts = Object.entries(rest).filter(([member]) => !member.startsWith("x-"));
  const components = {
    ...neededComponents(membersOf(all), paths),
    securitySchemes: membersOf(membersOf(all).securitySchemes),
  };
  return {
    document: { ...Object.fromEntries(facts), paths, components } as JsonObject,
    names: kept.map(({ name }) => name),
  };
}

/** The components that a value refers to, also over others. */
function neededComponents(all: JsonObject, value: unknown): { readonly [kind: string]: JsonObject } {
  const needed: Record<string, Record<string, Json>> = {};
  const waiting = referencesIn(value);
  for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)/.exec(reference) ?? [];
    const component = membersOf(all[kind])[name];
    const group = needed[kind] ?? {};
    if (component === undefined || Object.hasOwn(group, name)) continue;
    needed[kind] = { ...group, [name]: component };
    waiting.push(...referencesIn(component));
  }
  return needed;
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

function membersOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Every reference into the components, wherever it stands: as `$ref`, or in the mapping of a discriminator. */
function referencesIn(value: unknown): string[] {
  if (typeof value === "string") return value.startsWith("#/components/") ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}
