/** The bound of bytes of one answer, for every kind of field that reads or gives something large. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../../../src/json/json.ts";
import { conversationName } from "../../../src/json/object-name.ts";
import { exampleManifest } from "../../support/catalog/example-manifest.ts";
import { type Answer, ask, executePlan } from "../../support/graph/ask.ts";
import { fakeCatalog } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { finishedEvent, largeFrame } from "../../support/graph/fake-views.ts";
import { hello, sentMessage } from "../../support/graph/sent-message.ts";

const large = "x".repeat(3_000_000);

let world: FakeClients;
let id: string;
let name: string;

beforeEach(async () => {
  world = new FakeClients();
  id = (await executePlan(world, { source: { plan: { steps: [{ tool: { stepId: "s", toolName: "echo" } }] } } }))
    .execution.id;
  [name = ""] = world.executions.keys();
  world.calls.length = 0;
});

/** A value of some 3 MB that is stored beside its row. */
function kept(value: Json, slot: "output" | "content" | "conversation" | "response", sequence: number) {
  world.keep(name, `${sequence} ${slot}`, value);
  return largeFrame(value, slot, sequence);
}

/** The same field under `count` names. */
const aliases = (count: number, field: string) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(" ");
const ofExecution = (fields: string) => `query ($id: ID!) { execution(by: { id: $id }) { id ${fields} } }`;
const ofSteps = (fields: string) => (count: number) =>
  ofExecution(aliases(count, `steps { stepId ... on ToolStep { ${fields} } }`));

interface Kind {
  readonly kind: string;
  readonly prepare: () => void;
  readonly query: (count: number) => string;
  /** How many fit into an answer, where that is not five of 3 MB. */
  readonly fits?: number;
}

const kinds: readonly Kind[] = [
  {
    kind: "what an output says of an artifact",
    prepare: () =>
      world.changeStep(name, "s", {
        status: "SUCCEEDED",
        output: kept({ artifact_id: "a", data: large, _metadata: {} }, "output", 3),
      }),
    query: ofSteps("artifact { artifactId }"),
  },
  {
    kind: "attachments, and how many there are",
    prepare: () =>
      world.changeStep(name, "s", {
        status: "SUCCEEDED",
        content: kept({ content: [{ type: "image", data: large, mimeType: "image/png" }] }, "content", 3),
      }),
    query: ofSteps("attachments { position } attachmentCount"),
  },
  {
    kind: "texts of steps",
    prepare: () =>
      world.changeStep(name, "s", {
        status: "SUCCEEDED",
        content: kept({ content: [{ type: "text", text: large }] }, "content", 3),
      }),
    query: ofSteps("text { preview }"),
  },
  {
    kind: "prompts, of which little is answered",
    prepare: () => world.change(name, { conversation: kept({ message: "short", history: large }, "conversation", 1) }),
    query: (count) => ofExecution(aliases(count, "prompt")),
  },
  {
    // Each is read and answered.
    kind: "responses",
    prepare: () => world.change(name, { status: "SUCCEEDED", response: kept(large, "response", 4) }),
    query: (count) => ofExecution(aliases(count, "response")),
    fits: 2,
  },
  {
    kind: "responses that nothing wrote",
    prepare: () => world.change(name, { status: "SUCCEEDED", directResponse: large }),
    query: (count) => ofExecution(aliases(count, "response")),
  },
  {
    kind: "frames of a chat",
    prepare: () => {
      const autoTool = { agentName: "A", component: null, key: "k", toolName: "echo", workflowName: "w" };
      world.keep(name, "1 output", large);
      world.append(name, {
        ...{ kind: "StepFinished", reused: false, step: "s", group: null, status: "SUCCEEDED", attempt: 1 },
        ...{ callId: "c", outcome: "ANSWERED", content: null, failure: null, warning: null },
        output: { bytes: 3_000_002, digest: "0".repeat(64), preview: "" },
        autoTool: autoTool as never,
      });
      world.append(name, finishedEvent());
      world.change(name, { sequence: 2 });
    },
    query: (count) => ofExecution(aliases(count, "events { nodes { sequence chatFrame } }")),
    fits: 2,
  },
  {
    kind: "schemas of tools",
    prepare: () => {
      world.catalog = fakeCatalog("2", [{ name: "echo", input: { type: "object", description: large } }]);
    },
    query: (count) => `{ ${aliases(count, "tools { nodes { name inputSchema } }")} }`,
  },
  {
    kind: "texts of messages",
    prepare: () => {
      world.conversations.say(conversationName("default", "chat_abc123"), large);
    },
    query: (count) =>
      `{ conversation(by: { chatId: "chat_abc123" }) { id ${aliases(count, "messages { nodes { text } }")} } }`,
  },
];

describe("one answer", () => {
  it.each(kinds)("[N35] holds 16 MiB of $kind, and refuses more", async ({ fits = 5, prepare, query }) => {
    world.giveManifest(exampleManifest());
    await sentMessage(world, hello);
    prepare();
    const answered = async (count: number): Promise<readonly string[]> => {
      const { errors = [] }: Answer = await ask(world, query(count), { variables: { id } });
      return errors.map(({ extensions }: Answer) => extensions.code);
    };
    expect(await answered(fits)).toEqual([]);
    world.calls.length = 0;
    const codes = await answered(fits + 3);
    expect(codes.length).toBeGreaterThan(0);
    expect(new Set(codes)).toEqual(new Set(["RESPONSE_TOO_LARGE"]));
    expect(world.calls.filter((call) => call === "executions.value").length).toBeLessThanOrEqual(5);
  });

  it("[N35] tells names and states beside what is too large for it", async () => {
    const details = "x".repeat(17_000_000);
    const failure = { code: "REJECTED", message: "no", retryable: false, details } as never;
    world.change(name, { status: "FAILED", failure });
    const { data, errors } = await ask(world, ofExecution("failure { details message } steps { stepId }"), {
      variables: { id },
    });
    expect(data.execution).toEqual({ id, failure: { details: null, message: "no" }, steps: [{ stepId: "s" }] });
    expect(errors).toHaveLength(1);
  });

  it("[N35] holds no JSON that lies too deep to be written, whichever field gives it", async () => {
    const deep = (levels: number): Json => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
    const asked = async (levels: number) => {
      const failure = { code: "REJECTED", message: "no", retryable: false, details: deep(levels) } as never;
      world.change(name, { status: "FAILED", failure });
      return ask(world, ofExecution("failure { message details }"), { variables: { id } });
    };
    expect((await asked(1_024)).errors).toBeUndefined();
    const { data, errors } = await asked(100_000);
    expect(data.execution.failure).toEqual({ message: "no", details: null });
    expect(errors[0].extensions.code).toBe("RESPONSE_TOO_LARGE");
  });
});
