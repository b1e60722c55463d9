/** Executions with children in real objects: workflows over the example server, and agents whose model is a script. */
import { vi } from "vitest";
import { childProvider } from "../../../src/catalog/child-provider.ts";
import { callableNamed } from "../../../src/catalog/snapshot/named-callable.ts";
import type { ExecutionView } from "../../../src/execution/views/execution-view.ts";
import type { Json, JsonSchema } from "../../../src/json/json.ts";
import { type AgentBlueprint, type Blueprint, blueprintKey } from "../../../src/plan/blueprint.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { compilePlan } from "../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../src/plan/limits.ts";
import type { ModelDefinition } from "../../../src/plan/model-definition.ts";
import { bindings, type OurCallables, testCatalog, tool } from "./object-world.ts";

/** Something of ours: how it is called, and what it is. */
export interface OfOurs {
  readonly callable: CallableDefinition;
  readonly blueprint: Blueprint;
  /** Names of the tools of the example server that it calls. */
  readonly toolNames: readonly string[];
}

export interface WorkflowFacts {
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Template of the output. Without one it is that of the last step. */
  readonly output?: Json;
  /** What of ours its steps call. */
  readonly uses?: readonly OfOurs[];
}

const textSchema: JsonSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/** A workflow of typed steps, called `workflow_{name}`. */
export async function workflow(name: string, plan: Json, facts: WorkflowFacts = {}): Promise<OfOurs> {
  const { inputSchema = textSchema, outputSchema = null, uses = [] } = facts;
  const snapshot = await testCatalog();
  const compiled = compilePlan({
    source: { kind: "TYPED", plan },
    ...{ bindings: {}, requestedLimits: { maxSteps: 100 }, schedule: null, settings: builtInLimits, sourcePath: [] },
    ...{ input: inputSchema, outputSchema },
    ...(facts.output === undefined ? {} : { output: facts.output }),
    callable: (called) =>
      uses.find(({ callable }) => callable.name === called)?.callable ?? callableNamed(snapshot, called),
    callableNames: () => [],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const callableNames = compiled.callables.map((callable) => callable.name);
  const key = blueprintKey("WORKFLOW", name);
  const { output, plan: made, planHash } = compiled;
  return {
    callable: {
      ...ours(`workflow_${name}`, key),
      kind: "WORKFLOW",
      inputSchema: { type: "object" },
      outputSchema,
      dualMode: { strictSchema: inputSchema, artifactArgument: "input_artifact", targetName: name },
    },
    blueprint: {
      ...{ kind: "WORKFLOW", key, callableNames, name, version: planHash, plan: made, planHash },
      ...{ inputSchema, outputSchema, output },
    },
    toolNames: callableNames.filter((called) => !uses.some(({ callable }) => callable.name === called)),
  };
}

/** Stores the note that its input names, and gives its name back. */
export const keep = () =>
  workflow(
    "keep",
    { steps: [tool("set", "set_note", { name: "{{input.text}}", text: "kept" })] },
    { output: { kept: "{{steps.set.output.name}}" } as Json },
  );

function ours(name: string, key: string): Omit<CallableDefinition, "kind"> {
  return {
    ...{ name, description: "", usageHints: "", inputSchema: textSchema, outputSchema: null, effectClass: "UNSAFE" },
    ...{ declaredDestructive: false, outputValidation: "OFF", provider: childProvider.name, remoteName: key },
  };
}

const model: ModelDefinition = {
  ...{ name: "scripted", provider: "OPENAI_COMPATIBLE", model: "scripted-1", baseUrl: "https://models.example/v1" },
  ...{ keySecret: null, maxOutputTokens: 500, timeoutMs: 10_000, price: null },
};

/** An agent, called `peer_{name}`. It plans with what it uses; without anything it answers at once. */
export function agent(name: string, uses: readonly OfOurs[] = [], toolNames: readonly string[] = []): OfOurs {
  const callableNames = [...toolNames, ...uses.map(({ callable }) => callable.name)];
  const key = blueprintKey("AGENT", name);
  const plan = { model, encoding: "FUNCTION", schedule: null, maxCorrections: 0, maxPlanBytes: 100_000 } as const;
  const blueprint: AgentBlueprint = {
    ...{ kind: "AGENT", key, callableNames, name, actions: [], respond: { model, reservedMs: 60_000 } },
    agent: { name, description: "", instructions: `You are ${name}.`, skills: [] },
    plan: callableNames.length === 0 ? null : plan,
  };
  return { callable: { ...ours(`peer_${name}`, key), kind: "AGENT" }, blueprint, toolNames };
}

/** What a plan may call of ours; `below` is what only those that are called call. */
export function family(called: readonly OfOurs[], below: readonly OfOurs[] = []): OurCallables {
  const all = [...called, ...below];
  return {
    callables: all.map(({ callable }) => callable),
    blueprints: all.map(({ blueprint }) => blueprint),
    toolNames: all.flatMap(({ toolNames }) => toolNames),
  };
}

/** Answers every call of a model: with `calls` where a plan is asked for, else with `text`. Everything else is fetched. */
export function scriptModel(text: string, calls: Json = []): { readonly asked: string[] } {
  const asked: string[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith("https://models.example/")) return real(input, init);
    const body = await new Response(init?.body ?? null).text();
    asked.push(body);
    return body.includes('"tools"') ? planned(calls) : streamed(text);
  });
  return { asked };
}

function planned(calls: Json): Response {
  const arguments_ = JSON.stringify({ type: "tool_calls", reasoning: "to do it", calls });
  const call = { id: "call_1", type: "function", function: { name: "__planning__", arguments: arguments_ } };
  return Response.json({
    ...{ id: "1", object: "chat.completion", created: 0, model: "scripted-1", usage },
    choices: [
      { index: 0, finish_reason: "tool_calls", message: { role: "assistant", content: null, tool_calls: [call] } },
    ],
  });
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function streamed(text: string): Response {
  const chunk = (choice: object, more: object = {}) => ({
    ...{ id: "1", object: "chat.completion.chunk", created: 0, model: "scripted-1" },
    choices: [{ index: 0, ...choice }],
    ...more,
  });
  const chunks = [
    chunk({ delta: { role: "assistant", content: text }, finish_reason: null }),
    chunk({ delta: {}, finish_reason: "stop" }, { usage }),
  ];
  const events = [...chunks.map((part) => JSON.stringify(part)), "[DONE]"].map((data) => `data: ${data}\n\n`);
  return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
}

/** Objects of the children of an execution, in the order of its steps. */
export function childrenOf(view: ExecutionView): readonly string[] {
  return view.steps.flatMap(({ child }) => (child === null ? [] : [child]));
}

export function childStub(name: string) {
  return bindings.EXECUTION.getByName(name);
}

/**
 * Holds back the alarms of an object: they would ring at another instance than the one of a test, which the platform keeps meanwhile and
 * which knows nothing of what that one stores.
 */
export function heldAlarm(storage: DurableObjectStorage): { readonly at: () => number | null; release(): void } {
  let alarmAt: number | null = null;
  const setAlarm = async (at: number | Date) => {
    alarmAt = Number(at);
  };
  Object.defineProperty(storage, "setAlarm", { value: setAlarm, configurable: true });
  return { at: () => alarmAt, release: () => void Reflect.deleteProperty(storage, "setAlarm") };
}
