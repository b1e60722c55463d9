/** Prompts: how long it takes to write that of the planner and that of the responder for many callables, and how large they are. */
import { blogTools } from "../examples/mcp-server/blog-tools.ts";
import { plannerRequest } from "../src/model/prompts/planner.ts";
import { responderRequest } from "../src/model/prompts/responder.ts";
import { alternate } from "./measure.mjs";

const targetMs = 20;

const model = {
  ...{ name: "bench", provider: "OPENAI_COMPATIBLE", model: "bench", baseUrl: null, keySecret: null, price: null },
  ...{ maxOutputTokens: 1_000, timeoutMs: 60_000 },
};

const conversation = {
  ...{ agent: null, systemPrompt: null, skills: [], history: [], usageHints: null, agentInstructions: null },
  ...{ sessionContext: {}, message: "Write a blog post about AI trends 2025" },
};

/** Gives, for each number of callables, `{ count, first, plan, respond, planBytes, respondBytes }`: times in milliseconds, `first` untrained. */
export async function measurePrompts(quick, onProgress) {
  onProgress("prompts for many callables");
  const results = [];
  // The largest first, so that the first prompt of all is measured too.
  for (const count of [200, 20, 1]) {
    const input = { model, conversation, callables: someCallables(count), bindings: [] };
    const planned = () => plannerRequest({ ...input, encoding: "FUNCTION", maxSteps: 12, corrections: [] });
    const answered = () => responderRequest({ ...input, ...report(), maxBytes: 400_000 });
    const startedAt = performance.now();
    const planBytes = bytes(planned());
    const first = performance.now() - startedAt;
    const times = await alternate({ plan: planned, respond: answered }, quick ? 3 : 100);
    results.push({ count, first, ...times, planBytes, respondBytes: bytes(answered()), targetMs });
  }
  return results.reverse();
}

/** The blog tools again and again, under names of their own. */
function someCallables(count) {
  const tools = blogTools(0);
  return Array.from({ length: count }, (_, at) => {
    const { name, description, inputSchema, outputSchema } = tools[at % tools.length];
    return {
      ...{ name: `${name}_${at}`, kind: "TOOL", description, usageHints: "", inputSchema, outputSchema },
      ...{ effectClass: "IDEMPOTENT", declaredDestructive: false, outputValidation: "STRICT" },
      ...{ provider: "bench", remoteName: name },
    };
  });
}

/** Two steps, one of which brought much. */
function report() {
  const step = (id, output) => ({ id, callableName: "research_blog_0", end: "SUCCEEDED", failure: null, output });
  const steps = [step("step0", { text: "word ".repeat(20_000) }), step("step1", { text: "short" })];
  return {
    ...{ status: "SUCCEEDED", failure: null, planProblems: null, isUnrouted: false },
    steps: steps.map((reported) => ({ ...reported, arguments: { topic: "AI trends 2025" } })),
  };
}

function bytes({ messages, answer }) {
  return Buffer.byteLength(JSON.stringify({ messages, answer }));
}
