/**
 * An event as one sentence, shown in the log and spoken by a screen reader. Texts of people, models and tools in it are shortened, and
 * invisible characters are made visible, so that it stays one line.
 */
import { madeVisible } from "../../parts/inert-text.tsx";
import { bytes, exact, money, plural } from "../../parts/numbers.ts";
import type { LoggedEvent } from "../store/execution-model.ts";
import { offset } from "./event-offset.ts";

const longestQuote = 200;

const waits = {
  TIMER: "A timer",
  EVENT: "An event",
  PERSON: "A person",
  CHILD: "The execution that it started",
  REMOTE_TASK: "A task at a remote server",
  SUBMISSION: "Output of an agent that runs elsewhere",
} as const;

const outcomes = {
  NOT_SENT: "nothing was sent",
  REJECTED: "refused without effect",
  ANSWERED: "answered in full",
  UNKNOWN: "the effect is not known",
} as const;

const starts = {
  PLAN: "A given plan",
  PROMPT: "A prompt",
  ASK: "A question",
  WORKFLOW: "A workflow",
  AGENT: "An agent",
  MESSAGE: "A message",
} as const;

const causes = {
  MESSAGE: "a person wrote",
  HANDOFF: "it was handed over",
  CORRECTION: "to correct its output",
  ROUND: "to go on with what its tool brought",
} as const;

/** The sentence of an event. `origin` is when the execution began, Unix milliseconds: times are said from there. */
export function eventSentence(event: LoggedEvent, origin: number): string {
  switch (event.__typename) {
    case "ExecutionStarted":
      return `${word(starts, event.kind)}, ${plural(event.callableNames.length, "definition")} pinned`;
    case "AgentRouted":
      return routed(event.routing);
    case "PlanProposed":
      return event.round === 1 ? "The plan passed its checks" : `The further plan ${event.round} passed its checks`;
    case "PlanRejected":
      return `${failure(event.failure)}${event.correcting ? " · the planner corrects it" : ""}`;
    case "CallablesFound": {
      const found = `${plural(event.callableNames.length, "callable")} found by ${quote(event.query)}`;
      return event.searchFailure === null ? found : `${found}: ${failure(event.searchFailure)}`;
    }
    case "ModelCallStarted":
      return `${quote(event.model)}, call ${exact(event.number)} of the execution`;
    case "ModelCalled":
      return modelCalled(event.modelCall, origin);
    case "TextProduced":
      return `${plural(event.text.length, "character")}: ${quote(event.text)}`;
    case "StepStarted":
      return `${quote(event.callableName)}${event.attempt > 1 ? ` · attempt ${event.attempt}` : ""}${within(event.groupId)}`;
    case "StepProgressed":
      return progressed(event);
    case "AttemptFailed":
      return `Attempt ${event.attempt}: ${failure(event.failure)} · ${word(outcomes, event.outcome)}${retry(event.retryAt, origin)}`;
    case "StepWaiting":
      return waiting(event, origin);
    case "HumanInputResolved":
      return resolved(event);
    case "StepFinished":
      return finished(event);
    case "ArtifactStored":
      return quote(event.artifact.name);
    case "CancelRequested":
      return `By ${quote(event.requestedBy)}${because(event.reason)}`;
    case "FinallyStarted":
      return `The steps before finally are over, as ${sentenceCase(event.decidedStatus).toLowerCase()}${event.decidedFailure === null ? "" : `: ${failure(event.decidedFailure)}`}`;
    case "CallIgnored":
      return `A late or unknown result changed nothing: ${quote(event.ignoredBecause)}`;
    case "ItemsAdded":
      return `${plural(event.count, "item")} to work on`;
    case "ExecutionResumed":
      return `Went on after a restart, ${plural(event.count, "time")} without a new outcome`;
    case "ExecutionFinished":
      return `${sentenceCase(event.executionStatus)}${event.executionFailure === null ? "" : `: ${failure(event.executionFailure)}`}`;
    case "TurnStarted":
      return `Turn ${exact(event.turn)} of ${quote(event.agentName)}: ${word(causes, event.cause)}`;
    case "OutputSubmitted":
      return `For turn ${exact(event.turn)} of ${quote(event.agentName)}, by ${quote(event.submittedBy)}`;
    case "MessageAdded":
      return `${author(event.message)}: ${quote(textOf(event.message.text.value))}`;
    case "StructuredOutputChecked":
      return checked(event);
    case "DuplicateSuppressed":
      return `A turn of ${quote(event.agentName)} came again: nothing was called`;
    case "BindingSet":
      return `The variable ${quote(event.name)} has a value`;
    case "HandoffMade":
      return handedOver(event);
    default:
      return unknown(event);
  }
}

type Of<Name extends LoggedEvent["__typename"]> = Extract<LoggedEvent, { __typename: Name }>;

function routed({ agentName, confidence, mode, reason, unknownAgentName }: Of<"AgentRouted">["routing"]): string {
  if (unknownAgentName !== null)
    return `No agent is called ${quote(unknownAgentName)}, as the router said${because(reason)}`;
  if (agentName === null) return `No agent fits${because(reason)}`;
  const sure = confidence === null ? "" : `, ${Math.round(confidence * 100)} % sure`;
  return `${quote(agentName)}, chosen by ${mode === "MANUAL" ? "the caller" : "a model"}${sure}${because(reason)}`;
}

function modelCalled(call: Of<"ModelCalled">["modelCall"], origin: number): string {
  const parts = [quote(call.model), `${exact(call.inputTokens)} in`, `${exact(call.outputTokens)} out`];
  if (call.costMicros !== null) parts.push(money(call.costMicros));
  if (call.failure !== null) parts.push(failure(call.failure));
  return `${parts.join(" · ")}${retry(call.retryAt, origin)}`;
}

function progressed({ level, progress, refused, said, total }: Of<"StepProgressed">): string {
  const parts: string[] = [];
  if (progress !== null) parts.push(total === null ? exact(progress) : `${exact(progress)} of ${exact(total)}`);
  if (said !== null) parts.push(level === null ? quote(said) : `${sentenceCase(level)}: ${quote(said)}`);
  if (refused > 0) parts.push(`${plural(refused, "notice")} that broke the protocol`);
  return parts.join(" · ");
}

function waiting({ note, until, waitsFor }: Of<"StepWaiting">, origin: number): string {
  const end = until === null ? "" : `, until ${offset(Date.parse(until) - origin)}`;
  return `${word(waits, waitsFor)}${end}${note === null ? "" : ` · ${quote(note)}`}`;
}

function resolved({ reason, resolution, respondedBy }: Of<"HumanInputResolved">): string {
  const by = respondedBy === null ? "" : ` by ${quote(respondedBy)}`;
  return `${sentenceCase(resolution)}${by}${because(reason)}`;
}

function finished(event: Of<"StepFinished">): string {
  const parts = [sentenceCase(event.stepStatus)];
  if (event.endedAttempt !== null && event.endedAttempt > 1) parts[0] += ` at attempt ${event.endedAttempt}`;
  if (event.stepFailure !== null) parts[0] += `: ${failure(event.stepFailure)}`;
  if (event.output !== null) parts.push(bytes(event.output.byteSize));
  if (event.reused) parts.push("reused from the earlier execution");
  return `${parts.join(", ")}${within(event.groupId)}`;
}

function checked({ agentName, modelName, startsTool, turn, willCorrect }: Of<"StructuredOutputChecked">): string {
  const then = willCorrect ? "it is asked to correct it" : startsTool ? "a tool is called with it" : "it is kept";
  return `${quote(modelName)} of ${quote(agentName)} in turn ${exact(turn)}: ${then}`;
}

function handedOver({ sourceAgentName, target, targetAgentName }: Of<"HandoffMade">): string {
  if (target === "TERMINATE") return `${quote(sourceAgentName)} ended the conversation`;
  return `${quote(sourceAgentName)} handed over to ${targetAgentName === null ? "the person" : quote(targetAgentName)}`;
}

function author({ agentName, author: by }: Of<"MessageAdded">["message"]): string {
  if (agentName !== null) return quote(agentName);
  return by === "PERSON" ? "The person" : "The runtime";
}

/** Newer servers may know more types than this page. */
function unknown({ __typename }: { readonly __typename: string }): string {
  return `An event that this page does not know: ${quote(__typename)}`;
}

function failure({ code, message }: { readonly code: string; readonly message: string }): string {
  return `${code}, ${quote(message)}`;
}

function retry(at: string | null, origin: number): string {
  return at === null ? "" : ` · tried again at ${offset(Date.parse(at) - origin)}`;
}

function within(groupId: string | null): string {
  return groupId === null ? "" : ` · in group ${quote(groupId)}`;
}

function because(reason: string | null): string {
  return reason === null || reason === "" ? "" : `: ${quote(reason)}`;
}

function word<Words extends Readonly<Record<string, string>>>(words: Words, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}

/** Text of others as it can stand in a line: flat, visible, 200 characters at most. */
export function quote(text: string): string {
  const flat = text
    .slice(0, longestQuote * 2)
    .replace(/\s+/gu, " ")
    .trim();
  const points = [...flat];
  const cut = points.length > longestQuote || text.length > longestQuote * 2;
  return madeVisible(cut ? `${points.slice(0, longestQuote).join("")}…` : flat);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === null ? "too long to show here" : JSON.stringify(value);
}

function sentenceCase(code: string): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");
}
