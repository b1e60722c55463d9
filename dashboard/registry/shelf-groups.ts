/**
 * The entries of the shelf: all registrations, tools under their servers, narrowed by the search. Pure. Servers are closed unless the
 * search or the shown entry is in them, so that a thousand tools take no more room than their servers.
 */
import type { ListedServer, ListedTool, RegistryLists } from "./registry-lists.ts";

export type EntryKind = "agent" | "server" | "tool" | "workflow" | "manifest";

export interface ShelfServer {
  readonly server: ListedServer;
  /** Those that match, `toolLimit` at most. */
  readonly tools: readonly ListedTool[];
  /** How many match beside them. */
  readonly moreTools: number;
  /** How many it has. */
  readonly toolCount: number;
  /** Whether its tools are shown without being asked for. */
  readonly isOpen: boolean;
}

export interface ShelfGroups extends Pick<RegistryListsItems, "agents" | "workflows" | "manifests"> {
  readonly servers: readonly ShelfServer[];
  /** Whether nothing matches. */
  readonly isEmpty: boolean;
}

type RegistryListsItems = { readonly [Name in keyof RegistryLists]: RegistryLists[Name]["items"] };

/** Tools of one server that the shelf shows; those that are searched for are among the first. */
export const toolLimit = 200;

/** `entry` is the entry beside the shelf: its server is open. */
export function shelfGroups(
  lists: RegistryLists,
  search: string,
  entry: { readonly kind: string; readonly name: string } | null,
): ShelfGroups {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (...texts: readonly (string | null)[]) => {
    const text = texts.join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const toolsOf = Map.groupBy(lists.tools.items, ({ mcpServer }) => mcpServer.name);
  const servers = lists.servers.items.flatMap((server): readonly ShelfServer[] => {
    const own = toolsOf.get(server.name) ?? [];
    const isMeant = words.length > 0 && matches(server.name, server.url);
    const found = isMeant ? own : own.filter((tool) => matches(tool.name, tool.title, tool.description));
    if (words.length > 0 && !isMeant && found.length === 0) return [];
    const isShown =
      (entry?.kind === "server" && entry.name === server.name) ||
      (entry?.kind === "tool" && own.some(({ name, qualifiedName }) => [name, qualifiedName].includes(entry.name)));
    return [
      {
        server,
        tools: found.slice(0, toolLimit),
        moreTools: Math.max(0, found.length - toolLimit),
        toolCount: own.length,
        isOpen: isShown || (words.length > 0 && !isMeant),
      },
    ];
  });
  const agents = lists.agents.items.filter(({ description, name }) => matches(name, description));
  const workflows = lists.workflows.items.filter(({ description, name }) => matches(name, description));
  const manifests = lists.manifests.items.filter(({ agents: own, name }) => matches(name, ...own.map((a) => a.name)));
  const isEmpty = agents.length + servers.length + workflows.length + manifests.length === 0;
  return { agents, servers, workflows, manifests, isEmpty };
}
