/** The callables, for the views in which one chooses them, and the default limits. Read once a visit. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { type Listed, type Page, readPages } from "../api/all-pages.ts";
import { pagesOf } from "../api/connection-pages.ts";
import type { Problem } from "../api/problem.ts";
import { request, requestUntilAnswered } from "../api/request.ts";
import type { IconName } from "../parts/icon.tsx";
import {
  agentSchema,
  callableAgents,
  callableTools,
  callableWorkflows,
  type RunDefaultsQuery,
  runDefaults,
  toolSchema,
  workflowDetail,
} from "./run.generated.ts";

export interface Callable {
  readonly kind: "TOOL" | "AGENT" | "WORKFLOW";
  readonly name: string;
  readonly description: string;
  /** Says itself that it may destroy data. */
  readonly isDestructive: boolean;
  /** Runs as an execution of its own, which asks for its own approvals. */
  readonly isOurs: boolean;
}

export interface Registry {
  readonly callables: ReadonlyMap<string, Callable>;
  readonly defaultLimits: NonNullable<RunDefaultsQuery["serverInfo"]>["defaultLimits"] | null;
  /** Whether `callables` are all that there are, as far as they can be read. */
  readonly isRead: boolean;
  /** Why a part of it cannot be read. Null if all can. */
  readonly problem: Problem | null;
}

const unread: Registry = { callables: new Map(), defaultLimits: null, isRead: false, problem: null };

const current = signal<Registry>(unread);

export const registry: ReadonlySignal<Registry> = current;

export const callableIcons: Readonly<Record<string, IconName>> = {
  TOOL: "tool",
  AGENT: "agent",
  WORKFLOW: "workflow",
  HUMAN_INPUT: "person",
  PARALLEL: "group",
  MAP: "group",
  LOOP: "group",
};

/** Reads it until the returned function is called. The earlier one stays until it is read again. */
export function readRegistry(): () => void {
  const controller = new AbortController();
  void readInto(controller.signal);
  return () => controller.abort();
}

async function readInto(wanted: AbortSignal): Promise<void> {
  const report = (some: Partial<Registry>) => {
    if (!wanted.aborted) current.value = { ...current.peek(), ...some };
  };
  const meanwhile = (problem: Problem | null) => report({ problem });
  const defaults = requestUntilAnswered(runDefaults, {}, wanted).then((answer) => {
    if (answer.ok) report({ defaultLimits: answer.data.serverInfo?.defaultLimits ?? null });
  });
  const kinds = await Promise.all([
    all(
      pagesOf(callableTools, (data) => data.tools, wanted, meanwhile),
      wanted,
    ),
    all(
      pagesOf(callableAgents, (data) => data.agents, wanted, meanwhile),
      wanted,
    ),
    all(
      pagesOf(callableWorkflows, (data) => data.workflows, wanted, meanwhile),
      wanted,
    ),
    defaults,
  ]);
  const [tools, agents, workflows] = kinds;
  const found: readonly Callable[] = [
    ...tools.items.map(({ annotations, description, name }) => ({
      kind: "TOOL" as const,
      name,
      description,
      isOurs: false,
      isDestructive: annotations.destructive === true,
    })),
    ...agents.items.map(({ description, name, runtime }) => ({
      kind: "AGENT" as const,
      name,
      description,
      isDestructive: false,
      isOurs: runtime === "LOCAL",
    })),
    ...workflows.items.map(({ description, name }) => ({
      kind: "WORKFLOW" as const,
      name,
      description,
      isDestructive: false,
      isOurs: true,
    })),
  ];
  const problem = tools.problem ?? agents.problem ?? workflows.problem;
  report({ callables: new Map(found.map((callable) => [callable.name, callable])), isRead: true, problem });
}

async function all<Item>(read: (after: string | null) => Promise<Page<Item>>, wanted: AbortSignal) {
  let latest: Listed<Item> = { items: [], hasMore: false, problem: null };
  await readPages(
    read,
    (listed) => {
      latest = listed;
    },
    wanted,
  );
  return latest;
}

/** Schema of the arguments of a callable. Null if it has none or cannot be read. */
export async function inputSchemaOf(callable: Pick<Callable, "kind" | "name">): Promise<unknown> {
  return (await schemasOf(callable))?.input ?? null;
}

export interface SchemasOfCallable {
  /** Null if it has none. */
  readonly input: unknown;
  /** Null if it has none. */
  readonly output: unknown;
}

/** The schemas of a callable. Null if they cannot be read. */
export async function schemasOf({ kind, name }: Pick<Callable, "kind" | "name">): Promise<SchemasOfCallable | null> {
  if (kind === "TOOL") {
    const answer = await request(toolSchema, { name });
    return answer.ok ? pair(answer.data.tool) : null;
  }
  if (kind === "AGENT") {
    const answer = await request(agentSchema, { name });
    return answer.ok ? pair(answer.data.agent) : null;
  }
  const answer = await request(workflowDetail, { by: { name } });
  return answer.ok ? pair(answer.data.workflow) : null;
}

function pair(found: { readonly inputSchema?: unknown; readonly outputSchema?: unknown } | null) {
  return found === null ? null : { input: found.inputSchema ?? null, output: found.outputSchema ?? null };
}
