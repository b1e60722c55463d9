/** Work of language models: what makes an execution one that is started with a prompt, with a question or with a plan to answer about. */
import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import type { Json } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import type { ModelWork, PlanWork } from "../../../src/plan/model-definition.ts";
import { modelOf } from "./model-of.ts";
import { conversation as conversationOf } from "./prompt-parts.ts";

export const model = modelOf({
  name: "scripted",
  baseUrl: "https://models.example/v1",
  maxOutputTokens: 100,
  timeoutMs: 60_000,
  price: { input: 1, cachedInput: 0.5, output: 2 },
});

export const conversation = conversationOf({ message: "What is new?", sessionContext: { zone: "UTC" } });

const respond = { model, reservedMs: 60_000 };

/** What makes an execution one that is started with a prompt. */
export function withPrompt(
  work: Partial<ModelWork> = {},
  maxCorrections = 0,
  maxRounds?: number,
): Partial<ExecutionStarted> {
  const bounds = { maxCorrections, maxPlanBytes: 100_000, ...(maxRounds !== undefined && { maxRounds }) };
  const plan: PlanWork = { model, encoding: "FUNCTION", schedule: null, ...bounds };
  return {
    startedWith: "PROMPT",
    dialect: "TOOL_CALLS",
    plan: null,
    planHash: null,
    onInvalidPlan: "RESPOND",
    conversation: storedValue(conversation as unknown as Json),
    modelWork: { route: null, plan, respond, ...work },
  };
}

/** One that is started with a prompt for which `maxRounds` plans may be made. */
export function withRounds(
  maxRounds: number,
  { maxCorrections = 0, ...work }: Partial<ModelWork> & { readonly maxCorrections?: number } = {},
): Partial<ExecutionStarted> {
  return withPrompt(work, maxCorrections, maxRounds);
}

/** What makes an execution one that is started with a question for one of these agents. */
export function withQuestion(candidates: readonly string[], work: Partial<ModelWork> = {}): Partial<ExecutionStarted> {
  const route = {
    model,
    candidates: candidates.map((name) => ({ name, description: "", tags: [], exampleQueries: [] })),
  };
  return { ...withPrompt({ route, plan: null, ...work }), startedWith: "ASK", onInvalidPlan: "REJECT" };
}

/** What has the responder write about an execution whose plan is given. */
export function withResponder(): Partial<ExecutionStarted> {
  return {
    conversation: storedValue(conversation as unknown as Json),
    modelWork: { route: null, plan: null, respond },
  };
}
