/** The two things that `npm start` asks of a GraphQL endpoint: one answer, and the events of an execution as they happen. */
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "graphql-sse";

const executionEvents = /* GraphQL */ `
  subscription ($executionId: ID!, $after: EventCursor) {
    executionEvents(executionId: $executionId, after: $after) {
      cursor
      events {
        type: __typename
        sequence
        occurredAt
        stepId
        transitions { event to }
        ... on ExecutionStarted { callableNames }
        ... on AgentRouted { routing { mode agentName confidence reason } }
        ... on PlanProposed { plan { reasoning directResponse steps { stepId callableName arguments } } }
        ... on PlanRejected { rejectedFor: failure { code message } correcting }
        ... on CallablesFound { query foundNames: callableNames }
        ... on ModelCallStarted { purpose startedModel: model reservedTokens }
        ... on ModelCalled {
          modelCall {
            purpose model durationMs inputTokens outputTokens costMicros outcome retryAt failure { code message }
          }
        }
        ... on TextProduced { streamId text }
        ... on StepStarted { startedAttempt: attempt callableName arguments { preview(maxCharacters: 100) } }
        ... on StepProgressed { progress total progressMessage: message }
        ... on AttemptFailed { outcome attemptFailure: failure { code message } retryAt }
        ... on StepWaiting { waitsFor until note handle request { id kind prompt component: ui { component } } }
        ... on ArtifactStored { artifact { name } }
        ... on HumanInputResolved { resolution answer: response { preview(maxCharacters: 100) } }
        ... on StepFinished { stepStatus: status output { preview(maxCharacters: 100) } failure { code message } }
        ... on CancelRequested { requestedBy }
        ... on CallIgnored { ignoredBecause: reason }
        ... on ExecutionResumed { count }
        ... on TurnStarted { turnOf: agentName turnCause: cause }
        ... on OutputSubmitted { submittedOf: agentName submittedBy }
        ... on MessageAdded { message { author agentName text { preview(maxCharacters: 200) } } }
        ... on StructuredOutputChecked { modelName violations { pointer message } startsTool willCorrect }
        ... on DuplicateSuppressed { turnKey }
        ... on BindingSet { variable: name variableValue: value variableSource: source }
        ... on ItemsAdded { itemCount: count }
        ... on HandoffMade { handsOver: sourceAgentName target takesOver: targetAgentName }
        ... on ExecutionFinished { finalStatus: status failure { code message } responseFailure { code message } }
      }
    }
  }
`;

/** Sends one operation and gives its data. Throws if there is none or if there are errors. */
export async function ask(endpoint, query, variables = {}) {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  const { data, errors } = readJson(text);
  if (errors !== undefined || data === undefined) {
    throw new Error(
      `Could not ask ${endpoint}: HTTP ${response.status}, ${errors?.map((error) => error.message).join("; ") ?? text}`,
    );
  }
  return data;
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Calls `onEvent` with every event of an execution, from the first to `ExecutionFinished`, each once: a stream that breaks is
 * opened again after the last cursor. Throws after ten breaks in a row.
 */
export async function followExecution(endpoint, executionId, onEvent) {
  const client = createClient({ url: endpoint, retryAttempts: 0 });
  const variables = { executionId, after: null };
  try {
    for (let breaks = 0; ; breaks++) {
      try {
        for await (const { data, errors } of client.iterate({ query: executionEvents, variables })) {
          if (errors !== undefined) throw new Error(errors.map((error) => error.message).join("; "));
          breaks = 0;
          variables.after = data.executionEvents.cursor;
          for (const event of data.executionEvents.events) onEvent(event);
        }
        return;
      } catch (error) {
        if (breaks === 10) throw new Error(`Could not follow ${executionId}: ${error.message}`);
        await delay(500);
      }
    }
  } finally {
    client.dispose();
  }
}
