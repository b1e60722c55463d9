/** The body of a webhook: a CloudEvent, small whatever the event holds, and without a word on what objects are called. */
import { describe, expect, it } from "vitest";
import type { HookEvents, HookName } from "../../../packages/planwright/library/hooks.ts";
import {
  type EventKind,
  type ExecutionEvent,
  eventVersion,
  type RecordedEvent,
} from "../../../src/execution/events/event.ts";
import type { PublicEvent } from "../../../src/execution/views/public-event.ts";
import type { ExecutionSummary } from "../../../src/execution/views/summary.ts";
import { hookWebhooks } from "../../../src/execution/webhooks/code-hook.ts";
import { hookEvent } from "../../../src/execution/webhooks/hook-event.ts";
import { undeliveredEvents } from "../../../src/execution/webhooks/webhook.ts";
import { type WebhookFacts, webhookEvent } from "../../../src/execution/webhooks/webhook-event.ts";
import type { ExecutionEventType } from "../../../src/graph/base/schema.generated.ts";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import {
  exampleTime as at,
  exampleEvents as events,
  exampleFailure as failure,
  largeValue as large,
  exampleQuestion as question,
  exampleStep as step,
  longText as words,
} from "../../support/engine/example-events.ts";
import { noUsage } from "../../support/graph/list-model.ts";

const facts: WebhookFacts = {
  ...{ executionId: "public", publicUrl: "https://planwright.example.com", humanInput: "question", child: "child" },
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  ...{ tracestate: null, response: null, read: () => undefined },
  summary: {
    ...{ status: "RUNNING", startedWith: "PLAN", contextId: null, labels: [{ key: "team", value: "a" }] },
    ...{ usage: { ...noUsage, toolCalls: 3 }, outline: { title: "A note" } },
  } as unknown as ExecutionSummary,
};

function bodyOf(event: Json, more: Partial<WebhookFacts> = {}): JsonObject & { readonly data: JsonObject } {
  const recorded = { sequence: 12, occurredAt: at, hidden: false, transitions: [], event } as unknown as RecordedEvent;
  return webhookEvent(recorded, { ...facts, ...more }) as JsonObject & { readonly data: JsonObject };
}

/** What the schema calls each kind. */
const eventTypes: { readonly [Kind in EventKind]: ExecutionEventType } = {
  ExecutionStarted: "EXECUTION_STARTED",
  AgentRouted: "AGENT_ROUTED",
  PlanProposed: "PLAN_PROPOSED",
  PlanRejected: "PLAN_REJECTED",
  CallablesFound: "CALLABLES_FOUND",
  ModelCallStarted: "MODEL_CALL_STARTED",
  ModelCalled: "MODEL_CALLED",
  TextProduced: "TEXT_PRODUCED",
  StepStarted: "STEP_STARTED",
  StepProgressed: "STEP_PROGRESSED",
  AttemptFailed: "ATTEMPT_FAILED",
  StepWaiting: "STEP_WAITING",
  HumanInputResolved: "HUMAN_INPUT_RESOLVED",
  ArtifactStored: "ARTIFACT_STORED",
  StepFinished: "STEP_FINISHED",
  CancelRequested: "CANCEL_REQUESTED",
  FinallyStarted: "FINALLY_STARTED",
  CallIgnored: "CALL_IGNORED",
  ItemsAdded: "ITEMS_ADDED",
  ExecutionResumed: "EXECUTION_RESUMED",
  ExecutionFinished: "EXECUTION_FINISHED",
  TurnStarted: "TURN_STARTED",
  OutputSubmitted: "OUTPUT_SUBMITTED",
  MessageAdded: "MESSAGE_ADDED",
  StructuredOutputChecked: "STRUCTURED_OUTPUT_CHECKED",
  DuplicateSuppressed: "DUPLICATE_SUPPRESSED",
  BindingSet: "BINDING_SET",
  HandoffMade: "HANDOFF_MADE",
};

const told = Object.keys(eventVersion).filter(
  (kind) => !undeliveredEvents.includes(kind as EventKind),
) as readonly EventKind[];

describe("the body of a webhook", () => {
  it("is a CloudEvent 1.0: unique by source and id, of a type, about the execution, in its trace", () => {
    const { data, ...attributes } = bodyOf({ kind: "ExecutionResumed", count: 2 }, { tracestate: "a=b" });
    expect(attributes).toEqual({
      ...{ specversion: "1.0", id: "public/12", source: "https://planwright.example.com/executions/public" },
      ...{ type: "dev.planwright.execution.execution_resumed", subject: "public", time: "2026-01-31T09:30:00.000Z" },
      ...{ datacontenttype: "application/json", traceparent: facts.traceparent, tracestate: "a=b" },
      sequence: "0000000000000012",
    });
    expect(data).toEqual({
      ...{ type: "EXECUTION_RESUMED", sequence: 12, occurredAt: "2026-01-31T09:30:00.000Z", stepId: null, count: 2 },
      execution: {
        ...{ id: "public", kind: "PLAN", title: "A note", status: "RUNNING", contextId: null },
        labels: [{ key: "team", value: "a" }],
        usage: { toolCalls: 3, agentCalls: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 },
      },
    });
  });

  it("names a source that needs no address where the deployment has none of its own", () => {
    const { source } = bodyOf({ kind: "ExecutionResumed", count: 2 }, { publicUrl: null });
    expect(source).toBe("urn:planwright:execution:public");
  });

  it.each(told)(
    "of %s has the type that the API gives it, is bounded, and holds no name of an object [O33]",
    (kind) => {
      const given = events[kind];
      expect(given).toBeDefined();
      const body = bodyOf({ kind, ...given } as Json, { response: words });
      expect(body.type).toBe(`dev.planwright.execution.${eventTypes[kind].toLowerCase()}`);
      expect(body.data.type).toBe(eventTypes[kind]);
      const text = JSON.stringify(body);
      expect(new TextEncoder().encode(text).byteLength).toBeLessThan(20_480);
      expect(text).not.toContain("internal");
      expect(text).not.toContain("secret");
    },
  );

  it("shows a document by its first 2,048 bytes and its size, also one that lies beside its row", () => {
    const { inline: _, ...elsewhere } = storedValue(large);
    const event = { kind: "StepStarted", ...step, callableName: "read", arguments: elsewhere };
    const { preview, byteSize } = bodyOf(event as unknown as Json, { read: () => large }).data.arguments as JsonObject;
    expect(byteSize).toBe(80_011);
    expect(new TextEncoder().encode(String(preview)).byteLength).toBeLessThanOrEqual(2_048);
    expect(JSON.stringify(large).startsWith(String(preview))).toBe(true);
  });

  it("shows a small document whole", () => {
    const event = { kind: "StepStarted", ...step, callableName: "read", arguments: storedValue({ a: 1 }) };
    expect(bodyOf(event as unknown as Json).data.arguments).toEqual({ preview: '{"a":1}', byteSize: 7 });
  });

  it("[N566] of a question says to whom it is addressed, in the shape of the API, and whether its starter may answer", () => {
    const requestOf = (address: object) => {
      const asked = { ...events.StepWaiting, request: { ...question, ...address } };
      return (bodyOf({ kind: "StepWaiting", ...asked } as Json).data as JsonObject).request;
    };
    expect(requestOf({})).toMatchObject({ addressees: [], fourEyes: false });
    const addressees = [{ subject: "bob" }, { group: "finance" }, { scope: "REGISTRY_WRITE" }];
    const request = requestOf({ addressees, notBy: ["the starter"] });
    expect(request).toMatchObject({
      addressees: [
        { subject: "bob", group: null, scope: null },
        { subject: null, group: "finance", scope: null },
        { subject: null, group: null, scope: "REGISTRY_WRITE" },
      ],
      fourEyes: true,
    });
    expect(JSON.stringify(request)).not.toContain("the starter");
  });

  it("of a question has what its answer needs: the id that the API takes, the words and until when", () => {
    const { data } = bodyOf({ kind: "StepWaiting", ...events.StepWaiting } as Json);
    expect(data).toMatchObject({
      ...{ stepId: "a", waitsFor: "PERSON", until: "2026-01-31T09:30:00.000Z" },
      request: { id: "question", kind: "FORM", purpose: "STEP", stepId: "a", expiresAt: "2026-01-31T09:30:00.000Z" },
    });
  });

  it("of a wait for a child names it by its public id", () => {
    const wait = { step: "a", waitsFor: "CHILD", handle: "internal", request: null, until: null, note: null };
    const event = { kind: "StepWaiting", ...wait, arguments: null, responseSchema: null } as unknown as ExecutionEvent;
    expect(bodyOf(event as unknown as Json).data).toMatchObject({ handle: "child", request: null });
  });
});

/** The members that the package declares of each event. */
const declared: { readonly [Name in HookName]: { readonly [Member in keyof HookEvents[Name]]: true } } = (() => {
  const base = { id: true, type: true, sequence: true, occurredAt: true, stepId: true, execution: true } as const;
  const { stepId: _, ...ofExecution } = base;
  const call = { attempt: true, callId: true, groupId: true } as const;
  return {
    onExecutionStarted: { ...ofExecution, kind: true, planHash: true },
    onStepStarted: { ...base, ...call, callableName: true, arguments: true },
    onAttemptFailed: { ...base, attempt: true, callId: true, outcome: true, failure: true, retryAt: true },
    onStepWaiting: {
      ...{ ...base, waitsFor: true, until: true, note: true, handle: true, awaitedTurnKey: true },
      ...{ awaitedEvent: true, request: true },
    },
    onHumanInputResolved: {
      ...{ ...base, requestId: true, resolution: true, respondedBy: true, reason: true, response: true },
    },
    onModelCalled: {
      ...{ ...ofExecution, purpose: true, number: true, model: true, outcome: true, durationMs: true },
      ...{ inputTokens: true, outputTokens: true, costMicros: true, failure: true, retryAt: true },
    },
    onStepFinished: {
      ...{ ...base, ...call, status: true, outcome: true, output: true, failure: true, warning: true },
      ...{ warnings: true, reused: true },
    },
    onExecutionFinished: {
      ...{ ...ofExecution, status: true, failure: true, output: true, response: true, responseFailure: true },
    },
  };
})();

type KindOf<Name extends HookName> = Name extends `on${infer Kind extends EventKind}` ? Kind : never;

/** Members whose words the package does not declare as the events have them. */
type Unlike<Name extends HookName> = Name extends HookName
  ? {
      [Member in keyof PublicEvent<KindOf<Name>> & keyof HookEvents[Name]]: PublicEvent<KindOf<Name>>[Member] extends
        | string
        | boolean
        | null
        ? PublicEvent<KindOf<Name>>[Member] extends HookEvents[Name][Member]
          ? never
          : Member
        : never;
    }[keyof PublicEvent<KindOf<Name>> & keyof HookEvents[Name]]
  : never;

const noneIsUnlike: [Unlike<HookName>] extends [never] ? true : Unlike<HookName> = true;

describe("the event of a hook in code", () => {
  it.each(Object.keys(declared) as HookName[])("[N494] has the members that the package declares of %s", (name) => {
    expect(noneIsUnlike).toBe(true);
    const [webhook] = hookWebhooks([name]);
    const [kind = "ExecutionStarted"] = webhook?.events ?? [];
    const event = { kind, ...events[kind] };
    const recorded = {
      sequence: 12,
      occurredAt: at,
      hidden: false,
      transitions: [],
      event,
    } as unknown as RecordedEvent;
    const { stepId, ...made } = hookEvent(recorded, { ...facts, tenant: "acme", read: () => large });
    const members = stepId === null ? made : { stepId, ...made };
    expect(Object.keys(members).toSorted()).toEqual(Object.keys(declared[name]).toSorted());
    expect(made).toMatchObject({
      id: "public/12",
      type: eventTypes[kind],
      execution: { id: "public", tenant: "acme" },
    });
    expect(JSON.stringify(made)).not.toContain("internal");
  });

  it("[N494] has values, words and the details of failures whole, also those that do not stand in the row", () => {
    const output = { bytes: 90_000, digest: "d" };
    const event = { kind: "StepFinished", ...events.StepFinished, output };
    const recorded = {
      sequence: 12,
      occurredAt: at,
      hidden: false,
      transitions: [],
      event,
    } as unknown as RecordedEvent;
    const given = (read: WebhookFacts["read"]) => hookEvent(recorded, { ...facts, tenant: "acme", read });
    expect(given((slot) => (slot === "output" ? { n: 1 } : undefined))).toMatchObject({ output: { n: 1 }, failure });
    // What retention has removed is null.
    expect(given(() => undefined)).toMatchObject({ output: null });
  });
});
