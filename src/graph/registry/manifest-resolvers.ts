/** Fields of manifests, their agents, tools and rules. A version never changes: all of it was decided when it was applied (C16). */
import { autoToolOf } from "../../catalog/manifests/manifest-callables.ts";
import { maxOutputCorrections } from "../../plan/turn-work.ts";
import { type Connection, pageByName } from "../base/connection.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { nodeId } from "../base/node-id.ts";
import type {
  AutoToolBindingResolvers,
  ManifestAgentResolvers,
  ManifestHandoffResolvers,
  ManifestResolvers,
  ManifestToolResolvers,
} from "../base/resolvers.generated.ts";
import type { QueryManifestsArgs } from "../base/schema.generated.ts";
import type { ManifestBindingSource, ManifestSource } from "../base/sources.ts";

/** The manifest of a name: the current one, or that of a hash. Null if there is none. */
export async function manifestNamed(
  name: string,
  hash: string | undefined,
  { clients }: GraphContext,
): Promise<ManifestSource | undefined> {
  const manifest = await clients.catalog.manifest(name, hash);
  return manifest && { manifest };
}

/** A page of the current manifests. */
export async function listManifests(
  args: QueryManifestsArgs,
  { clients }: GraphContext,
): Promise<Connection<ManifestSource>> {
  const manifests = await clients.catalog.manifests();
  return pageByName(
    manifests.map((manifest) => ({ manifest })),
    ({ manifest }) => manifest.name,
    args,
  );
}

export const manifestResolvers = {
  id: ({ manifest: { hash, name } }, _, context) => nodeId({ kind: "MANIFEST", name, hash }, context),
  name: ({ manifest }) => manifest.name,
  hash: ({ manifest }) => manifest.hash,
  agents: ({ manifest }) => manifest.agents.map((agent) => ({ agent, manifest })),
  tools: ({ manifest }) => manifest.tools,
  variableNames: ({ manifest }) => manifest.variables.map(({ name }) => name),
  handoffs: ({ manifest }) => manifest.handoffs,
  startAgentName: ({ manifest }) => manifest.startAgent,
  maxTurns: ({ manifest }) => manifest.maxTurns,
  source: ({ manifest }) => manifest.source,
  createdAt: ({ manifest }) => manifest.createdAt,
  updatedAt: ({ manifest }) => manifest.updatedAt,
} satisfies ManifestResolvers;

export const manifestAgentResolvers = {
  name: ({ agent }) => agent.name,
  autoToolMode: ({ agent }) => agent.autoToolMode,
  structuredOutputsRequired: ({ agent }) => agent.structuredOutputsRequired,
  maxConsecutiveAutoReply: ({ agent }) => agent.maxConsecutiveAutoReply,
  maxRounds: ({ agent }) => agent.maxRounds ?? 1,
  isElsewhere: ({ agent }) => agent.isElsewhere,
  autoTool: ({ agent: { name, output }, manifest }): ManifestBindingSource | undefined => {
    const tool = autoToolOf(manifest, name);
    return tool === undefined || output === null ? undefined : { tool, output };
  },
  modelName: ({ agent }) => agent.output?.name ?? null,
  modelSchema: ({ agent }) => agent.output?.schema ?? null,
} satisfies ManifestAgentResolvers;

export const autoToolBindingResolvers = {
  modelName: ({ output }) => output.name,
  modelSchema: ({ output }) => output.schema,
  tool: ({ tool }) => tool,
  maxCorrections: () => maxOutputCorrections,
} satisfies AutoToolBindingResolvers;

export const manifestToolResolvers = {
  callableName: ({ callableName, isUserInterface }) => (isUserInterface ? null : callableName),
} satisfies ManifestToolResolvers;

export const manifestHandoffResolvers = {
  sourceAgentName: ({ sourceAgent }) => sourceAgent,
  target: ({ target }) => target.kind,
  targetAgentName: ({ target }) => (target.kind === "AGENT" ? target.agentName : null),
  condition: ({ condition }) => condition?.expression ?? null,
  description: ({ description }) => description ?? "",
} satisfies ManifestHandoffResolvers;
