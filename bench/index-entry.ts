/** The product with one more path: `POST /bench/summaries` puts summaries into the list, which else only executions do. */
import type { ExecutionSummary } from "../src/execution/views/summary.ts";
import { type Environment, indexName } from "../src/worker/platform/environment.ts";
import product from "../src/worker/worker.ts";

export * from "../src/worker/worker.ts";

export default {
  async fetch(request, environment, context) {
    if (new URL(request.url).pathname !== "/bench/summaries") return product.fetch(request, environment, context);
    const { count, tenant } = (await request.json()) as { readonly count: number; readonly tenant: string };
    const index = environment.INDEX.getByName(indexName(tenant));
    const base = Date.UTC(2026, 0, 1);
    for (let first = 0; first < count; first += 100) {
      const numbers = Array.from({ length: Math.min(100, count - first) }, (_, offset) => first + offset);
      await Promise.all(numbers.map((number) => index.put(summary(number, base))));
    }
    return Response.json({ count });
  },
} satisfies ExportedHandler<Environment>;

const statuses = [
  "SUCCEEDED",
  "SUCCEEDED",
  "SUCCEEDED",
  "FAILED",
  "RUNNING",
  "WAITING",
  "PARTIAL",
  "CANCELLED",
] as const;

function summary(number: number, base: number): ExecutionSummary {
  const status = statuses[number % statuses.length] ?? "SUCCEEDED";
  const execution = `execution ${number}`;
  const createdAt = base + number * 1_000;
  return {
    ...{ execution, status, createdAt, revision: 10, state: "completed", subject: "anonymous" },
    ...{ waitingFor: status === "WAITING" ? "PERSON" : null, currentStep: null, startedAt: createdAt },
    startedWith: "PLAN",
    usage: {
      ...{ toolCalls: 5, agentCalls: 0, modelCalls: 0 },
      ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costMicros: 0 },
    },
    ...{ contextId: `context ${number % 40}`, root: execution, parent: number % 20 === 0 ? "parent" : null },
    labels: [{ key: "team", value: `team ${number % 40}` }],
    callables: [`tool ${number % 30}`],
    ...{ updatedAt: createdAt + 500, finishedAt: createdAt + 500 },
    outline: {
      ...{
        title: `Do what was asked for the time ${number}`,
        runOf: null,
        parentStep: null,
        failure: null,
        retryAt: null,
      },
      progress: { statuses: "sssss", count: 5, ended: 5 },
    },
  };
}
