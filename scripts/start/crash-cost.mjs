/**
 * The cost of a crash, read from the logs of the executions that it interrupted: the work that was kept and the calls that were made
 * again. A log holds an intent before its request leaves and a result before it is used, so nothing has to be guessed.
 */

/**
 * `logs` holds the events of each execution, in their order; events that occurred at or after `restartedAt` (Unix milliseconds) were
 * written after the crash. Gives `{ finishedSteps, calledAgain, repeatedCalls }`: steps that had finished, the ones of those that were
 * called again, and calls that the crash cut off and that were made again, calls of language models included.
 */
export function crashCost(logs, restartedAt) {
  const cost = { finishedSteps: 0, calledAgain: 0, repeatedCalls: 0 };
  for (const events of logs) {
    const isBefore = ({ occurredAt }) => Date.parse(occurredAt) < restartedAt;
    const before = events.filter(isBefore);
    const after = events.filter((event) => !isBefore(event));
    const finished = new Set(of(before, "StepFinished").map(({ stepId }) => stepId));
    const startedAfter = of(after, "StepStarted").map(({ stepId }) => stepId);
    const startedBefore = new Set(of(before, "StepStarted").map(({ stepId }) => stepId));
    cost.finishedSteps += finished.size;
    cost.calledAgain += startedAfter.filter((stepId) => finished.has(stepId)).length;
    cost.repeatedCalls += startedAfter.filter((stepId) => startedBefore.has(stepId) && !finished.has(stepId)).length;
    if (hasOpenModelCall(before) && of(after, "ModelCallStarted").length > 0) cost.repeatedCalls += 1;
  }
  return cost;
}

/** `7 steps had finished, none was called again, 1 call was repeated.` */
export function crashCostText({ finishedSteps, calledAgain, repeatedCalls }) {
  const finished = `${count(finishedSteps, "step")} had finished`;
  const again = calledAgain === 0 ? "none was called again" : `${calledAgain} of them called again`;
  const repeated = `${count(repeatedCalls, "call")} ${repeatedCalls === 1 ? "was" : "were"} repeated`;
  return `${finished}, ${again}, ${repeated}.`;
}

/** Whether the last call of a language model has no result. An execution has one such call at a time. */
function hasOpenModelCall(events) {
  return (
    events.findLast(({ type }) => type === "ModelCallStarted" || type === "ModelCalled")?.type === "ModelCallStarted"
  );
}

function of(events, wanted) {
  return events.filter(({ type }) => type === wanted);
}

/** `1 step`, `2 steps`. */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
