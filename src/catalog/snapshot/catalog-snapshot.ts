/**
 * Room `catalog/snapshot`: the catalog of a tenant as one immutable value, and the values made from it.
 *
 * Owns: the snapshot and the meaning of each name (this file); callables by name (`named-callable.ts`); the callables that a name can reach
 * (`reachable.ts`); the definitions that an execution pins (`pinned-definitions.ts`); workflows compiled against the catalog
 * (`compile-workflow.ts`); refusals of agents, workflows and taken names; the callables served to A2A clients (`served-callable.ts`).
 * Leaves: the definition of one tool or agent to `catalog` and `catalog/agents`; compiling plans to `plan/compile`; the rows to
 * `durable/catalog`.
 *
 * Invariants:
 * - A snapshot never changes. Its `revision` changes with the registry.
 * - A name means one thing or nothing: a name that could mean two tools means none of them (R18).
 * - An execution pins everything that it and its children may call, so neither asks the catalog later (E15).
 *
 * This file makes the snapshot. The name of an agent or workflow always means it, and so does the name of its tool (W4). A tool has its own
 * name in plans while that is unambiguous; `server.tool` always works.
 */

import type { Failure } from "../../json/failure.ts";
import type { Json } from "../../json/json.ts";
import type { CallableDefinition, FlowRule } from "../../plan/callable.ts";
import { builtInCallables } from "../../plan/waits/built-in-callables.ts";
import type { RegisteredAgent } from "../agent-registration.ts";
import { codeServer, type DeployedDefinitions, nothingDeployed } from "../deployed/deployed-definitions.ts";
import { deployedNames } from "../deployed/deployed-names.ts";
import type { DiscoveredTool, DroppedTool } from "../discovered-tool.ts";
import { orchestrationToolName } from "../orchestration-tool.ts";
import { comparedName, type Named, planNamesOf } from "../plan-name.ts";
import type { ServerRegistration } from "../server-registration.ts";
import { contractHash, type ToolDefinition, toolDefinition } from "../tool-definition.ts";
import type { RegisteredWebhook } from "../webhook-registration.ts";
import type { RegisteredWorkflow } from "../workflow-registration.ts";

export type ServerStatus = "UNKNOWN" | "READY" | "UNAUTHORIZED" | "UNREACHABLE";

export interface RegisteredServer extends ServerRegistration {
  /** The result of the last contact. */
  readonly status: ServerStatus;
  /** Why it is not READY. */
  readonly failure: Failure | null;
  /** Null before the first contact. */
  readonly protocolVersion: string | null;
  /** When the tools were last read, Unix milliseconds. Null before the first contact. */
  readonly lastSyncedAt: number | null;
  /** The negotiation of the last contact, for calls without a handshake (E15). */
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
  /** Hex SHA-256 over schemas, description and hints: the contract that is accepted with a tool. */
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
  /** The newest version of each, in the order of their names, which no agent has. */
  readonly workflows: readonly RegisteredWorkflow[];
  /** In the order of their names. */
  readonly webhooks: readonly RegisteredWebhook[];
  /** The flow rules of the tenant. Absent if there are none. */
  readonly flowRules?: readonly FlowRule[];
  /** Names that the code of the deployment defines, in the form in which names are compared. Absent if it defines none. */
  readonly namesOfCode?: ReadonlySet<string>;
}

/** A tool as its server describes it now, with the contract that was accepted. */
export interface PinnedTool extends DiscoveredTool {
  /** `contractHash` of the accepted contract. Absent for a tool that never had another one. */
  readonly acceptedHash?: string;
}

/** A server with its description of its tools. */
export interface ServerContent {
  readonly server: RegisteredServer;
  readonly tools: readonly PinnedTool[];
}

/** What a catalog is made of. Parts that are left out are empty. */
export interface CatalogParts {
  readonly contents?: readonly ServerContent[];
  readonly agents?: readonly RegisteredAgent[];
  readonly workflows?: readonly RegisteredWorkflow[];
  readonly webhooks?: readonly RegisteredWebhook[];
  /** What the code of the deployment defines. */
  readonly deployed?: DeployedDefinitions | undefined;
  readonly flowRules?: readonly FlowRule[];
}

export function catalogSnapshot(
  revision: string,
  {
    contents = [],
    agents: registeredAgents = [],
    workflows: registeredWorkflows = [],
    webhooks = [],
    deployed = nothingDeployed,
    flowRules = [],
  }: CatalogParts,
): CatalogSnapshot {
  const namesOfCode = deployedNames(deployed);
  const isFree = (one: Named) => !planNamesOf(one).some((name) => namesOfCode.has(comparedName(name)));
  // Registrations of a tenant whose name the deployment came to define later. They cannot be called until the deployment stops defining it.
  const agents = [...deployed.agents, ...registeredAgents.filter(isFree)];
  const workflows = [...deployed.workflows, ...registeredWorkflows.filter(isFree)];
  const all: readonly ServerContent[] =
    deployed.tools.length === 0 ? contents : [...contents, { server: codeServerNow, tools: deployed.tools }];
  const listed = all.flatMap(({ server, tools }) => tools.map((tool) => ({ server, tool })));
  const meanings = new Map<string, number>();
  const count = (name: string) => meanings.set(name, (meanings.get(name) ?? 0) + 1);
  const named = [...agents, ...workflows].flatMap(planNamesOf).map(comparedName);
  const ofCode = deployed.tools.map(({ name }) => comparedName(name));
  const owned = new Set([...named, ...ofCode, orchestrationToolName, ...builtInCallables.keys()]);
  for (const { server, tool } of listed) {
    count(tool.name);
    count(qualified(server.name, tool.name));
  }
  const tools = listed.map(({ server, tool }): RegisteredTool => {
    const { callable, ...described } = toolDefinition(tool, server);
    const isOfCode = server === codeServerNow;
    // No tenant can take the name of a tool in code, so that nothing else is ever meant by it.
    const qualifiedName = isOfCode ? tool.name : qualified(server.name, tool.name);
    const isOwn = isOfCode || (meanings.get(tool.name) === 1 && !owned.has(comparedName(tool.name)));
    const name = isOwn ? tool.name : qualifiedName;
    const hash = contractHash(tool);
    const status = (tool.acceptedHash ?? hash) === hash ? "READY" : "CHANGED";
    const place = { name, qualifiedName, server: server.name };
    return { ...described, ...place, callable: { ...callable, name }, contractHash: hash, status };
  });
  const servers = all.map(({ server }) => server);
  return {
    revision,
    servers: servers.toSorted(byName),
    tools: tools.toSorted(byName),
    agents: agents.toSorted(byName),
    workflows: workflows.toSorted(byName),
    webhooks: webhooks.toSorted(byName),
    ...(flowRules.length === 0 ? {} : { flowRules }),
    ...(namesOfCode.size === 0 ? {} : { namesOfCode }),
  };
}

/** The contact of a server in code: none is made. */
const codeServerNow: RegisteredServer = {
  ...codeServer,
  status: "READY",
  failure: null,
  protocolVersion: null,
  lastSyncedAt: null,
  connection: null,
  dropped: [],
};

/** The same catalog in which this version of a workflow is the newest, to run one that is older. */
export function withWorkflowVersion(snapshot: CatalogSnapshot, workflow: RegisteredWorkflow): CatalogSnapshot {
  const others = snapshot.workflows.filter(({ name }) => name !== workflow.name);
  return { ...snapshot, workflows: [...others, workflow].toSorted(byName) };
}

/** The same catalog with `agent` in the place of one of its name. Names of tools stay as they are: those of the agent were not taken. */
export function withAgent(snapshot: CatalogSnapshot, agent: RegisteredAgent): CatalogSnapshot {
  const others = snapshot.agents.filter(({ name }) => name !== agent.name);
  return { ...snapshot, agents: [...others, agent].toSorted(byName) };
}

/** The tool that `name` means in a plan, or undefined if it means none or several. */
export function findTool(snapshot: CatalogSnapshot, name: string): RegisteredTool | undefined {
  const meaning = meaningOf(snapshot, name);
  return meaning?.sort === "TOOL" ? meaning.tool : undefined;
}

/** The agent of exactly this name, or undefined. */
export function findAgent(snapshot: CatalogSnapshot, name: string): RegisteredAgent | undefined {
  return snapshot.agents.find((agent) => agent.name === name);
}

/** The newest version of the workflow of exactly this name, or undefined. */
export function findWorkflow(snapshot: CatalogSnapshot, name: string): RegisteredWorkflow | undefined {
  return snapshot.workflows.find((workflow) => workflow.name === name);
}

/** The meaning of a name in a plan. */
export type Meaning =
  | { readonly sort: "AGENT"; readonly agent: RegisteredAgent }
  | { readonly sort: "WORKFLOW"; readonly workflow: RegisteredWorkflow }
  | { readonly sort: "TOOL"; readonly tool: RegisteredTool };

/** The meaning of `name` in a plan, whether it can be called or not. Undefined if it means nothing. */
export function meaningOf(snapshot: CatalogSnapshot, name: string): Meaning | undefined {
  let index = indexes.get(snapshot);
  if (index === undefined) {
    index = indexOf(snapshot);
    indexes.set(snapshot, index);
  }
  return index.get(name);
}

/** Made once per snapshot: lookups happen for every step of every plan. */
const indexes = new WeakMap<CatalogSnapshot, ReadonlyMap<string, Meaning>>();

/**
 * A name in plans never equals the qualified name of another tool, because such a tool is only named in full. Where an older catalog
 * holds names that would be refused today, the plain name of an agent or workflow goes before the name of another's tool.
 */
function indexOf({ agents, tools, workflows }: CatalogSnapshot): ReadonlyMap<string, Meaning> {
  const index = new Map<string, Meaning>();
  for (const tool of tools) {
    index.set(tool.name, { sort: "TOOL", tool });
    index.set(tool.qualifiedName, { sort: "TOOL", tool });
  }
  const own: readonly (readonly [readonly string[], Meaning])[] = [
    ...workflows.map((workflow) => [planNamesOf(workflow), { sort: "WORKFLOW", workflow }] as const),
    ...agents.map((agent) => [planNamesOf(agent), { sort: "AGENT", agent }] as const),
  ];
  for (const [[, toolName], meaning] of own) if (toolName !== undefined) index.set(toolName, meaning);
  for (const [[name = ""], meaning] of own) index.set(name, meaning);
  return index;
}

function qualified(server: string, tool: string): string {
  return `${server}.${tool}`;
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
