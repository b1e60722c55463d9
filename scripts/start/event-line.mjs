/** One line per event, for people, and below a plan one for each of its steps. */
import { dollars } from "./summary.mjs";

/** `12:00:01.123  #3  StepStarted  research  research_blog, attempt 1, with {"topic":…}` */
export function eventLine(event) {
  const time = event.occurredAt.slice(11, 23);
  const moves = event.transitions.map(({ event: name, to }) => `${name ?? "→"} ${to.toLowerCase()}`).join(", ");
  const parts = [
    time,
    `#${event.sequence}`.padStart(4),
    event.type.padEnd(18),
    (event.stepId ?? "").padEnd(10),
    details(event),
  ];
  return `  ${parts.join("  ").trimEnd()}${moves === "" ? "" : `  [${moves}]`}`;
}

function details(event) {
  switch (event.type) {
    case "ExecutionStarted":
      return `may call ${event.callableNames.join(", ")}`;
    case "AgentRouted":
      return `${event.routing.agentName ?? "no agent"}, ${event.routing.reason ?? "chosen by the caller"}`;
    case "PlanProposed":
      return planText(event.plan);
    case "PlanRejected":
      return `${failureText(event.rejectedFor)}${event.correcting ? ", asked again" : ""}`;
    case "CallablesFound":
      return `${event.foundNames.length} found by ${JSON.stringify(event.query)}`;
    case "ModelCallStarted":
      return `${event.purpose} by ${event.startedModel}, at most ${event.reservedTokens} tokens`;
    case "ModelCalled":
      return modelCallText(event.modelCall);
    case "StepStarted":
      return `${event.callableName}, attempt ${event.startedAttempt}, with ${event.arguments.preview}`;
    case "StepProgressed":
      return [event.total === null ? event.progress : `${event.progress} of ${event.total}`, event.progressMessage]
        .filter((part) => part !== null)
        .join(", ");
    case "AttemptFailed":
      return `${event.outcome}, ${failureText(event.attemptFailure)}${event.retryAt ? `, again at ${event.retryAt}` : ""}`;
    case "ItemsAdded":
      return `${event.itemCount} more to call`;
    case "StepWaiting":
      return `for ${event.waitsFor}${event.request ? `: ${event.request.prompt}` : ""}${event.note ? `, ${event.note}` : ""}${event.until ? ` until ${event.until}` : ""}`;
    case "ArtifactStored":
      return event.artifact.name;
    case "HumanInputResolved":
      return `${event.resolution} ${event.answer?.preview ?? ""}`;
    case "StepFinished":
      return `${event.stepStatus} ${event.output?.preview ?? failureText(event.failure)}`;
    case "CancelRequested":
      return `by ${event.requestedBy}`;
    case "CallIgnored":
      return event.ignoredBecause;
    case "ExecutionResumed":
      return `continues after a loss of its object, ${event.count} in a row`;
    case "TurnStarted":
      return `${event.turnOf}, ${event.turnCause}`;
    case "OutputSubmitted":
      return `for ${event.submittedOf}, by ${event.submittedBy}`;
    case "MessageAdded":
      return `${event.message.agentName ?? event.message.author}: ${event.message.text.preview}`;
    case "StructuredOutputChecked":
      return checkedText(event);
    case "DuplicateSuppressed":
      return event.turnKey;
    case "BindingSet":
      return `${event.variable} = ${JSON.stringify(event.variableValue)}, ${event.variableSource}`;
    case "HandoffMade":
      return `${event.handsOver} to ${event.takesOver ?? event.target}`;
    case "ExecutionFinished":
      return `${event.finalStatus} ${failureText(event.failure)}${failureText(event.responseFailure)}`;
    default:
      return "";
  }
}

function planText({ reasoning, directResponse, steps }) {
  const indent = " ".repeat(18);
  const lines = steps.map(
    (step) => `\n${indent}${step.stepId}: ${step.callableName} ${JSON.stringify(step.arguments)}`,
  );
  return `${directResponse ?? reasoning ?? ""}${lines.join("")}`;
}

function checkedText({ modelName, startsTool, violations, willCorrect }) {
  if (violations.length === 0) return `${modelName}${startsTool ? ", starts its tool" : ""}`;
  const [first] = violations;
  return `${modelName}: ${first.pointer} ${first.message}${willCorrect ? ", to be corrected" : ""}`;
}

function modelCallText(call) {
  const tokens = `${call.inputTokens} tokens in, ${call.outputTokens} out`;
  const cost = call.costMicros === null ? "" : `, ${dollars(call.costMicros)}`;
  const trouble = call.failure === null ? "" : `, ${call.outcome}, ${failureText(call.failure)}`;
  const again = call.retryAt === null ? "" : `, again at ${call.retryAt}`;
  return `${call.purpose} by ${call.model}, ${call.durationMs} ms, ${tokens}${cost}${trouble}${again}`;
}

function failureText(failure) {
  return failure ? `${failure.code}: ${failure.message}` : "";
}
