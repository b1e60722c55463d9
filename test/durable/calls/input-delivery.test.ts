/** What callees receive: a workflow of ours by an object call, a remote one over HTTP. */
import { describe, expect, it } from "vitest";
import { type CallingExecution, deliver } from "../../../src/durable/calls/input-delivery.ts";
import type {
  ArtifactContent,
  ArtifactFacts,
  ArtifactStore,
  StoredArtifactRecord,
} from "../../../src/durable/ports/artifact-store.ts";
import type { Call } from "../../../src/durable/ports/ports.ts";
import type { InvocationMessage } from "../../../src/execution/commands/invocation-message.ts";
import {
  type ArtifactAddress,
  type ArtifactRecord,
  artifactUrl,
} from "../../../src/execution/events/artifact-record.ts";
import { sha256Hex } from "../../../src/json/digest.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { callableOf } from "../../support/plan/callables.ts";

const strictSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

const trip = callableOf({
  ...{ name: "workflow_trip", kind: "WORKFLOW", inputSchema: true, outputValidation: "OFF" },
  ...{ provider: "p", remoteName: "workflow:trip" },
  dualMode: { strictSchema, artifactArgument: "input_artifact", targetName: "trip" },
});

/** A store in memory. */
class MemoryStore implements ArtifactStore {
  readonly contents = new Map<string, { readonly text: string; readonly record: StoredArtifactRecord }>();
  async put(tenant: string, address: ArtifactAddress, content: string | Uint8Array, facts: JsonObject | object) {
    const text = typeof content === "string" ? content : new TextDecoder().decode(content);
    const { audience, description, labels, mediaType } = facts as ArtifactFacts;
    const record = { name: address.name, description, mediaType, byteSize: text.length, sha256: sha256Hex(text) };
    const beside = {
      storedAt: 0,
      ...(audience !== undefined && { audience }),
      ...(labels !== undefined && { labels }),
    };
    this.contents.set(`${tenant} ${artifactUrl(address)}`, { text, record: { ...record, ...beside } });
    return record;
  }

  async head(tenant: string, address: ArtifactAddress) {
    return this.contents.get(`${tenant} ${artifactUrl(address)}`)?.record;
  }

  async read(tenant: string, address: ArtifactAddress): Promise<ArtifactContent | undefined> {
    const found = this.contents.get(`${tenant} ${artifactUrl(address)}`);
    if (found === undefined) return undefined;
    const body = new Response(found.text).body as ReadableStream<Uint8Array>;
    return { record: found.record, body, range: { offset: 0, length: found.record.byteSize } };
  }

  async list() {
    return [];
  }

  async remove() {}
  async removeAll() {}
}

function callOf(given: JsonObject, recorded: ArtifactRecord[] = [], callable = trip): Call {
  return {
    callable,
    provider: { name: "p", kind: "A2A", url: "https://agent.example", bearerSecret: null, connection: null },
    ...{ arguments: given, callId: "a".repeat(64), attempt: 1, stepId: "a", signal: new AbortController().signal },
    execution: {
      ...{ contextId: "talk", requestId: "req-1", userId: "ann", depth: 1, ancestors: ["agent:planner"] },
      trace: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: null },
      ...{ routingMode: "MANUAL", isOnlyCall: true },
    },
    continuation: undefined,
    onArtifact: (artifact) => void recorded.push(artifact),
    onProgress: () => undefined,
  };
}

const from = { tenant: "acme", execution: "e1", subject: "ann" };

function delivery(
  call: Call,
  isRemote: boolean,
  artifacts: ArtifactStore | null = new MemoryStore(),
  isTyped = false,
  by: CallingExecution = from,
  maxResponseBytes = 1_000,
  labels: readonly string[] = ["CALLER"],
) {
  const artifactLink = async (tenant: string, { owner, name }: ArtifactAddress) =>
    `https://planwright.example/${tenant}/${owner}/${name}?signed`;
  return deliver({
    call,
    from: by,
    isRemote,
    isTyped,
    argumentLabels: () => labels,
    options: { artifacts: artifacts ?? undefined, artifactLink, maxResponseBytes },
  });
}

async function messageOf(...parameters: Parameters<typeof delivery>): Promise<InvocationMessage> {
  const delivered = await delivery(...parameters);
  if (!delivered.ok) throw new Error(delivered.failure.message);
  return delivered.message;
}

describe("the message of a call", () => {
  it("[W8, W10] refers to the parameters as a stored artifact, and says that it is a run of its own", async () => {
    const store = new MemoryStore();
    const recorded: ArtifactRecord[] = [];
    const message = await messageOf(callOf({ city: "Rome", input_artifact: null }, recorded), false, store);
    const [record] = recorded;
    const url = artifactUrl({ owner: "e1", name: record?.name ?? "" });
    expect(message).toEqual({
      messageId: "a".repeat(64),
      role: "ROLE_USER",
      parts: [{ url, filename: record?.name, mediaType: "application/json" }],
      metadata: {
        sessionBehavior: "RUN_BASED",
        "dev.planwright/idempotencyKey": "a".repeat(64),
        "dev.planwright/execution": {
          ...{ contextId: "talk", requestId: "req-1", traceId: "0af7651916cd43dd8448eb211c80319c", userId: "ann" },
          ...{ depth: 1, ancestors: ["agent:planner"] },
        },
      },
    });
    expect(record?.description).toBe("Auto-generated input payload for workflow 'trip' invocation.");
    expect(store.contents.get(`acme ${url}`)?.text).toBe('{"city":"Rome"}');
  });

  it("[W10, C20] is the same for a remote callee but for an address that it can fetch, and the parameters beside it", async () => {
    const call = callOf({ city: "Rome" });
    const own = await messageOf(call, false);
    const remote = await messageOf(call, true);
    const name = "filename" in (own.parts[0] ?? {}) ? (own.parts[0] as { filename: string }).filename : "";
    expect(remote).toEqual({
      ...own,
      parts: [
        { ...own.parts[0], url: `https://planwright.example/acme/e1/${name}?signed` },
        { data: { city: "Rome" }, mediaType: "application/json" },
      ],
    });
  });

  it("[W9, R16] passes a named artifact on, with nothing of its content, to one of ours and to a remote callee", async () => {
    const store = new MemoryStore();
    const facts = { description: null, mediaType: "application/json" };
    await store.put("acme", { owner: "e1", name: "own.json" }, '{"city":"Rome"}', facts);
    await store.put("acme", { owner: "given", name: "given.json" }, '{"city":"Oslo"}', facts);
    await store.put("acme", { owner: "given", name: "own.json" }, '"the other one"', facts);
    await store.put("acme", { owner: "e0", name: "earlier.json" }, '{"city":"Bonn"}', facts);
    const urlFor = async (reference: string, isRemote: boolean) => {
      const { parts } = await messageOf(callOf({ input_artifact: reference }), isRemote, store);
      expect(parts).toHaveLength(1);
      return parts[0] !== undefined && "url" in parts[0] ? parts[0].url : null;
    };
    expect(await urlFor("own.json", false)).toBe("artifact://e1/own.json");
    expect(await urlFor("given.json", false)).toBe("artifact://given/given.json");
    expect(await urlFor("artifact://e0/earlier.json", false)).toBe("artifact://e0/earlier.json");
    expect(await urlFor("own.json", true)).toBe("https://planwright.example/acme/e1/own.json?signed");
    expect(store.contents.size).toBe(4);
  });

  it("[C21] is not sent for an artifact that is not there, belongs to another tenant, is too large or no JSON", async () => {
    const store = new MemoryStore();
    const facts = { description: null, mediaType: "text/plain" };
    await store.put("other", { owner: "given", name: "theirs.json" }, "{}", facts);
    await store.put("acme", { owner: "given", name: "words.txt" }, "not JSON", facts);
    await store.put("acme", { owner: "given", name: "large.json" }, `"${"x".repeat(1_000)}"`, facts);
    const codeFor = async (reference: string) => {
      const delivered = await delivery(callOf({ input_artifact: reference }), false, store);
      return delivered.ok ? "SENT" : delivered.failure.code;
    };
    expect(await codeFor("theirs.json")).toBe("ARTIFACT_NOT_FOUND");
    expect(await codeFor("artifact://given/theirs.json")).toBe("ARTIFACT_NOT_FOUND");
    expect(await codeFor("artifact://e1/../given/words.txt")).toBe("ARTIFACT_NOT_FOUND");
    expect(await codeFor("words.txt")).toBe("INPUT_INVALID");
    expect(await codeFor("large.json")).toBe("INPUT_INVALID");
  });

  it("[N933] stores the labels of the parameters with them, and sends none whose labels are too many", async () => {
    const store = new MemoryStore();
    const labels = ["UNTRUSTED", "web"];
    await delivery(callOf({ city: "Rome" }), false, store, false, from, 1_000, labels);
    expect([...store.contents.values()].map(({ record }) => record.labels)).toEqual([labels]);
    const many = Array.from({ length: 200 }, (_, at) => `label-${at}`);
    const refused = await delivery(callOf({ city: "Oslo" }), false, store, false, from, 1_000, many);
    expect(refused).toMatchObject({ ok: false, failure: { code: "LIMIT_EXCEEDED" } });
    expect(store.contents.size).toBe(1);
  });

  it("[N773] is not sent for an artifact of an execution that the calling one may not see, whoever knows its address", async () => {
    const store = new MemoryStore();
    const sent = async (by: Omit<CallingExecution, "tenant">, given: JsonObject, isRemote = false) => {
      const result = await delivery(callOf(given), isRemote, store, false, { tenant: "acme", ...by });
      if (!result.ok) return result.failure.code;
      const [part] = result.message.parts;
      return part !== undefined && "url" in part ? part.url : "";
    };
    const alice = { subject: "alice", visibility: "OWN" } as const;
    const sales = { subject: "alice", visibility: "GROUP", group: "sales" } as const;
    const [own, group, open] = [
      await sent({ execution: "e1", ...alice }, { city: "Rome" }),
      await sent({ execution: "e2", ...sales }, { city: "Oslo" }),
      await sent({ execution: "e3", subject: "alice" }, { city: "Bonn" }),
    ];
    const readers = [
      { subject: "alice" },
      { subject: "bob", visibility: "OWN" },
      { subject: "bob", visibility: "GROUP", group: "sales" },
      { subject: "bob", visibility: "GROUP", group: "law" },
      { subject: "bob" },
    ] as const;
    const found: unknown[] = [];
    for (const reader of readers)
      for (const isRemote of [false, true]) {
        const of = async (url: string) =>
          (await sent({ execution: "e9", ...reader }, { input_artifact: url }, isRemote)) !== "ARTIFACT_NOT_FOUND";
        found.push([await of(own), await of(group), await of(open)]);
      }
    const [everything, shared, nothingElse] = [
      [true, true, true],
      [false, true, true],
      [false, false, true],
    ];
    expect(found).toEqual(
      [everything, nothingElse, shared, nothingElse, nothingElse].flatMap((expected) => [expected, expected]),
    );
  });

  it("[N29] is not sent for an artifact that is nested deeper than arguments may be", async () => {
    const store = new MemoryStore();
    const facts = { description: null, mediaType: "application/json" };
    for (const levels of [128, 129])
      await store.put("acme", { owner: "given", name: `${levels}` }, "[".repeat(levels) + "]".repeat(levels), facts);
    const failureFor = async (reference: string) => {
      const delivered = await delivery(callOf({ input_artifact: reference }), false, store);
      return delivered.ok ? null : delivered.failure;
    };
    expect(await failureFor("128")).toBeNull();
    expect(await failureFor("129")).toMatchObject({
      code: "INPUT_INVALID",
      message: expect.stringContaining("required at most 128 objects and arrays within one another"),
    });
  });

  it("[N29] is not sent for an artifact of more values or names than a document may have", async () => {
    const store = new MemoryStore();
    const facts = { description: null, mediaType: "application/json" };
    const texts = {
      many: `[${"0,".repeat(250_000)}0]`,
      tooMany: `[${"0,".repeat(600_000)}0]`,
      names: JSON.stringify(Object.fromEntries(Array.from({ length: 60_001 }, (_, at) => [`n${at}`, 0]))),
    };
    for (const [name, text] of Object.entries(texts)) await store.put("acme", { owner: "given", name }, text, facts);
    const failureFor = async (name: string) => {
      const delivered = await delivery(callOf({ input_artifact: name }), false, store, false, from, 4_000_000);
      return delivered.ok ? null : delivered.failure;
    };
    expect(await failureFor("many")).toBeNull();
    for (const name of ["tooMany", "names"])
      expect(await failureFor(name)).toMatchObject({
        code: "INPUT_INVALID",
        message: expect.stringContaining("required at most 600000 values and 60000 different names of members"),
      });
  });

  it("[O19] is not sent where the deployment has no place for artifacts", async () => {
    expect(await delivery(callOf({ city: "Rome" }), false, null)).toMatchObject({
      ok: false,
      failure: { code: "INTERNAL", message: expect.stringContaining("has bound none") },
    });
  });

  it("[N266] gives an agent of ours with an input schema all its arguments as data, text and nulls among them", async () => {
    const agent = { ...callableOf({ name: "peer_clerk", kind: "AGENT" }) };
    const given = { text: "Hello", note: null, days: 3 };
    const { parts } = await messageOf(callOf(given, [], agent), false, null, true);
    expect(parts).toEqual([{ data: given, mediaType: "application/json" }]);
  });

  it("[W13] says the words of a call that takes words, and to an agent of ours what it is to do as data", async () => {
    const { dualMode: _, ...plain } = trip;
    const agent: CallableDefinition = { ...plain, kind: "AGENT" };
    const given = { text: "Hello", action: "greet", parameters: { name: "Ann" } };
    expect((await messageOf(callOf(given, [], agent), false, null)).parts).toEqual([
      { text: "Hello" },
      { data: { action: "greet", parameters: { name: "Ann" } }, mediaType: "application/json" },
    ]);
    expect((await messageOf(callOf({ text: "Hello", action: null }, [], agent), true, null)).parts).toEqual([
      { text: "Hello" },
    ]);
    const tool: CallableDefinition = { ...plain, kind: "TOOL" };
    expect((await messageOf(callOf({ prompt: "Do it" }, [], tool), false, null)).parts).toEqual([
      { data: { prompt: "Do it" }, mediaType: "application/json" },
    ]);
  });
});
