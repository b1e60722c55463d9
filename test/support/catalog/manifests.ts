/** Manifests for tests: those of the example world, and changes of them as text at a place. */
import { readFileSync } from "node:fs";
import { compileManifest, type ManifestCompilation } from "../../../src/catalog/manifests/compile-manifest.ts";
import type { ManifestDefinition } from "../../../src/catalog/manifests/manifest-document.ts";
import type { CatalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { catalogOf } from "./small-catalog.ts";

export function exampleManifest(name: "generator" | "strategy"): JsonObject {
  return JSON.parse(readFileSync(new URL(`../../../examples/manifests/${name}.json`, import.meta.url), "utf8"));
}

/** A copy of the example in which the value at each path, joined by dots, is another one; undefined takes it out. */
export function changed(changes: { readonly [path: string]: unknown }, name: "generator" | "strategy" = "generator") {
  const copy = structuredClone(exampleManifest(name)) as Record<string, unknown>;
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let at = copy;
    for (const key of keys) at = at[key] as Record<string, unknown>;
    if (value === undefined) delete at[last];
    // An assignment would set the prototype.
    else Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true });
  }
  return copy as JsonObject;
}

export function compiled(
  manifest: JsonObject,
  catalog: CatalogSnapshot = catalogOf(),
  functions: JsonObject = {},
): ManifestCompilation {
  return compileManifest({ name: "Generator", manifest, functions }, catalog, ["small", "large"]);
}

/** The definition of a manifest that is right. */
export function definitionOf(
  manifest: JsonObject,
  catalog = catalogOf(),
  functions: JsonObject = {},
): ManifestDefinition {
  const compilation = compiled(manifest, catalog, functions);
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.problems));
  return compilation.definition;
}

/** What is wrong with a manifest: each place, joined by slashes, with its message. */
export function problemsOf(manifest: JsonObject, catalog = catalogOf(), functions: JsonObject = {}) {
  const compilation = compiled(manifest, catalog, functions);
  const problems = compilation.ok ? [] : compilation.problems;
  return problems.map(({ message, path }) => [path.join("/"), message] as const);
}

/** One agent whose output in `fields` starts `function`. */
export function single(fields: JsonObject, tool: JsonObject = {}): JsonObject {
  return {
    agents: { A: { system_message: "Be brief", auto_tool_mode: true } },
    tools: [{ agent: "A", function: "read", tool_type: "UI_Tool", ...tool }],
    structured_outputs: { models: { M: { type: "model", fields } }, registry: { A: "M" } },
  };
}
