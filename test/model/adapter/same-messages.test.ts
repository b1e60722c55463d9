/** What really leaves for each provider: RESPOND begins with every word of PLAN, and what the scripted model says comes back whole. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningExample } from "../../../examples/listening.ts";
import { startModelServer } from "../../../examples/model-server/server.ts";
import { callModel } from "../../../src/model/adapter/adapter.ts";
import type { ModelCallContext, ModelRequest } from "../../../src/model/port.ts";
import { plannerRequest, readPlannerReply } from "../../../src/model/prompts/planner.ts";
import { readResponderReply, responderRequest } from "../../../src/model/prompts/responder.ts";
import { readRouterReply, routerRequest } from "../../../src/model/prompts/router.ts";
import type { ModelDefinition, ModelProvider } from "../../../src/plan/model-definition.ts";
import { blogCallables, conversation, model } from "../../support/models/prompt-parts.ts";

const talk = conversation({
  systemPrompt: "Be brief",
  history: [
    { role: "USER", text: "Hello" },
    { role: "AGENT", text: "Hello!" },
  ],
});

function requests(of: ModelDefinition) {
  const shared = { model: of, conversation: talk, callables: blogCallables, bindings: [] };
  const plan = { encoding: "FUNCTION" as const, maxSteps: 12, corrections: [] };
  const report = { status: "SUCCEEDED" as const, failure: null, planProblems: null, steps: [], isUnrouted: true };
  return {
    plan: plannerRequest({ ...shared, ...plan }),
    respond: responderRequest({ ...shared, ...report, maxBytes: 100_000 }),
  };
}

function context(facts: Partial<ModelCallContext> = {}): ModelCallContext {
  return {
    fetch: (url, init) => fetch(url, init),
    permit: (_signal, run) => run(),
    ...{ key: "k", binding: undefined, signal: new AbortController().signal, onText: undefined, ...facts },
  };
}

/** Body of the request that a call would send. */
async function sentBody(request: ModelRequest): Promise<{ readonly [member: string]: unknown }> {
  let body = "";
  const send = async (_url: string | URL, init?: RequestInit) => {
    body = String(init?.body);
    return new Response("{}", { status: 400 });
  };
  await callModel(request, context({ fetch: send }));
  return JSON.parse(body);
}

interface SentMessage {
  readonly role: string;
  readonly content: string | readonly object[];
}

/** Each piece of text with its role, however the pieces are packed. */
function pieces(sent: unknown): readonly string[] {
  return (sent as readonly SentMessage[]).flatMap(({ role, content }) =>
    typeof content === "string"
      ? [`${role}: ${content}`]
      : content.map((part) => `${role}: ${(part as { readonly text: string }).text}`),
  );
}

describe("[P7] the messages of RESPOND begin with those of PLAN", () => {
  it.each<[ModelProvider, string]>([
    ["OPENAI_COMPATIBLE", "messages"],
    ["OPENAI", "messages"],
    ["OPENAI_RESPONSES", "input"],
    ["ANTHROPIC", "messages"],
  ])("as they leave for %s", async (provider, member) => {
    const { plan, respond } = requests({ ...model, provider });
    const [planned, answered] = [await sentBody(plan), await sentBody(respond)];
    const before = pieces(planned[member]);
    expect(before.length).toBeGreaterThanOrEqual(3);
    expect(pieces(answered[member]).slice(0, -1)).toEqual(before);
    expect(answered.system).toEqual(planned.system);
    expect(answered.tools).toBeUndefined();
  });
});

describe("through the adapter, the scripted model", () => {
  let server: RunningExample;
  beforeAll(async () => {
    server = await startModelServer(0, { wordDelayMs: 0 });
  });
  afterAll(() => server.close());

  async function reply(request: ModelRequest, facts: Partial<ModelCallContext> = {}) {
    const result = await callModel(
      { ...request, model: { ...request.model, baseUrl: `${server.url}/v1` } },
      context(facts),
    );
    if (result.kind !== "ANSWERED") throw new Error(result.failure.message);
    return result.reply;
  }

  it.each(["FUNCTION", "JSON"] as const)("hands over its plan (%s)", async (encoding) => {
    const rest = { model, callables: blogCallables, bindings: [], maxSteps: 12, corrections: [] };
    const answer = await reply(plannerRequest({ ...rest, encoding, conversation: conversation() }));
    expect(readPlannerReply(answer, encoding)).toMatchObject({ ok: true, document: { type: "tool_calls" } });
    expect(answer.usage?.inputTokens).toBeGreaterThan(100);
  });

  it("writes its answer piece by piece", async () => {
    const texts: string[] = [];
    const answer = await reply(requests(model).respond, { onText: (text) => texts.push(text) });
    expect(texts.length).toBeGreaterThan(5);
    expect(readResponderReply(answer)).toEqual({ ok: true, text: texts.join("") });
  });

  it("chooses an agent", async () => {
    const candidates = [{ name: "CostAgent", description: "Costs", tags: [], exampleQueries: [] }];
    const asked = routerRequest({ model, conversation: conversation({ message: "What are our costs?" }), candidates });
    expect(readRouterReply(await reply(asked), candidates)).toMatchObject({ ok: true, agentName: "CostAgent" });
  });
});
