/** Executions as an index hears of them: once while they run, if they take longer than a second, and once when they have ended. */

const base = Date.UTC(2026, 0, 1);

/** The summary of execution `number` of five steps, at its end or before. */
export function summaryOf(number, isEnded) {
  const execution = `execution ${number}`;
  const createdAt = base + number * 10;
  const statuses = isEnded ? "sssss" : "sr...";
  const outline = { title: `Do what was asked for the time ${number}`, runOf: null, parentStep: null, failure: null };
  return {
    ...{ execution, createdAt, revision: isEnded ? 12 : 4, status: isEnded ? "SUCCEEDED" : "RUNNING" },
    ...{ state: isEnded ? "completed" : "awaiting_results", subject: "anonymous", waitingFor: null, currentStep: null },
    ...{ startedAt: createdAt, updatedAt: createdAt + 500, finishedAt: isEnded ? createdAt + 500 : null },
    ...{
      startedWith: "PLAN",
      contextId: null,
      root: execution,
      parent: null,
      labels: [],
      callables: ["tool a", "tool b"],
    },
    usage: {
      ...{ toolCalls: isEnded ? 5 : 1, agentCalls: 0, modelCalls: 0 },
      ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costMicros: 0 },
    },
    outline: { ...outline, retryAt: null, progress: { statuses, count: 5, ended: isEnded ? 5 : 1 } },
  };
}

/** The newest 25 of all. */
export const firstPage = {
  filter: {
    ...{ status: null, waitingFor: null, contextId: null, labels: [], callableName: null, parent: null, root: null },
    ...{ createdAfter: null, createdBefore: null },
  },
  ...{ newestFirst: true, limit: 25, backward: false, after: null, before: null },
};
