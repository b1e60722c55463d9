/** Everything of a subject as lines: whole, of nobody else, in parts that go on behind any cursor. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../../src/graph/base/graph-context.ts";
import { requestError } from "../../../src/graph/base/request-error.ts";
import { buildSchema } from "../../../src/graph/schema.ts";
import { subjectExport } from "../../../src/graph/subject-export/subject-export.ts";
import { pieceBytes } from "../../../src/graph/subject-export/thing-lines.ts";
import { conversationName } from "../../../src/json/object-name.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { type Answer, data, executePlan, schemaText } from "../../support/graph/ask.ts";
import { exampleTools, fakeCatalog } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent, startTime } from "../../support/graph/fake-views.ts";
import { hello, sentMessage, start } from "../../support/graph/sent-message.ts";
import { listedNames, namesIn, ofKind } from "../../support/graph/subject-lines.ts";

const schema = buildSchema(schemaText);

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
  world.giveManifest(exampleManifest());
});

async function exported(after?: string, caller: Partial<Caller> = {}, subject = "alice"): Promise<readonly Answer[]> {
  const request = new Request("http://localhost/subjects/alice/export");
  const lines = await subjectExport(schema, subject, after, { ...world.context(caller), request });
  let text = "";
  for await (const piece of lines) text += piece;
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function started(subject: string): Promise<{ readonly id: string; readonly name: string }> {
  const input = { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } };
  const { id } = (await executePlan(world, input, { caller: { subject } })).execution;
  return { id, name: [...world.executions.keys()].at(-1) ?? "" };
}

/** One of each kind of thing, of alice and of bob. */
async function filled(): Promise<void> {
  for (const subject of ["bob", "alice"]) {
    const { name } = await started(subject);
    world.append(name, finishedEvent());
    world.change(name, { status: "SUCCEEDED", finishedAt: startTime, sequence: 1 });
    world.giveArtifact(`report-of-${subject}`, `"made for ${subject}"`, { owner: name });
    world.giveArtifact(`given-by-${subject}`, `"given by ${subject}"`, { audience: { owner: subject } });
    const conversation = { start: { ...start, chatId: `chat-${subject}` } };
    await sentMessage(world, { ...hello, conversation }, { caller: { subject } });
    world.conversations.say(conversationName("default", `chat-${subject}`), `said to ${subject}`);
    world.conversations.say(conversationName("default", `chat-${subject}`), `NEXT of ${subject}`, { uiHidden: true });
    const run = { executePlan: { source: { plan: { steps: [{ tool: { toolName: "echo" } }] } } } };
    const schedule = { name: `schedule-of-${subject}`, timing: { every: { seconds: 3_600 } }, run };
    const create = "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { errors { message } } }";
    const made = await data(world, create, { variables: { input: schedule }, caller: { subject } });
    expect(made.createSchedule.errors).toEqual([]);
  }
  world.conversationsOfSubject = [conversationName("default", "chat-alice")];
  const secret = { origin: "https://crm.example", updatedAt: startTime, updatedBy: "alice" };
  world.secrets = [
    { ...secret, name: "OURS", scope: "TENANT" },
    { ...secret, name: "MINE", scope: "SUBJECT" },
  ];
  const facts = { url: "https://mcp.example/mcp", isConnected: true, waitingExecutions: 0, pendingRevocation: null };
  world.connections = [{ ...facts, id: "mine", scope: "SUBJECT" }];
  world.registrations = [{ kind: "manifest", name: exampleManifest().name }];
}

describe("the export of a subject", () => {
  it("[N912] has the contents of each thing, and of nobody else a word", async () => {
    await filled();
    const lines = await exported();
    expect(lines[0]).toMatchObject({ kind: "SUBJECT", format: "planwright.subject/1", subject: "alice" });
    expect(lines.at(-1)).toEqual({ kind: "END", leftOut: [] });
    expect(JSON.stringify(lines)).not.toContain("bob");
    for (const line of lines) expect(line.errors ?? [], line.kind).toEqual([]);
    const [plan, message] = ofKind(lines, "EXECUTION");
    expect(plan.content).toMatchObject({ format: "planwright.execution/1", execution: { id: plan.id }, errors: [] });
    expect(plan.content.events).toHaveLength(1);
    expect(message.content.execution).toMatchObject({ kind: "MESSAGE" });
    const [chat] = ofKind(lines, "CONVERSATION");
    expect(chat.content).toMatchObject({
      chatId: "chat-alice",
      startedBy: "alice",
      messages: [
        { author: "PERSON", text: hello.text },
        { text: "said to alice" },
        { text: "NEXT of alice", uiHidden: true },
      ],
    });
    const bytes = new Map(ofKind(lines, "ARTIFACT_BYTES").map(({ content, id }) => [id, atob(content)]));
    const artifacts = ofKind(lines, "ARTIFACT").map(({ content, id }) => [
      content.name,
      content.executionId,
      bytes.get(id),
    ]);
    expect(artifacts).toEqual([
      ["report-of-alice", plan.id, '"made for alice"'],
      ["given-by-alice", null, '"given by alice"'],
    ]);
    expect(ofKind(lines, "SCHEDULE")).toMatchObject([
      { name: "schedule-of-alice", content: { createdBy: "alice", runInput: { value: expect.anything() } } },
    ]);
    expect(ofKind(lines, "SECRET").map(({ content }) => content.name)).toEqual(["MINE"]);
    expect(ofKind(lines, "OAUTH_CONNECTION").map(({ content }) => content.id)).toEqual(["mine"]);
    expect(ofKind(lines, "MANIFEST")).toMatchObject([
      { content: { hash: expect.any(String), source: expect.anything() } },
    ]);
    expect(world.audited.filter(({ action }) => action === "EXPORT")).toMatchObject([
      { target: { kind: "SUBJECT", name: "alice" }, detail: "with contents", outcome: "DONE" },
    ]);
  });

  it("[N912] has what exportSubject lists, neither more nor less", async () => {
    await filled();
    const listed = await listedNames("alice", (query, variables) => data(world, query, { variables }));
    expect(namesIn(await exported())).toEqual(listed);
  });

  it("[N913] goes on behind any of its cursors with all that follows, and its cursors lead to no other subject", async () => {
    await filled();
    const whole = await exported();
    const things = (lines: readonly Answer[]) =>
      lines.filter(({ kind }) => !["AUDIT_ENTRY", "CURSOR", "SUBJECT"].includes(kind));
    const cursors = ofKind(whole, "CURSOR");
    expect(cursors.length).toBeGreaterThan(5);
    for (const { after } of cursors) {
      const before = things(
        whole.slice(
          0,
          whole.findIndex((line) => line.after === after),
        ),
      );
      expect([...before, ...things(await exported(after))]).toEqual(things(whole));
      await expect(exported(after, {}, "bob")).rejects.toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
      await expect(exported(after, { tenant: "other" })).rejects.toMatchObject({
        extensions: { code: "BAD_USER_INPUT" },
      });
    }
    await expect(exported("forged")).rejects.toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
  });

  it("[N913] goes on at the beginning of a page whose last written thing is gone from there", async () => {
    const [one, two] = [await started("alice"), await started("alice")];
    world.conversationsOfSubject = [];
    const [first] = ofKind(await exported(), "CURSOR");
    world.executions.delete(one.name);
    expect(ofKind(await exported(first.after), "EXECUTION").map(({ id }) => id)).toEqual([two.id]);
  });

  it("[N1001] has every version of a workflow that is kept, newest first", async () => {
    world.conversationsOfSubject = [];
    const save = `mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { message } } }`;
    for (const description of ["Writes of my illness", "Writes a report", "Writes a longer report"]) {
      const source = { plan: { steps: [{ tool: { toolName: "echo" } }] } };
      const input = { name: "report", description, source, timeoutMs: 1_000 + description.length };
      expect((await data(world, save, { variables: { input } })).saveWorkflow.errors).toEqual([]);
    }
    const versions = world.savedWorkflows.map((saved) => ({ ...saved, createdAt: startTime })).reverse();
    world.workflowVersions.push(...versions);
    world.catalog = fakeCatalog("2", exampleTools, "blog", [], versions.slice(0, 1));
    world.registrations = [{ kind: "workflow", name: "report" }];
    const lines = ofKind(await exported(), "WORKFLOW");
    expect(lines.map(({ content, errors, name }) => [name, content.description, content.version, errors])).toEqual(
      versions.map(({ description, version }) => ["report", description, version, []]),
    );
    expect(lines).toHaveLength(3);
  });

  it("[N968] has a cursor behind each page of things of others, from which it goes on without reading them again", async () => {
    const asked: number[] = [];
    const ofSubject = async (_: string, place: { readonly change?: number }) => {
      const { change = -1 } = place;
      asked.push(change);
      const next = change === 1_999 ? null : ({ at: "EXECUTIONS", change: change + 1_000 } as const);
      return { executions: [], conversations: [], next };
    };
    Object.assign(world.clients.storage, { ofSubject });
    world.conversationsOfSubject = [];
    const cursors = ofKind(await exported(), "CURSOR");
    expect(asked).toEqual([-1, 999, 1_999]);
    asked.length = 0;
    expect(ofKind(await exported(cursors[1]?.after), "CURSOR").length).toBe(cursors.length - 2);
    expect(asked).toEqual([1_999]);
  });

  it("[N914] says what it cannot read and what a scope is missing for, and writes the rest", async () => {
    await filled();
    world.conversationsOfSubject = ["deleted-since", ...world.conversationsOfSubject];
    const lines = await exported(undefined, {
      subject: "operator",
      scopes: ["EXECUTION_READ_ALL", "EXECUTION_CONTROL_ALL", "CREDENTIALS_ADMIN"],
    });
    expect(ofKind(lines, "CONVERSATION")).toMatchObject([
      { content: null, errors: [{ code: "NOT_FOUND" }] },
      { content: { messages: [{ text: hello.text }, { text: "said to alice" }] }, errors: [] },
    ]);
    expect(ofKind(lines, "MANIFEST")).toMatchObject([
      { name: exampleManifest().name, content: null, errors: [{ code: "FORBIDDEN" }] },
    ]);
    expect(ofKind(lines, "AUDIT_ENTRY")).toEqual([]);
    expect(lines.at(-1)).toEqual({ kind: "END", leftOut: [{ kind: "AUDIT_ENTRY", needs: "AUDIT_READ" }] });
    expect(JSON.stringify(lines)).not.toContain("NEXT of alice");
  });

  it("[N914] has an artifact of any size in pieces that can be joined", async () => {
    world.conversationsOfSubject = [];
    const content = JSON.stringify("é".repeat(pieceBytes));
    world.giveArtifact("large", content, { audience: { owner: "alice" } });
    const pieces = ofKind(await exported(), "ARTIFACT_BYTES");
    expect(pieces.map(({ offset }) => offset)).toEqual([0, pieceBytes, 2 * pieceBytes]);
    const joined = Uint8Array.from(atob(pieces.map(({ content: piece }) => piece).join("")), (one) =>
      one.charCodeAt(0),
    );
    expect(new TextDecoder().decode(joined)).toBe(content);
  });

  it("[N914] has every message and every artifact of an execution, over pages of them", async () => {
    const conversation = conversationName("default", start.chatId);
    await sentMessage(world, hello, { caller: { subject: "alice" } });
    for (let count = 0; count < 250; count++) world.conversations.say(conversation, `m${count}`);
    const { name } = await started("alice");
    for (let count = 0; count < 205; count++) world.giveArtifact(`a${1_000 + count}`, "1", { owner: name });
    world.conversationsOfSubject = [conversation];
    const lines = await exported();
    const [chat] = ofKind(lines, "CONVERSATION");
    expect(chat.content.messages.map(({ text }: Answer) => text)).toEqual([
      hello.text,
      ...Array.from({ length: 250 }, (_, count) => `m${count}`),
    ]);
    expect(ofKind(lines, "ARTIFACT")).toHaveLength(205);
    expect(ofKind(lines, "ARTIFACT_BYTES")).toHaveLength(205);
  });

  it("[N914] passes an execution that cannot be read with the reason, and breaks off where that may pass", async () => {
    const [broken, fine] = [await started("alice"), await started("alice")];
    world.conversationsOfSubject = [];
    const { read } = world.clients.executions;
    const failing = (error: Error) =>
      Object.assign(world.clients.executions, {
        read: async (name: string, ...rest: [boolean]) => {
          if (name === broken.name) throw error;
          return read.call(world.clients.executions, name, ...rest);
        },
      });
    failing(new Error("a row that nobody can read"));
    expect(ofKind(await exported(), "EXECUTION")).toMatchObject([
      { id: broken.id, content: null, errors: [{ code: "INTERNAL_SERVER_ERROR" }] },
      { id: fine.id, content: { execution: { id: fine.id } }, errors: [] },
    ]);
    failing(requestError("UNAVAILABLE", "Cannot reach the object that holds the data: it is being moved"));
    await expect(exported()).rejects.toMatchObject({ extensions: { code: "UNAVAILABLE" } });
  });

  it("[N970] passes an event that cannot be read with the reason, and writes what is behind it", async () => {
    const [broken, fine] = [await started("alice"), await started("alice")];
    world.conversationsOfSubject = [];
    for (const { name } of [broken, fine]) {
      for (let count = 0; count < 30; count++) world.append(name, { kind: "ExecutionResumed", count });
      world.change(name, { sequence: 30 });
    }
    const { events } = world.clients.executions;
    let error: Error = new Error("a row that nobody can read");
    Object.assign(world.clients.executions, {
      events: async (name: string, after: number, ...rest: [number]) => {
        if (name === broken.name && after >= 25) throw error;
        return events.call(world.clients.executions, name, after, ...rest);
      },
    });
    const [first, second] = ofKind(await exported(), "EXECUTION");
    expect(first.content.events).toHaveLength(25);
    expect(first.content.errors).toEqual([
      { path: "/events/25", code: "INTERNAL_SERVER_ERROR", message: "Cannot answer: this software failed" },
    ]);
    expect([second.content.events.length, second.content.errors]).toEqual([30, []]);
    error = requestError("UNAVAILABLE", "Cannot reach the object that holds the data: it is being moved");
    await expect(exported()).rejects.toMatchObject({ extensions: { code: "UNAVAILABLE" } });
  });

  it("[N914] has the entries of the audit log about what the subject did, latest first, over pages", async () => {
    world.conversationsOfSubject = [];
    const facts = {
      action: "REMOVE",
      target: { kind: "MANIFEST", name: "m" },
      at: startTime,
      outcome: "DONE",
    } as const;
    for (let sequence = 1; sequence <= 151; sequence++) {
      const subject = sequence === 7 ? "bob" : "alice";
      world.audited.push({ ...facts, subject, id: `audit-${sequence}`, sequence });
    }
    const entries = ofKind(await exported(), "AUDIT_ENTRY").map(({ content }) => content);
    expect(entries).toHaveLength(150);
    expect(entries[0]).toMatchObject({ action: "REMOVE", targetKind: "MANIFEST", target: "m", outcome: "DONE" });
    expect(entries.map(({ sequence }) => sequence)).toEqual(
      entries.map(({ sequence }) => sequence).toSorted((a, b) => b - a),
    );
  });
});
