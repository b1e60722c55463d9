/**
 * The catalog of a tenant as one immutable value: its servers, their tools, and which name in a plan means which tool.
 * A tool's own name is its name in plans as long as nothing else could be meant; `server.tool` always works. A name that could
 * mean two tools means none of them (the rule of R18: collisions are never decided by chance).
 */
import type { CallableDefinition, ExecutionDefinitions } from "../plan/callable.ts";
import type { Failure } from "../plan/failure.ts";
import type { Json } from "../plan/json.ts";
import { nearestNames } from "../plan/nearest-name.ts";
import type { DiscoveredTool, DroppedTool } from "./discovered-tool.ts";
import type { ServerRegistration } from "./server-registration.ts";
import { type ToolDefinition, toolDefinition } from "./tool-definition.ts";

export type ServerStatus = "UNKNOWN" | "READY" | "UNAUTHORIZED" | "UNREACHABLE";

export interface RegisteredServer extends ServerRegistration {
  /** What the last contact showed. */
  readonly status: ServerStatus;
  /** Why it is not READY. */
  readonly failure: Failure | null;
  /** Null before the first contact. */
  readonly protocolVersion: string | null;
  /** When the tools were last read, Unix milliseconds. Null before the first contact. */
  readonly lastSyncedAt: number | null;
  /** What the last contact negotiated, for calls without a handshake (E15). */
  readonly connection: Json;
  /** Tools that the server offers and the catalog does not, with the reasons. */
  readonly dropped: readonly DroppedTool[];
}

export interface RegisteredTool extends Omit<ToolDefinition, "callable"> {
  /** Name in plans: its own if that is unambiguous, else `qualifiedName`. */
  readonly name: string;
  /** `server.tool`. */
  readonly qualifiedName: string;
  readonly server: string;
  readonly callable: CallableDefinition;
}

export interface CatalogSnapshot {
  /** Grows with every change of the registry. Compared as a whole, never parsed. */
  readonly revision: string;
  /** In the order of their names. */
  readonly servers: readonly RegisteredServer[];
  /** In the order of their names in plans. */
  readonly tools: readonly RegisteredTool[];
}

/** A server with what it said of its tools. */
export interface ServerContent {
  readonly server: RegisteredServer;
  readonly tools: readonly DiscoveredTool[];
}

export function catalogSnapshot(revision: string, contents: readonly ServerContent[]): CatalogSnapshot {
  const listed = contents.flatMap(({ server, tools }) => tools.map((tool) => ({ server, tool })));
  const meanings = new Map<string, number>();
  const count = (name: string) => meanings.set(name, (meanings.get(name) ?? 0) + 1);
  for (const { server, tool } of listed) {
    count(tool.name);
    count(qualified(server.name, tool.name));
  }
  const tools = listed.map(({ server, tool }): RegisteredTool => {
    const { callable, ...described } = toolDefinition(tool, server);
    const qualifiedName = qualified(server.name, tool.name);
    const name = meanings.get(tool.name) === 1 ? tool.name : qualifiedName;
    return { ...described, name, qualifiedName, server: server.name, callable: { ...callable, name } };
  });
  const servers = contents.map(({ server }) => server);
  return { revision, servers: servers.toSorted(byName), tools: tools.toSorted(byName) };
}

/** The tool that `name` means in a plan, or null if it means none or several. */
export function findTool(snapshot: CatalogSnapshot, name: string): RegisteredTool | null {
  return indexOf(snapshot).get(name) ?? null;
}

/** Definition of what `name` means, under that very name. */
export function callableNamed(snapshot: CatalogSnapshot, name: string): CallableDefinition | null {
  const tool = findTool(snapshot, name);
  return tool === null ? null : { ...tool.callable, name };
}

/** Names to suggest for one that means nothing: the qualified names of an ambiguous one, else the nearest, 3 at most. */
export function nearestToolNames(snapshot: CatalogSnapshot, name: string): readonly string[] {
  const ambiguous = snapshot.tools
    .filter((tool) => tool.callable.remoteName === name)
    .map((tool) => tool.qualifiedName);
  if (ambiguous.length > 0) return ambiguous.slice(0, 3);
  return nearestNames(
    name,
    snapshot.tools.map((tool) => tool.name),
  );
}

/** What an execution pins: the tools that `names` mean, under those names, and the servers behind them (E15). */
export function pinnedDefinitions(snapshot: CatalogSnapshot, names: Iterable<string>): ExecutionDefinitions {
  const callables = [...new Set(names)].flatMap((name) => callableNamed(snapshot, name) ?? []);
  const needed = new Set(callables.map((callable) => callable.provider));
  const providers = snapshot.servers
    .filter((server) => needed.has(server.name))
    .map(({ name, url, bearerSecret, connection }) => ({ name, kind: "MCP" as const, url, bearerSecret, connection }));
  return { callables, providers, catalogRevision: snapshot.revision };
}

/** Made once per snapshot: lookups happen for every step of every plan. */
const indexes = new WeakMap<CatalogSnapshot, ReadonlyMap<string, RegisteredTool>>();

/** A name in plans never equals the qualified name of another tool, because such a tool is only named in full. */
function indexOf(snapshot: CatalogSnapshot): ReadonlyMap<string, RegisteredTool> {
  let index = indexes.get(snapshot);
  if (index === undefined) {
    index = new Map(
      snapshot.tools.flatMap((tool) => [[tool.name, tool] as const, [tool.qualifiedName, tool] as const]),
    );
    indexes.set(snapshot, index);
  }
  return index;
}

function qualified(server: string, tool: string): string {
  return `${server}.${tool}`;
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
