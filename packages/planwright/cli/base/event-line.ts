/** One line per event, for people: the step, the event, and the facts that fit a terminal. */
import type { EventFailure, ExecutionEvent } from "./execution-event.ts";
import { type Part, styled } from "./output.ts";
import { shortened } from "./terminal-text.ts";

const detailWidth = 140;
/** A failure ends with what to look at. */
const failureWidth = 2_000;

/** The parts of the line, or undefined for an event that says nothing to a person who watches. */
export function eventLine(event: ExecutionEvent): readonly Part[] | undefined {
  const shown = descriptionOf(event);
  if (shown === undefined) return undefined;
  const [mark, text] = shown;
  const time = styled("dim", event.occurredAt.slice(11));
  const step = event.stepId === null ? "" : `${event.stepId}  `;
  return [
    time,
    "  ",
    mark,
    " ",
    step === "" ? "" : styled("bold", step),
    shortened(text, mark === bad ? failureWidth : detailWidth),
  ];
}

const good = styled("green", "✓");
const bad = styled("red", "✗");
const begun = styled("cyan", "→");
const note = styled("dim", "·");
const waiting = styled("yellow", "?");

function descriptionOf(event: ExecutionEvent): readonly [Part, string] | undefined {
  switch (event.type) {
    case "ExecutionStarted":
      return [begun, `started${listed(", may call ", event.callableNames)}`];
    case "AgentRouted":
      return [note, `${event.routing?.agentName ?? "no agent"}${dashed(event.routing?.reason)}`];
    case "PlanProposed":
      return [note, planText(event)];
    case "PlanRejected":
      return [bad, `plan refused, ${failureText(event.rejectedFor)}${event.correcting ? ", asked again" : ""}`];
    case "CallablesFound":
      return [note, `${event.foundNames?.length ?? 0} callables found by ${JSON.stringify(event.query)}`];
    case "ModelCalled":
      return modelCallText(event);
    case "StepStarted":
      return [begun, `${event.callableName}${attemptText(event.startedAttempt)} ${event.arguments?.preview ?? ""}`];
    case "StepProgressed":
      return [
        note,
        `${event.progress}${event.total === null ? "" : ` of ${event.total}`}${dashed(event.progressMessage)}`,
      ];
    case "AttemptFailed":
      return [bad, `${event.outcome}, ${failureText(event.attemptFailure)}${again(event.retryAt)}`];
    case "StepWaiting":
      return [event.request ? waiting : note, waitText(event)];
    case "ArtifactStored":
      return [note, `stored ${event.artifact?.name}`];
    case "HumanInputResolved":
      return [note, `${event.resolution} ${event.answer?.preview ?? ""}`];
    case "StepFinished":
      return event.stepStatus === "SUCCEEDED"
        ? [good, (event.output ?? event.content)?.preview ?? ""]
        : [event.stepStatus === "SKIPPED" ? note : bad, `${event.stepStatus} ${failureText(event.failure)}`];
    case "CancelRequested":
      return [note, `cancelled by ${event.requestedBy}`];
    case "CallIgnored":
      return [note, event.ignoredBecause ?? ""];
    case "ExecutionResumed":
      return [note, `resumed after a loss of its object, ${event.count} in a row`];
    case "ItemsAdded":
      return [note, `${event.itemCount} more items`];
    case "MessageAdded":
      return [note, `${event.message?.agentName ?? event.message?.author}: ${event.message?.text.preview}`];
    case "ExecutionFinished":
      return event.finalStatus === "SUCCEEDED"
        ? [good, "SUCCEEDED"]
        : [bad, `${event.finalStatus} ${failureText(event.failure)}${failureText(event.responseFailure)}`];
    default:
      return undefined;
  }
}

function planText({ plan }: ExecutionEvent): string {
  if (plan === undefined) return "plan";
  const steps = plan.steps.map(({ callableName, stepId }) =>
    callableName === null ? stepId : `${stepId}: ${callableName}`,
  );
  return steps.length === 0
    ? `answers at once${dashed(plan.directResponse)}`
    : `plan ${steps.join(", ")}${dashed(plan.reasoning)}`;
}

function modelCallText({ modelCall }: ExecutionEvent): readonly [Part, string] {
  if (modelCall === undefined) return [note, "model called"];
  const { costMicros, durationMs, failure, inputTokens, model, outcome, outputTokens, purpose, retryAt } = modelCall;
  const cost = costMicros === null ? "" : `, $${(costMicros / 1_000_000).toFixed(6)}`;
  const facts = `${purpose.toLowerCase()} by ${model}, ${durationMs} ms, ${inputTokens ?? "?"} tokens in, ${outputTokens ?? "?"} out${cost}`;
  return failure === null ? [note, facts] : [bad, `${facts}, ${outcome}, ${failureText(failure)}${again(retryAt)}`];
}

function waitText({ note: words, request, until, waitsFor }: ExecutionEvent): string {
  if (request) return `${request.kind}: ${request.prompt}`;
  return `waits for ${waitsFor?.toLowerCase()}${dashed(words)}${until ? ` until ${until}` : ""}`;
}

function failureText(failure: EventFailure | null | undefined): string {
  return failure ? `${failure.code}: ${failure.message}` : "";
}

function attemptText(attempt = 1): string {
  return attempt === 1 ? "" : `, attempt ${attempt}`;
}

function again(retryAt: string | null | undefined): string {
  return retryAt ? `, again at ${retryAt}` : "";
}

function dashed(text: string | null | undefined): string {
  return text === null || text === undefined || text === "" ? "" : `, ${text}`;
}

function listed(words: string, names: readonly string[] = []): string {
  return names.length === 0 ? "" : `${words}${names.join(", ")}`;
}
