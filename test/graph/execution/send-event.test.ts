import { describe, expect, it } from "vitest";
import { maxPayloadBytes } from "../../../src/graph/execution/send-event.ts";
import { ask } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const mutation = `mutation ($input: SendEventInput!) {
  sendEvent(input: $input) {
    replayed
    event { eventId name correlation status receivedAt keptUntil executionId stepId }
    errors { code message path ... on LimitError { limit maximum } }
  }
}`;

const sends = (input: object) => ({ variables: { input } });

describe("sendEvent", () => {
  it("[N277] hands the event to its mailbox, with a fresh id and a day to be kept unless it says otherwise", async () => {
    const clients = new FakeClients();
    const { data } = await ask(clients, mutation, sends({ name: "payment", payload: { a: [1] } }));
    expect(data).toMatchObject({
      sendEvent: { replayed: false, event: { status: "KEPT", executionId: null }, errors: [] },
    });
    expect(clients.sendings).toMatchObject([
      { name: "payment", correlation: "", payload: { a: [1] }, keepMs: 86_400_000 },
    ]);
    expect(clients.sendings[0]?.eventId).toMatch(/^[0-9a-f-]{36}$/);
    const input = { name: "payment", correlation: "A", eventId: "e", keepSeconds: 0 };
    await ask(clients, mutation, sends(input));
    expect(clients.sendings[1]).toMatchObject({ correlation: "A", eventId: "e", payload: null, keepMs: 0 });
    expect(clients.calls).toEqual(["events.send", "events.send"]);
  });

  it("[N277, O33] says which execution and step it was given to, by the public id", async () => {
    const clients = new FakeClients();
    const event = { name: "n", correlation: "", eventId: "e", receivedAt: 0, keptUntil: 1 };
    const receiver = { execution: "hidden", step: "paid" };
    clients.sendAnswer = { kind: "SENT", replayed: true, event: { ...event, status: "DELIVERED", receiver } };
    const { data } = await ask(clients, mutation, sends({ name: "n" }));
    expect(data).toMatchObject({ sendEvent: { replayed: true, event: { status: "DELIVERED", stepId: "paid" } } });
    expect(JSON.stringify(data)).not.toContain("hidden");
  });

  it.each([
    ["no name", { name: "" }, "name"],
    ["a name that is too long", { name: "x".repeat(129) }, "name"],
    ["a correlation that is too long", { name: "n", correlation: "x".repeat(257) }, "correlation"],
    ["an empty id", { name: "n", eventId: "" }, "eventId"],
    ["an id that is too long", { name: "n", eventId: "x".repeat(256) }, "eventId"],
    ["less than nothing to be kept", { name: "n", keepSeconds: -1 }, "keepSeconds"],
    ["more than 30 days to be kept", { name: "n", keepSeconds: 2_592_001 }, "keepSeconds"],
    ["a payload that is too large", { name: "n", payload: "x".repeat(maxPayloadBytes) }, "payload"],
    ["a payload that is too deep", { name: "n", payload: JSON.parse(`${"[".repeat(65)}${"]".repeat(65)}`) }, "payload"],
  ])("[N283] refuses %s at its place, and reaches no mailbox", async (_, input, member) => {
    const clients = new FakeClients();
    const { data } = await ask(clients, mutation, sends(input));
    expect(data).toMatchObject({
      sendEvent: { event: null, errors: [{ code: "INVALID_INPUT", path: ["input", member] }] },
    });
    expect(clients.calls).toEqual([]);
  });

  it("[N283] says which limit an event passes that is to be kept, and that its id is another's", async () => {
    const clients = new FakeClients();
    clients.sendAnswer = { kind: "LIMIT_EXCEEDED", limit: "kept events", maximum: 10_000 };
    const full = await ask(clients, mutation, sends({ name: "n" }));
    expect(full.data).toMatchObject({
      sendEvent: { errors: [{ code: "LIMIT_EXCEEDED", limit: "kept events", maximum: 10_000 }] },
    });
    clients.sendAnswer = { kind: "CONFLICT" };
    const taken = await ask(clients, mutation, sends({ name: "n", eventId: "e" }));
    expect(taken.data).toMatchObject({
      sendEvent: { errors: [{ code: "INVALID_INPUT", path: ["input", "eventId"] }] },
    });
  });

  it("[N284] needs its own scope, as does reading what became of an event", async () => {
    const query = `{ sentEvent(name: "n", eventId: "e") { status } }`;
    const scopes = ["EXECUTION_READ", "EXECUTION_START", "EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND"] as const;
    for (const [text, options] of [
      [mutation, sends({ name: "n" })],
      [query, {}],
    ] as const) {
      const clients = new FakeClients();
      const { errors } = await ask(clients, text, { ...options, caller: { scopes } });
      expect(errors?.[0]?.extensions?.code).toBe("FORBIDDEN");
      expect(clients.calls).toEqual([]);
    }
  });

  it("[N279] tells what became of an event, and null of one that nobody sent", async () => {
    const clients = new FakeClients();
    await ask(clients, mutation, sends({ name: "n", eventId: "e" }));
    const query = `query ($id: String!) { sentEvent(name: "n", eventId: $id) { status eventId } }`;
    expect((await ask(clients, query, { variables: { id: "e" } })).data).toEqual({
      sentEvent: { status: "KEPT", eventId: "e" },
    });
    expect((await ask(clients, query, { variables: { id: "f" } })).data).toEqual({ sentEvent: null });
  });
});
