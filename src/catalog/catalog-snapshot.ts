/**
 * The catalog of a tenant as one immutable value: its servers, their tools, its agents, and which name in a plan means what.
 * An agent's name always means the agent. A tool's own name is its name in plans as long as nothing else could be meant; `server.tool`
 * always works. A name that could mean two tools means none of them (the rule of R18: collisions are never decided by chance).
 */
import type { CallableDefinition, ExecutionDefinitions, NamedCallable } from "../plan/callable.ts";
import type { Failure } from "../plan/failure.ts";
import type { Json } from "../plan/json.ts";
import { nearestNames } from "../plan/nearest-name.ts";
import { agentCallable, agentProvider } from "./agent-callable.ts";
import type { RegisteredAgent } from "./agent-registration.ts";
import type { DiscoveredTool, DroppedTool } from "./discovered-tool.ts";
import type { ServerRegistration } from "./server-registration.ts";
import { contractHash, type ToolDefinition, toolDefinition } from "./tool-definition.ts";

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
  /** Hex SHA-256 over schemas, description and hints: what is accepted with a tool. */
  readonly contractHash: string;
  /** CHANGED if `contractHash` is not the one that was accepted; the tool cannot be called then. */
  readonly status: "READY" | "CHANGED";
}

export interface CatalogSnapshot {
  /** Grows with every change of the registry. Compared as a whole, never parsed. */
  readonly revision: string;
  /** In the order of their names. */
  readonly servers: readonly RegisteredServer[];
  /** In the order of their names in plans. */
  readonly tools: readonly RegisteredTool[];
  /** In the order of their names, which no tool has. */
  readonly agents: readonly RegisteredAgent[];
}

/** A tool as its server describes it now, with the contract that was accepted. */
export interface PinnedTool extends DiscoveredTool {
  /** `contractHash` of what was accepted. Left out for a tool that has never been anything else. */
  readonly acceptedHash?: string;
}

/** A server with what it said of its tools. */
export interface ServerContent {
  readonly server: RegisteredServer;
  readonly tools: readonly PinnedTool[];
}

export function catalogSnapshot(
  revision: string,
  contents: readonly ServerContent[],
  agents: readonly RegisteredAgent[] = [],
): CatalogSnapshot {
  const listed = contents.flatMap(({ server, tools }) => tools.map((tool) => ({ server, tool })));
  const meanings = new Map<string, number>();
  const count = (name: string) => meanings.set(name, (meanings.get(name) ?? 0) + 1);
  for (const agent of agents) count(agent.name);
  for (const { server, tool } of listed) {
    count(tool.name);
    count(qualified(server.name, tool.name));
  }
  const tools = listed.map(({ server, tool }): RegisteredTool => {
    const { callable, ...described } = toolDefinition(tool, server);
    const qualifiedName = qualified(server.name, tool.name);
    const name = meanings.get(tool.name) === 1 ? tool.name : qualifiedName;
    const hash = contractHash(tool);
    const status = (tool.acceptedHash ?? hash) === hash ? "READY" : "CHANGED";
    const place = { name, qualifiedName, server: server.name };
    return { ...described, ...place, callable: { ...callable, name }, contractHash: hash, status };
  });
  const servers = contents.map(({ server }) => server);
  return {
    revision,
    servers: servers.toSorted(byName),
    tools: tools.toSorted(byName),
    agents: agents.toSorted(byName),
  };
}

/** The tool that `name` means in a plan, or null if it means none or several. */
export function findTool(snapshot: CatalogSnapshot, name: string): RegisteredTool | null {
  return indexOf(snapshot).get(name) ?? null;
}

/** The agent of exactly this name, or null. */
export function findAgent(snapshot: CatalogSnapshot, name: string): RegisteredAgent | null {
  return snapshot.agents.find((agent) => agent.name === name) ?? null;
}

/** What `name` means in a plan; a definition bears that very name. */
export function callableNamed(snapshot: CatalogSnapshot, name: string): NamedCallable {
  const agent = findAgent(snapshot, name);
  if (agent !== null) return agent.kind === "HTTP" ? agentCallable(agent) : "LOCAL_AGENT";
  const tool = findTool(snapshot, name);
  if (tool === null) return undefined;
  return tool.status === "READY" ? { ...tool.callable, name } : "CHANGED";
}

/** Names of everything that a plan can call now, in their order: what planners are offered, unless a request names less. */
export function callableNames(snapshot: CatalogSnapshot): readonly string[] {
  const tools = snapshot.tools.filter((tool) => tool.status === "READY");
  const agents = snapshot.agents.filter((agent) => agent.kind === "HTTP");
  return [...tools, ...agents].toSorted(byName).map(({ name }) => name);
}

/** Names to suggest for one that means nothing: the qualified names of an ambiguous one, else the nearest, 3 at most. */
export function nearestToolNames(snapshot: CatalogSnapshot, name: string): readonly string[] {
  const ambiguous = snapshot.tools
    .filter((tool) => tool.callable.remoteName === name)
    .map((tool) => tool.qualifiedName);
  if (ambiguous.length > 0) return ambiguous.slice(0, 3);
  return nearestNames(name, callableNames(snapshot));
}

/** What an execution pins: the callables that `names` mean, under those names, and the servers and agents behind them (E15). */
export function pinnedDefinitions(snapshot: CatalogSnapshot, names: Iterable<string>): ExecutionDefinitions {
  const callables = [...new Set(names)].flatMap((name): readonly CallableDefinition[] => {
    const meant = callableNamed(snapshot, name);
    return typeof meant === "object" ? [meant] : [];
  });
  const servers = snapshot.servers.map(({ name, url, bearerSecret, connection }) => {
    return { name, kind: "MCP" as const, url, bearerSecret, connection };
  });
  const agents = snapshot.agents.flatMap((agent) => (agent.kind === "HTTP" ? [agentProvider(agent)] : []));
  const needed = new Set(callables.map((callable) => callable.provider));
  const providers = [...servers, ...agents].filter(({ name }) => needed.has(name));
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
