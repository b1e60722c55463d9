/**
 * A message that begins a task: an execution in an object that is named from the sender, the message id and the recipient. Invariants of
 * E1: the same message finds the same task, another one under its id is refused. A repeated message is answered with its task, even if it
 * would be refused now.
 */
import { Message } from "@a2a-js/sdk";
import { RequestMalformedError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import { limitFinding, type StartResult, type TenantLimit } from "../execution/commands/start-request.ts";
import { runRefusal } from "../execution/settle/nesting.ts";
import type { ExecutionView } from "../execution/views/execution-view.ts";
import type { OutputForm } from "../execution/views/output-form.ts";
import { hashOfParts } from "../json/effect-key.ts";
import type { Json } from "../json/json.ts";
import { executionName } from "../json/object-name.ts";
import { labelsFrom, pinnedLabels, unionOf, untrustedLabel } from "../plan/labels/label.ts";
import { runDefinitionKey } from "../plan/run-definition.ts";
import { assertReadable, holdsLink, invocationOf, nestingOf } from "./incoming-message.ts";
import type { A2aSession } from "./ports.ts";

/** The tenant has as many executions as it may. Nothing was stored. */
export class TaskLimitReached extends Error {
  /** Unix milliseconds at which trying again may help. */
  readonly retryAt: number;

  constructor(limit: TenantLimit) {
    super(`Cannot start the task: ${limitFinding(limit)}`);
    this.retryAt = limit.retryAt;
  }
}

/** The labels of an input with content that was fetched from an address in the message: its sender did not write it. */
const linkedLabels = pinnedLabels(
  unionOf([
    labelsFrom(["CALLER"], "the message"),
    labelsFrom([untrustedLabel], "what an address in the message leads to"),
  ]),
);

/** Begins the task, whose result is given in `form`, or finds it. `waitMs` as for every start. Throws errors of the protocol, and `TaskLimitReached`. */
export async function startTask(
  message: Message,
  form: OutputForm,
  waitMs: number,
  session: A2aSession,
): Promise<ExecutionView> {
  const { caller, clients, served, settings } = session;
  const key = hashOfParts([served.kind, served.callable.name, caller.subject, message.messageId]);
  const execution = executionName(caller.tenant, "a2a", key);
  const fingerprint = hashOfParts(["A2A", served.kind, served.callable.name, jsonOfMessage(message)]);
  const known = () => clients.executions.lookup(execution, fingerprint, caller.subject);
  // The content of an address may have changed, or be gone, since the message first came.
  const before = holdsLink(message) ? await known() : null;
  if (before !== null) return startedView(before);
  try {
    const work = await workOf(message, form, session);
    const answer = await clients.executions.start({
      ...work.run,
      execution,
      fingerprint,
      idempotencyKey: message.messageId,
      requestId: session.requestId,
      tenant: caller.tenant,
      surface: "a2a",
      subject: caller.subject,
      origin: { root: execution, parent: null, ...work.nesting },
      contextId: message.contextId === "" ? `ctx-${execution.slice(0, 32)}` : message.contextId,
      ...session.trace,
      ...(holdsLink(message) && { inputLabels: linkedLabels }),
      humanInputTimeoutMs: settings.humanInputTimeoutMs,
      labels: [],
      inDoubt: "FAIL",
      approval: "DECLARED_DESTRUCTIVE",
      waitMs,
      withValues: true,
    });
    return startedView(answer);
  } catch (error) {
    // Only errors that this file itself makes: faults of clients, and refusals of the object, pass through.
    if (!(error instanceof Refused)) throw error;
    const earlier = await known();
    if (earlier === null) throw error.reason;
    return startedView(earlier);
  }
}

/** Wraps an error of the protocol by which a message is refused before anything was asked to start it. */
class Refused extends Error {
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

async function workOf(message: Message, form: OutputForm, session: A2aSession) {
  const { clients, served, settings } = session;
  try {
    assertReadable(message, session);
    const nesting = nestingOf(message);
    if (served.kind === "AGENT" && !settings.promptsEnabled) {
      throw new UnsupportedOperationError("Cannot ask the agent: this deployment serves no prompts and questions");
    }
    const key = runDefinitionKey(served.kind, served.callable.name);
    const nested = runRefusal({ key, maxDepth: settings.maxDepth, ...nesting });
    if (nested !== undefined)
      throw new RequestMalformedError({ message: nested.message, metadata: { code: nested.code } });
    const prepared = await clients.work(await invocationOf(message, form, session));
    if (prepared.ok) return { run: prepared.work, nesting };
    const { code, message: reason } = prepared;
    const refusal = { message: reason, metadata: { code } };
    throw code === "INPUT_INVALID" ? new RequestMalformedError(refusal) : new UnsupportedOperationError(refusal);
  } catch (error) {
    throw error instanceof Error ? new Refused(error) : error;
  }
}

function startedView(answer: StartResult): ExecutionView {
  switch (answer.kind) {
    case "STARTED":
      return answer.view;
    case "IDEMPOTENCY_CONFLICT":
      throw new RequestMalformedError(
        "Cannot start the task: required a messageId that is new, or the same message again, found another message under this id",
      );
    case "DELETED": {
      const until = new Date(answer.until).toISOString();
      throw new RequestMalformedError(
        `Cannot start the task: required a messageId that is free, found one of a task that was deleted, which is free again at ${until}`,
      );
    }
    case "TENANT_LIMIT":
      throw new TaskLimitReached(answer);
  }
}

/** The message in the form of A2A 1.0, also if it came in an older version. Its fingerprint is made of this form (E1). */
function jsonOfMessage(message: Message): Json {
  // Written and read, because members that are undefined are no JSON.
  return JSON.parse(JSON.stringify(Message.toJSON(message))) as Json;
}
