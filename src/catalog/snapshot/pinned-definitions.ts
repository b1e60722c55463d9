/**
 * The definitions that an execution pins (E15): the callables that it may call and, because children never ask the catalog either, the run
 * definitions of all runs below it with all their callables. Agents may call one another in a circle: each is pinned once.
 */

import { suggested } from "../../json/nearest-name.ts";
import type { CallableDefinition, ExecutionDefinitions, ProviderDefinition } from "../../plan/callable.ts";
import { builtInLimits } from "../../plan/limits.ts";
import type { ModelDefinition, ModelPurpose, ModelSettings } from "../../plan/model-definition.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { type RunDefinition, runDefinitionKey } from "../../plan/run-definition.ts";
import type { FlowAction } from "../../plan/value-flow.ts";
import { builtInCallables } from "../../plan/waits/built-in-callables.ts";
import type { LocalAgentRegistration } from "../agent-registration.ts";
import { agentProvider } from "../agents/agent-callable.ts";
import { remoteProvider } from "../agents/generated-tool.ts";
import { childProvider } from "../child-provider.ts";
import { codeServerName } from "../deployed/deployed-definitions.ts";
import { orchestrationIsOff, orchestrationToolName } from "../orchestration-tool.ts";
import { type CatalogSnapshot, type Meaning, meaningOf } from "./catalog-snapshot.ts";
import { callableNamed, nearestToolNames } from "./named-callable.ts";
import { isOurOwn, reachedEffect, usedNames } from "./reachable.ts";
import {
  agentRunDefinition,
  orchestrationCallable,
  orchestrationDefinition,
  type PlanBounds,
  workflowDefinition,
} from "./run-definitions.ts";

export interface PinningSettings extends PlanBounds {
  /** Whether agents of ours may call `cp__agent_orchestrate`. */
  readonly allowOrchestration: boolean;
  /** The handling of an UNTRUSTED value that reaches a call which nothing declares safe. Absent where only rules are checked. */
  readonly taintPolicy?: FlowAction;
  /** The models that a callable needs and the deployment lacks. Undefined if none is missing. */
  readonly modelLacks?: (model: ModelDefinition) => string | undefined;
}

/** Why something cannot be pinned whole. Paths are empty: the caller knows the place. */
export type PinningProblem =
  | Extract<PlanProblem, { readonly kind: "TOOL_CHANGED" | "UNKNOWN_CALLABLE" }>
  | { readonly kind: "MODEL_NOT_FOUND"; readonly message: string; readonly path: readonly string[] };

export type Pinning =
  | { readonly ok: true; readonly definitions: ExecutionDefinitions }
  | { readonly ok: false; readonly problems: readonly PinningProblem[] };

const defaultSettings: PinningSettings = { ...builtInLimits, allowOrchestration: false };

/**
 * The callables that `names` mean, under those names, with all that their runs need. One of `names` that means nothing is left out: plans
 * were checked before. A missing callable of an agent or a workflow below them is a problem.
 */
export function pinnedDefinitions(
  snapshot: CatalogSnapshot,
  names: Iterable<string>,
  models: ModelSettings,
  settings: PinningSettings = defaultSettings,
): Pinning {
  const pins = new Pins(snapshot, models, settings);
  for (const name of new Set(names)) pins.add(name, undefined);
  return pins.result();
}

/** Those of `names` that can be pinned with all that they need, for offers that were not chosen by name. */
export function pinnableNames(
  snapshot: CatalogSnapshot,
  names: Iterable<string>,
  models: ModelSettings,
  settings: PinningSettings = defaultSettings,
): readonly string[] {
  return [...names].filter((name) => {
    const pinning = pinnedDefinitions(snapshot, [name], models, settings);
    return pinning.ok && pinning.definitions.callables.length > 0;
  });
}

/** One pinning on its way. */
class Pins {
  readonly #snapshot: CatalogSnapshot;
  readonly #models: ModelSettings;
  readonly #settings: PinningSettings;
  readonly #direct: CallableDefinition[] = [];
  readonly #byName = new Map<string, CallableDefinition>();
  readonly #providers = new Map<string, ProviderDefinition>();
  readonly #runDefinitions = new Map<string, RunDefinition>();
  readonly #orchestrated = new Set<string>();
  readonly #problems: PinningProblem[] = [];
  /** Names whose users were met, and whose own uses are still to be followed. */
  readonly #waiting: Meaning[] = [];

  constructor(snapshot: CatalogSnapshot, models: ModelSettings, settings: PinningSettings) {
    this.#snapshot = snapshot;
    this.#models = models;
    this.#settings = settings;
  }

  /** Pins the callable that `name` means, for the execution itself or for `user`, which names it. */
  add(name: string, user: Meaning | undefined): void {
    const isKnown = this.#byName.has(name);
    const callable = this.#byName.get(name) ?? this.#callable(name, user);
    if (callable === undefined) return;
    this.#byName.set(name, callable);
    if (user === undefined) this.#direct.push(callable);
    const builtIn = builtInCallables.get(name)?.provider;
    if (builtIn !== undefined) this.#providers.set(builtIn.name, builtIn);
    if (isKnown || isOurOwn(name)) return;
    const meaning = meaningOf(this.#snapshot, name);
    if (meaning === undefined) return;
    const provider = this.#provider(meaning);
    if (provider !== undefined) this.#providers.set(provider.name, provider);
    this.#waiting.push(meaning);
    // Only the outermost call follows the list: names below are added to it, never recursed into.
    if (this.#waiting.length > 1) return;
    for (let at = 0; at < this.#waiting.length; at++) this.#follow(this.#waiting[at] as Meaning);
    this.#waiting.length = 0;
  }

  result(): Pinning {
    if (this.#problems.length > 0) return { ok: false, problems: this.#problems };
    if (this.#orchestrated.size > 0) {
      const { defaults, models } = this.#models;
      const model = defaults.PLAN === null ? undefined : models.get(defaults.PLAN);
      const definition = orchestrationDefinition([...this.#orchestrated], model, this.#models, this.#settings);
      this.#runDefinitions.set(definition.key, definition);
    }
    const direct = new Set(this.#direct.map(({ name }) => name));
    const blueprints = [...this.#runDefinitions.values()];
    const inherited = [...this.#byName.values()].filter(({ name }) => !direct.has(name));
    return {
      ok: true,
      definitions: {
        callables: this.#direct,
        providers: [...this.#providers.values()],
        ...(blueprints.length === 0 ? {} : { blueprints }),
        ...(inherited.length === 0 ? {} : { inherited }),
        catalogRevision: this.#snapshot.revision,
        ...this.#flow(),
      },
    };
  }

  #flow(): Pick<ExecutionDefinitions, "flow"> {
    const { flowRules: rules = [] } = this.#snapshot;
    const { taintPolicy: base = "ALLOW" } = this.#settings;
    if (rules.length > 0) return { flow: { base, rules } };
    return base === "ALLOW" ? {} : { flow: { base } };
  }

  #follow(meaning: Meaning): void {
    const definition = this.#runDefinition(meaning);
    if (definition === undefined || this.#runDefinitions.has(definition.key)) return;
    this.#runDefinitions.set(definition.key, definition);
    const names = usedNames(meaning);
    const orchestrates = names.includes(orchestrationToolName);
    for (const name of names) {
      this.add(name, meaning);
      if (orchestrates && name !== orchestrationToolName) this.#orchestrated.add(name);
    }
  }

  #callable(name: string, user: Meaning | undefined): CallableDefinition | undefined {
    if (name === orchestrationToolName && user !== undefined) return this.#orchestration(user);
    const found = callableNamed(this.#snapshot, name);
    if (typeof found === "object") return found;
    if (user === undefined) return undefined;
    const refusal = `Cannot run ${shown(user)}`;
    if (found === "CHANGED") {
      const finding = `required its tool ${JSON.stringify(name)} as it was accepted, found that it has changed`;
      this.#problems.push({ kind: "TOOL_CHANGED", message: `${refusal}: ${finding}`, path: [], name });
    } else {
      const nearest = nearestToolNames(this.#snapshot, name);
      const suggestion = suggested(nearest);
      const message = `${refusal}: required ${JSON.stringify(name)}, which it calls, found nothing of this name${suggestion}`;
      this.#problems.push({ kind: "UNKNOWN_CALLABLE", message, path: [], name, nearestNames: nearest });
    }
    return undefined;
  }

  #orchestration(user: Meaning): CallableDefinition | undefined {
    if (!this.#settings.allowOrchestration) {
      const name = orchestrationToolName;
      const message = `Cannot run ${shown(user)}, which calls ${JSON.stringify(name)}: ${orchestrationIsOff}`;
      this.#problems.push({ kind: "UNKNOWN_CALLABLE", message, path: [], name, nearestNames: [] });
      return undefined;
    }
    this.#providers.set(childProvider.name, childProvider);
    // One definition for all agents that have it, so it is as safe as the least safe of their callables.
    return orchestrationCallable(reachedEffect(this.#snapshot, this.#orchestratingNames()));
  }

  #orchestratingNames(): readonly string[] {
    const { agents } = this.#snapshot;
    return agents.flatMap((agent) =>
      agent.kind === "LOCAL" && agent.tools.includes(orchestrationToolName) ? agent.tools : [],
    );
  }

  #provider(meaning: Meaning): ProviderDefinition | undefined {
    if (meaning.sort === "WORKFLOW") return childProvider;
    if (meaning.sort === "AGENT") {
      const { agent } = meaning;
      if (agent.kind === "LOCAL") return childProvider;
      return agent.kind === "A2A" ? remoteProvider(agent) : agentProvider(agent);
    }
    const server = this.#snapshot.servers.find((known) => known.name === meaning.tool.server);
    if (server === undefined) return undefined;
    if (server.name === codeServerName) return codeProvider;
    const { bearerSecret, connection, credential, name, protocol, url } = server;
    return { name, kind: protocol ?? "MCP", url, bearerSecret, ...(credential && { credential }), connection };
  }

  #runDefinition(meaning: Meaning): RunDefinition | undefined {
    if (meaning.sort === "WORKFLOW") return workflowDefinition(meaning.workflow);
    if (meaning.sort !== "AGENT" || meaning.agent.kind !== "LOCAL") return undefined;
    const { agent } = meaning;
    const known = this.#runDefinitions.get(runDefinitionKey("AGENT", agent.name));
    if (known !== undefined) return known;
    const plan = this.#model("PLAN", agent);
    const respond = this.#model("RESPOND", agent);
    if (plan === undefined || respond === undefined) return undefined;
    return agentRunDefinition(agent, { plan, respond }, this.#models, this.#settings);
  }

  #model(purpose: ModelPurpose, agent: LocalAgentRegistration): ModelDefinition | undefined {
    // Without tools there is nothing to plan.
    if (purpose === "PLAN" && agent.tools.length === 0) return this.#model("RESPOND", agent);
    const { defaults, models } = this.#models;
    const name = agent.model ?? defaults[purpose];
    const model = name === null ? undefined : models.get(name);
    const lacking = model === undefined ? null : (this.#settings.modelLacks?.(model) ?? null);
    if (model !== undefined && lacking === null) return model;
    const required = name === null ? "a language model" : `the language model ${JSON.stringify(name)}`;
    const finding =
      lacking === null
        ? `required ${required} that the setting MODELS configures, found none`
        : `required the setting ${lacking} for ${required}, found none`;
    const message = `Cannot run the agent ${JSON.stringify(agent.name)}: ${finding}`;
    const isReported = this.#problems.some((problem) => problem.message === message);
    if (!isReported) this.#problems.push({ kind: "MODEL_NOT_FOUND", message, path: [] });
    return undefined;
  }
}

const codeProvider: ProviderDefinition = {
  name: codeServerName,
  kind: "CODE",
  url: "",
  bearerSecret: null,
  connection: null,
};

function shown(meaning: Meaning): string {
  switch (meaning.sort) {
    case "AGENT":
      return `the agent ${JSON.stringify(meaning.agent.name)}`;
    case "WORKFLOW":
      return `the workflow ${JSON.stringify(meaning.workflow.name)}`;
    case "TOOL":
      return `the tool ${JSON.stringify(meaning.tool.name)}`;
  }
}
