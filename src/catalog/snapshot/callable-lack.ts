/**
 * Why something that an agent or a manifest names could not be called when it runs (N64): it means nothing, it has changed, its server's
 * listing of it was dropped, or something that it calls itself cannot be called.
 */
import { suggested } from "../../json/nearest-name.ts";
import { type CatalogSnapshot, meaningOf } from "./catalog-snapshot.ts";
import { nearestToolNames } from "./named-callable.ts";
import { isOurOwn, usedNames } from "./reachable.ts";

/** Why `name` cannot be called, as "required …, found …". Undefined if it can. Names in `own` are not checked. */
export function callableLack(
  snapshot: CatalogSnapshot,
  name: string,
  own: ReadonlySet<string> = new Set(),
): string | undefined {
  const seen = new Set([name]);
  // The set grows while it is read.
  for (const reached of seen) {
    if (own.has(reached) || isOurOwn(reached)) continue;
    const lack = ownLack(snapshot, reached);
    if (lack !== undefined && reached === name) return lack;
    if (lack !== undefined)
      return `required a callable that has all it calls, found one that calls ${JSON.stringify(reached)}: ${lack}`;
    const meaning = meaningOf(snapshot, reached);
    if (meaning !== undefined) for (const used of usedNames(meaning)) seen.add(used);
  }
  return undefined;
}

function ownLack(snapshot: CatalogSnapshot, name: string): string | undefined {
  const meaning = meaningOf(snapshot, name);
  if (meaning?.sort === "TOOL" && meaning.tool.status === "CHANGED") {
    return "required a tool as it was accepted, found that its schemas, description or hints have changed; acceptTool accepts them";
  }
  if (meaning !== undefined) return undefined;
  for (const server of snapshot.servers) {
    const dropped = server.dropped.find((tool) => name === tool.name || name === `${server.name}.${tool.name}`);
    if (dropped === undefined) continue;
    return `required a tool that can be called, found one of the server ${server.name} that was dropped: ${dropped.reason}`;
  }
  const nearest = nearestToolNames(snapshot, name);
  const suggestion = suggested(nearest);
  return `required a tool, agent or workflow that is registered, found none of this name${suggestion}`;
}
