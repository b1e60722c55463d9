/** What can be called, for the views in which one chooses it; and the limits that hold where nobody sets others. Read once a visit. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { request } from "../api/request.ts";
import type { IconName } from "../parts/icon.tsx";
import { agentSchema, type CallablesQuery, callables, toolSchema, workflowDetail } from "./run.generated.ts";

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
  readonly defaultLimits: NonNullable<CallablesQuery["serverInfo"]>["defaultLimits"] | null;
  readonly models: readonly string[];
}

const current = signal<Registry | null>(null);

/** Null until it was read. */
export const registry: ReadonlySignal<Registry | null> = current;

export const callableIcons: Readonly<Record<string, IconName>> = {
  TOOL: "tool",
  AGENT: "agent",
  WORKFLOW: "workflow",
  HUMAN_INPUT: "person",
  PARALLEL: "group",
};

export async function readRegistry(signal?: AbortSignal): Promise<void> {
  const answer = await request(callables, {}, signal);
  if (!answer.ok) return;
  const { agents, serverInfo, tools, workflows } = answer.data;
  const found: Callable[] = [
    ...(tools?.nodes ?? []).map(({ annotations, description, name }) => ({
      ...{ kind: "TOOL" as const, name, description, isOurs: false },
      isDestructive: annotations.destructive === true,
    })),
    ...(agents?.nodes ?? []).map(({ description, name, runtime }) => ({
      ...{ kind: "AGENT" as const, name, description, isDestructive: false },
      isOurs: runtime === "LOCAL",
    })),
    ...(workflows?.nodes ?? []).map(({ description, name }) => ({
      ...{ kind: "WORKFLOW" as const, name, description, isDestructive: false, isOurs: true },
    })),
  ];
  current.value = {
    callables: new Map(found.map((callable) => [callable.name, callable])),
    defaultLimits: serverInfo?.defaultLimits ?? null,
    models: serverInfo?.models.map(({ name }) => name) ?? [],
  };
}

/** Schema of the arguments of a callable. Null if it has none or cannot be read. */
export async function inputSchemaOf({ kind, name }: Pick<Callable, "kind" | "name">): Promise<unknown> {
  if (kind === "TOOL") {
    const answer = await request(toolSchema, { name });
    return answer.ok ? (answer.data.tool?.inputSchema ?? null) : null;
  }
  if (kind === "AGENT") {
    const answer = await request(agentSchema, { name });
    return answer.ok ? (answer.data.agent?.inputSchema ?? null) : null;
  }
  const answer = await request(workflowDetail, { by: { name } });
  return answer.ok ? (answer.data.workflow?.inputSchema ?? null) : null;
}
