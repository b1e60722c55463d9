/** The subscription to the events of an execution, with the fields that a line of each shows. */
export const executionEventsDocument = /* GraphQL */ `
  subscription CliEvents($executionId: ID!, $after: EventCursor) {
    executionEvents(executionId: $executionId, after: $after) {
      cursor
      events {
        type: __typename
        sequence
        occurredAt
        stepId
        ... on ExecutionStarted { callableNames }
        ... on AgentRouted { routing { agentName reason } }
        ... on PlanProposed { plan { reasoning directResponse steps { stepId callableName } } }
        ... on PlanRejected { rejectedFor: failure { code message } correcting }
        ... on CallablesFound { query foundNames: callableNames }
        ... on ModelCallStarted { purpose startedModel: model }
        ... on ModelCalled {
          modelCall { purpose model durationMs inputTokens outputTokens costMicros outcome retryAt failure { code message } }
        }
        ... on TextProduced { streamId text }
        ... on StepStarted { startedAttempt: attempt callableName arguments { preview(maxCharacters: 200) } }
        ... on StepProgressed { progress total progressMessage: message }
        ... on AttemptFailed { outcome attemptFailure: failure { code message } retryAt }
        ... on StepWaiting { waitsFor until note request { id kind prompt } }
        ... on ArtifactStored { artifact { name } }
        ... on HumanInputResolved { resolution answer: response { preview(maxCharacters: 200) } }
        ... on StepFinished { stepStatus: status output { preview(maxCharacters: 200) } content { preview(maxCharacters: 200) } failure { code message } }
        ... on CancelRequested { requestedBy }
        ... on CallIgnored { ignoredBecause: reason }
        ... on ExecutionResumed { count }
        ... on ItemsAdded { itemCount: count }
        ... on MessageAdded { message { author agentName text { preview(maxCharacters: 200) } } }
        ... on ExecutionFinished { finalStatus: status failure { code message } responseFailure { code message } }
      }
    }
  }
`;
