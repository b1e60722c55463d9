/**
 * Everything that is registered, as far as the shelf shows it: read once when the registry is opened, again when somebody asks for it or
 * signs in. Changes by the page itself are made here too, so that the list agrees with them.
 */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Listed, readPages } from "../api/all-pages.ts";
import { serverNow } from "../api/clock.ts";
import { pagesOf } from "../api/connection-pages.ts";
import type { Operation } from "../api/operation.ts";
import type { Problem } from "../api/problem.ts";
import {
  type AgentPageQuery,
  agentPage,
  type ListedServerFragment,
  type ListedToolFragment,
  type ManifestPageQuery,
  manifestPage,
  serverPage,
  toolPage,
  type WorkflowPageQuery,
  workflowPage,
} from "./registry-lists.generated.ts";

export type ListedAgent = NonNullable<AgentPageQuery["agents"]>["nodes"][number];
export type ListedServer = ListedServerFragment;
export type ListedTool = ListedToolFragment;
export type ListedWorkflow = NonNullable<WorkflowPageQuery["workflows"]>["nodes"][number];
export type ListedManifest = NonNullable<ManifestPageQuery["manifests"]>["nodes"][number];

export interface RegistryLists {
  readonly agents: Listed<ListedAgent>;
  readonly servers: Listed<ListedServer>;
  readonly tools: Listed<ListedTool>;
  readonly workflows: Listed<ListedWorkflow>;
  readonly manifests: Listed<ListedManifest>;
}

function list<Item>(): Signal<Listed<Item> | null> {
  return signal<Listed<Item> | null>(null);
}

const agents = list<ListedAgent>();
const servers = list<ListedServer>();
const tools = list<ListedTool>();
const workflows = list<ListedWorkflow>();
const manifests = list<ListedManifest>();
const latest = signal<number | null>(null);
const changes = signal(0);

/** When the lists were read last, Unix milliseconds of the server. Null until all are. */
export const readAt: ReadonlySignal<number | null> = latest;

/** Counts changes that reach further than the entry itself: a server decides also how tools of others are named. */
export const farReachingChanges: ReadonlySignal<number> = changes;

const none = { items: [], hasMore: false, problem: null };

/** The entries so far. */
export const registryLists: ReadonlySignal<RegistryLists> = computed(() => ({
  agents: agents.value ?? none,
  servers: servers.value ?? none,
  tools: tools.value ?? none,
  workflows: workflows.value ?? none,
  manifests: manifests.value ?? none,
}));

/** Reads every list again until the returned function is called. */
export function readLists(): () => void {
  const controller = new AbortController();
  const { signal: wanted } = controller;
  void Promise.all([
    fill(agents, agentPage, (data) => data.agents, wanted),
    fill(servers, serverPage, (data) => data.mcpServers, wanted),
    fill(tools, toolPage, (data) => data.tools, wanted),
    fill(workflows, workflowPage, (data) => data.workflows, wanted),
    fill(manifests, manifestPage, (data) => data.manifests, wanted),
  ]).then(() => {
    const isWhole = Object.values(registryLists.peek()).every(({ problem }) => problem === null);
    if (!wanted.aborted && isWhole) latest.value = serverNow();
  });
  return () => controller.abort();
}

/** Takes note of a server that was just registered, with its tools. */
export function noteServer(server: ListedServer, itsTools: readonly ListedTool[]): void {
  put(servers, [server], ({ name }) => name !== server.name);
  put(tools, itsTools, ({ mcpServer }) => mcpServer.name !== server.name);
  changes.value += 1;
}

/** Takes note of a tool as it was just accepted. */
export function noteTool(tool: ListedTool): void {
  put(tools, [tool], ({ qualifiedName }) => qualifiedName !== tool.qualifiedName);
}

/** Notes a removal that was just made. */
export function noteRemoved(kind: "agent" | "server" | "workflow" | "manifest", name: string): void {
  const isOther = (item: { readonly name: string }) => item.name !== name;
  switch (kind) {
    case "agent":
      put(agents, [], isOther);
      break;
    case "server":
      put(tools, [], ({ mcpServer }) => mcpServer.name !== name);
      put(servers, [], isOther);
      changes.value += 1;
      break;
    case "workflow":
      put(workflows, [], isOther);
      break;
    case "manifest":
      put(manifests, [], isOther);
      break;
  }
}

function put<Item extends { readonly name: string }>(
  target: Signal<Listed<Item> | null>,
  added: readonly Item[],
  keeps: (item: Item) => boolean,
): void {
  const listed = target.peek() ?? none;
  const items = [...listed.items.filter(keeps), ...added].sort((one, other) => (one.name < other.name ? -1 : 1));
  target.value = { ...listed, items };
}

/** The earlier list stays until as much of the new one is there, so that nothing vanishes while it is read again. */
function fill<Result, Item>(
  target: Signal<Listed<Item> | null>,
  operation: Operation<Result, { readonly after?: string | null | undefined }>,
  pick: Parameters<typeof pagesOf<Result, Item>>[1],
  wanted: AbortSignal,
): Promise<void> {
  const before = target.peek()?.items ?? [];
  const meanwhile = (problem: Problem | null) => {
    if (!wanted.aborted) target.value = { ...(target.peek() ?? { ...none, hasMore: true }), problem };
  };
  return readPages(
    pagesOf(operation, pick, wanted, meanwhile),
    (listed) => {
      if (listed.problem !== null) target.value = { ...listed, items: before.length > 0 ? before : listed.items };
      else if (!listed.hasMore || listed.items.length >= before.length) target.value = listed;
    },
    wanted,
  );
}
