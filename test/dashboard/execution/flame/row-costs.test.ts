/** What the lines of the timeline cost. */
import { expect, it } from "vitest";
import { type CostedChild, costWords, rowCosts } from "../../../../dashboard/execution/costs/row-costs.ts";
import type { ExecutionHead } from "../../../../dashboard/execution/store/execution-model.ts";

const child = (stepId: string, costMicros: number | null, tokens: number, isOver = true): CostedChild => ({
  id: stepId,
  finishedAt: isOver ? "2026-01-01T00:00:00.000Z" : null,
  parent: { stepId },
  usage: { inputTokens: tokens, outputTokens: 1, costMicros },
});

it("[N634] costs of a line are those of the executions that its step started, with all below, or of the calls of a model", () => {
  const calls = [
    { purpose: "PLAN", inputTokens: 10, outputTokens: 2, costMicros: 7, durationMs: 5 },
    { purpose: "PLAN", inputTokens: 10, outputTokens: 2, costMicros: 8, durationMs: 5 },
    { purpose: "AGENT", inputTokens: 10, outputTokens: 2, costMicros: 9, durationMs: 5 },
  ] as unknown as ExecutionHead["modelCalls"];
  const costs = rowCosts(
    [
      child("twice", 100, 1_400),
      child("twice", 50, 99),
      child("unpriced", null, 20),
      child("runs", 300, 9, false),
      { ...child("free", 0, 0), usage: { inputTokens: 0, outputTokens: 0, costMicros: 0 } },
    ],
    calls,
  );
  expect(Object.fromEntries([...costs].map(([stepId, cost]) => [stepId, costWords(cost)]))).toEqual({
    twice: "$0.0001 · 1.5k tokens",
    unpriced: "21 tokens",
    runs: "up to $0.0003 · 10 tokens",
    "model/PLAN": "<$0.0001 · 24 tokens",
  });
});
