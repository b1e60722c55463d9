/** `/chat` of the real Worker, used by the client of the AI SDK: sending, resuming, approvals, questions, the history, and what is refused. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Chat } from "@ai-sdk/react";
import {
  type ChatInit,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from "ai";
import { describe, expect, inject, it } from "vitest";
import { remover, talker } from "../../support/chat/chat-manifests.ts";
import { slowReply, slowWords } from "../../support/chat/slow-reply.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { startModelCallees } from "../../support/deployed/model-callees.ts";
import { startNetworkedRuntime } from "../../support/deployed/networked-runtime.ts";
import { eventually, type Planwright } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ isShared: true });

const generator = JSON.parse(
  readFileSync(new URL("../../../examples/manifests/generator.json", import.meta.url), "utf8"),
) as object;

const api = () => new URL("/chat", served.planwright.endpoint).href;
let chats = 0;
const freshId = () => `chat ${process.pid}/${++chats}`;

async function apply(name: string, manifest: object, planwright: Planwright = served.planwright): Promise<void> {
  const answer = await planwright.ask<{ applyManifest: { errors: readonly object[] } }>(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { code message path } } }",
    { input: { name, manifest } },
  );
  expect(answer.applyManifest.errors).toEqual([]);
}

function chatOf(id: string, manifest: string, more: Partial<ChatInit<UIMessage>> = {}): Chat<UIMessage> {
  return new Chat({ id, transport: new DefaultChatTransport({ api: api(), body: { manifest } }), ...more });
}

const textOf = (message: UIMessage | undefined) =>
  (message?.parts ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

const tools = (message: UIMessage | undefined) =>
  (message?.parts ?? []).flatMap((part) => (part.type === "dynamic-tool" ? [part] : []));

async function history(id: string, query = ""): Promise<{ messages: UIMessage[]; previous: string | null }> {
  const response = await fetch(`${api()}/${encodeURIComponent(id)}/messages${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as never;
}

const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** A stream that is read for as long as `isEnough` says. */
async function readUntil(response: Response, isEnough: (text: string) => boolean): Promise<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (isEnough(text)) {
      await reader.cancel();
      return text;
    }
  }
}

const post = (body: unknown, path = "", init: RequestInit = {}) =>
  fetch(`${api()}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...init,
  });

const said = (text: string, id = "m1") => ({ id, role: "user", parts: [{ type: "text", text }] });

describe("a chat with the client of the AI SDK", () => {
  it("[N480, N485] sends a message, streams the answer as it is stored, and has the same messages in its history", async () => {
    await apply("Talker", talker);
    const id = freshId();
    const chat = chatOf(id, "Talker");
    await served.script({ for: "AGENT", answer: { text: "Good morning, dear reader." } });
    await chat.sendMessage({ text: "Hello" });
    expect(chat.error).toBeUndefined();
    expect(textOf(chat.lastMessage)).toBe("Good morning, dear reader.");
    const executionId = chat.lastMessage?.id;
    expect(chat.lastMessage).toMatchObject({ metadata: { executionId, status: "SUCCEEDED" } });
    await chat.sendMessage({ text: "And again" });
    expect(textOf(chat.lastMessage)).toBe("You said: And again");
    const { conversation } = await served.planwright.ask<{
      conversation: { messages: { nodes: readonly { text: string }[] } };
    }>(
      "query ($chatId: String!) { conversation(by: { chatId: $chatId }) { messages(first: 10) { nodes { text } } } }",
      {
        chatId: id,
      },
    );
    const texts = chat.messages.map((message) => textOf(message));
    expect(conversation.messages.nodes.map(({ text }) => text)).toEqual(texts);
    const stored = await history(id);
    expect(stored.messages.map(({ metadata: _, ...message }) => message)).toEqual(
      plain(chat.messages).map(({ metadata: _, ...message }) => message),
    );
    expect(stored.previous).toBeNull();
    const last = await history(id, "?limit=1");
    expect(last.messages.map((message) => textOf(message))).toEqual(texts.slice(2));
    const first = await history(id, `?limit=1&before=${encodeURIComponent(last.previous ?? "")}`);
    expect(first.messages.map((message) => textOf(message))).toEqual(texts.slice(0, 2));
    expect(first.previous).toBeNull();
  });

  it("[N480] runs a message once, however often it is sent, and refuses another one under its id or beside it", async () => {
    await apply("Talker", talker);
    const id = freshId();
    await served.script(slowReply("One two three four", 20));
    // Members that say nothing are none.
    const body = {
      id,
      messages: [said("Count")],
      trigger: "submit-message",
      manifest: "Talker",
      tools: {},
      metadata: {},
    };
    const both = await Promise.all([post(body), post(body)]);
    const busy = await post({ ...body, messages: [said("And more", "m2")] });
    expect([busy.status, await busy.text()]).toEqual([409, expect.stringContaining("CONVERSATION_BUSY")]);
    const [first, second] = await Promise.all(both.map((response) => response.text()));
    expect(first).toContain("[DONE]");
    const whole = (text = "") => [...text.matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta).join("");
    expect([whole(first), whole(second)]).toEqual(["One two three four", "One two three four"]);
    expect(whole(await (await post({ ...body, manifest: undefined })).text()), "after the end").toBe(
      "One two three four",
    );
    expect(await served.sentToModel()).toHaveLength(1);
    const other = await post({ ...body, messages: [said("Count again")] });
    expect([other.status, await other.text()]).toEqual([409, expect.stringContaining("IDEMPOTENCY_CONFLICT")]);
    const regenerated = await post({ ...body, trigger: "regenerate-message" });
    expect([regenerated.status, await regenerated.text()]).toEqual([409, expect.stringContaining("has no answer yet")]);
  });

  it("[N483] asks before a tool that destroys, and goes on in the same message when the person has decided", async () => {
    await apply("Remover", remover);
    const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;
    for (const approved of [true, false]) {
      const before = (await served.toolCalls()).length;
      const id = freshId();
      const chat = chatOf(id, "Remover", { sendAutomaticallyWhen });
      await served.script({
        for: "AGENT",
        answer: { text: JSON.stringify({ name: "n", agent_message: "I delete it." }) },
      });
      await chat.sendMessage({ text: "Delete the note n" });
      expect(tools(chat.lastMessage)).toMatchObject([
        { toolName: "delete_note", state: "approval-requested", input: { name: "n" }, providerExecuted: true },
      ]);
      const asked = chat.lastMessage;
      expect(plain((await history(id)).messages[1]?.parts)).toEqual(plain(asked?.parts));
      const approvalId = tools(asked)[0]?.approval?.id ?? "";
      await chat.addToolApprovalResponse({ id: approvalId, approved, ...(approved ? {} : { reason: "not today" }) });
      await eventually(
        async () => chat.status === "ready" && tools(chat.lastMessage)[0]?.state !== "approval-responded",
      );
      expect(chat.error).toBeUndefined();
      expect(chat.messages).toHaveLength(2);
      expect(chat.lastMessage?.id).toBe(asked?.id);
      expect(tools(chat.lastMessage)[0]).toMatchObject({ state: approved ? "output-available" : "output-denied" });
      expect((await served.toolCalls()).length - before).toBe(approved ? 1 : 0);
      expect(plain((await history(id)).messages[1]?.parts)).toEqual(plain(chat.lastMessage?.parts));
    }
  });

  it("[N483] lets the person answer a component as a tool of the client", async () => {
    await apply("Generator", generator);
    const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithToolCalls;
    const chat = chatOf(freshId(), "Generator", { sendAutomaticallyWhen });
    await chat.sendMessage({ text: "Hello" });
    await chat.sendMessage({ text: "Automate my letters" });
    const [call] = tools(chat.lastMessage);
    expect(call).toMatchObject({ toolName: "action_plan", state: "input-available", providerExecuted: false });
    expect(call?.toolMetadata).toMatchObject({ component: "ActionPlan", kind: "UI_TOOL" });
    expect(JSON.stringify(chat.messages)).not.toContain("NEXT");
    const { toolCallId = "" } = call ?? {};
    await chat.addToolOutput({ tool: "action_plan" as never, toolCallId, output: { approved: "perhaps" } as never });
    await eventually(async () => chat.status === "error");
    expect(String(chat.error)).toContain("SCHEMA_VIOLATION");
    await chat.addToolOutput({ tool: "action_plan" as never, toolCallId, output: { approved: true } as never });
    await eventually(
      async () =>
        chat.status === "ready" &&
        (chat.lastMessage?.metadata as { status?: string } | undefined)?.status === "SUCCEEDED",
    );
    expect(tools(chat.lastMessage)).toMatchObject([{ state: "output-available", output: { approved: true } }]);
  });
});

describe("a stream that is read again", () => {
  it("[N484] has the whole turn from its beginning, once, after the first reader has left in the middle", async () => {
    await apply("Talker", talker);
    const id = freshId();
    await served.script(slowReply(slowWords, 40));
    const response = await post({ id, messages: [said("Slowly")], manifest: "Talker" });
    expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    const begun = await readUntil(response, (text) => text.includes("word4"));
    expect(begun).not.toContain("word29");
    const chat = chatOf(id, "Talker");
    await chat.resumeStream();
    expect(chat.error).toBeUndefined();
    expect(chat.messages.map(textOf)).toEqual([slowWords]);
    expect(await served.sentToModel()).toHaveLength(1);
  });

  it("[N484] has the whole turn after the process was killed in the middle of it", async () => {
    const storage = mkdtempSync(join(tmpdir(), "planwright-chat-"));
    const callees = await startModelCallees();
    const start = () =>
      startNetworkedRuntime(inject("builtConfig"), { MODELS: callees.models }, { storage, onLine: () => undefined });
    let worker = await start();
    try {
      await apply("Talker", talker, worker.planwright);
      await callees.script(slowReply(slowWords, 40), { for: "AGENT", answer: { text: "Again from the start" } });
      const address = () => new URL("/chat", worker.planwright.endpoint).href;
      const body = { id: "killed", messages: [said("Slowly")], manifest: "Talker" };
      const response = await fetch(address(), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      await readUntil(response, (text) => text.includes("word4"));
      // The runtime is killed, as by SIGKILL.
      await worker.close();
      worker = await start();
      const chat = new Chat({ id: "killed", transport: new DefaultChatTransport({ api: address() }) });
      await chat.resumeStream();
      expect(chat.error).toBeUndefined();
      expect(chat.messages.map(textOf)).toEqual(["Again from the start"]);
    } finally {
      await worker.close();
      await callees.close();
      rmSync(storage, { recursive: true });
    }
  });

  it("[N484] is empty where nothing runs, and in a chat that nobody has begun", async () => {
    for (const path of ["", "/stream"]) {
      const response = await fetch(`${api()}/${encodeURIComponent(freshId())}${path}`);
      expect([response.status, await response.text()]).toEqual([204, ""]);
    }
    const chat = chatOf(freshId(), "Talker");
    await chat.resumeStream();
    expect([chat.status, chat.messages]).toEqual(["ready", []]);
    expect(await history(freshId())).toEqual({ messages: [], previous: null });
  });

  it("[N484] writes nothing", async () => {
    await apply("Talker", talker);
    const id = freshId();
    const chat = chatOf(id, "Talker");
    await chat.sendMessage({ text: "Hello" });
    const standing = async () =>
      served.planwright.ask<object>(
        "query ($chatId: String!) { conversation(by: { chatId: $chatId }) { updatedAt messageCount messages(last: 1) { nodes { execution { cursor updatedAt } } } } }",
        { chatId: id },
      );
    const before = await standing();
    for (const path of ["", "/stream", "/messages"])
      await (await fetch(`${api()}/${encodeURIComponent(id)}${path}`)).text();
    expect(await standing()).toEqual(before);
  });
});

describe("the end of a turn", () => {
  it("[N487] is not the end of its stream, which a client may leave, but that of a request to stop it", async () => {
    await apply("Talker", talker);
    const id = freshId();
    await served.script(slowReply(slowWords, 60));
    const chat = chatOf(id, "Talker");
    const sending = chat.sendMessage({ text: "Slowly" });
    await eventually(async () => textOf(chat.lastMessage).includes("word2"));
    await chat.stop();
    await sending;
    const other = chatOf(id, "Talker");
    const resuming = other.resumeStream();
    await eventually(async () => textOf(other.lastMessage).includes("word4"));
    const stopped = await post("", `/${encodeURIComponent(id)}/stop`);
    expect([stopped.status, await stopped.text()]).toEqual([204, ""]);
    await resuming;
    expect(other.lastMessage).toMatchObject({ metadata: { status: "CANCELLED" } });
  });

  it("[N481] takes back what a failed call of the model had said, and says why the turn failed", async () => {
    await apply("Talker", talker);
    const failing = chatOf(freshId(), "Talker");
    await served.script({ ...slowReply(slowWords, 5, "CUT"), times: 1 });
    await failing.sendMessage({ text: "Break" });
    await eventually(async () => failing.status !== "streaming");
    expect(textOf(failing.lastMessage)).toBe("You said: Break");
  });
});

describe("what a chat refuses", () => {
  const message = said("Hello");
  const part = { type: "text", text: "x" };
  const refusals: readonly (readonly [string, unknown, number, string])[] = [
    ["no JSON", "{", 400, "required JSON"],
    ["no object", "[]", 400, "required a JSON object"],
    ["no messages", { id: "c", messages: [] }, 400, "required at least the message that is sent, found none"],
    ["an unknown member", { id: "c", messages: [message], tools: { mine: {} } }, 400, 'found \\"tools\\"'],
    ["no id of the chat", { messages: [message], manifest: "Talker" }, 400, "required the id of the chat"],
    ["no manifest", { id: freshId(), messages: [message] }, 400, "required the name of its manifest"],
    ["an unknown manifest", { id: "c", messages: [message], manifest: "Nobody" }, 404, "Nobody"],
    ["a long id", { id: "c".repeat(129), messages: [message], manifest: "Talker" }, 400, "found 129"],
    ["a long id of a message", { id: "c", messages: [{ ...message, id: "m".repeat(256) }] }, 400, "found 256"],
    ["a file", { id: "c", messages: [{ ...message, parts: [{ type: "file" }] }] }, 400, 'found \\"file\\"'],
    ["no parts", { id: "c", messages: [{ ...message, parts: [] }] }, 400, "at least one part"],
    ["too many parts", { id: "c", messages: [{ ...message, parts: Array(101).fill(part) }] }, 400, "found 101"],
    ["too many messages", { id: "c", messages: Array(1_001).fill(message) }, 400, "found 1001"],
    ["blank text", { id: "c", messages: [said(" ")], manifest: "Talker" }, 400, "white space"],
    ["too much text", { id: "c", messages: [said("x".repeat(100_001))], manifest: "Talker" }, 400, "100001"],
    ["half a character", { id: "c", messages: [said("\ud800")], manifest: "Talker" }, 400, "surrogate"],
    ["a system message", { id: "c", messages: [{ ...message, role: "system" }] }, 400, 'found \\"system\\"'],
    ["deep JSON", `{"variables":${"[".repeat(200)}${"]".repeat(200)}}`, 400, "within one another"],
    ["another trigger", { id: "c", messages: [message], trigger: "x" }, 400, "regenerate-message"],
    ["an unknown variable", { id: "c", messages: [message], manifest: "Talker", variables: { odd: 1 } }, 400, "odd"],
    [
      "an answer to nothing",
      { id: "c", messages: [{ id: "a", role: "assistant", parts: [part] }] },
      400,
      "without any",
    ],
    [
      "an answer to another turn",
      {
        id: "c",
        messages: [
          {
            id: "a",
            role: "assistant",
            parts: [{ state: "approval-responded", approval: { id: "q", approved: true } }],
          },
        ],
      },
      404,
      "required the message of a turn of this chat",
    ],
    ["a large body", { id: "c", messages: [said("x".repeat(1_100_000))] }, 413, "1048576 bytes"],
  ];

  it.each(refusals)("[N486] %s", async (_, body, status, words) => {
    await apply("Talker", talker);
    const response = await post(body);
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(words)]);
  });

  it("[N486] another chat than that of the address, another content type, a page of another origin, a history out of bounds", async () => {
    const refused = async (response: Response) => [response.status, await response.text()];
    const another = await post({ id: "a", messages: [message] }, "/b");
    expect(await refused(another)).toEqual([400, expect.stringContaining("the chat of the address")]);
    const typed = await post({}, "", { headers: { "content-type": "text/plain" } });
    expect(await refused(typed)).toEqual([415, expect.stringContaining("application/json")]);
    const foreign = await post({}, "", {
      headers: { origin: "https://other.example", "content-type": "application/json" },
    });
    expect(foreign.status).toBe(403);
    for (const query of ["limit=0", "limit=51", "limit=x", "before=x"]) {
      expect((await fetch(`${api()}/c/messages?${query}`)).status, query).toBe(400);
    }
    expect((await fetch(`${api()}/${"c".repeat(129)}`)).status).toBe(400);
  });
});
