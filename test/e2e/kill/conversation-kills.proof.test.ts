/**
 * SIGKILL between the message of a person and the first row of the execution that it starts: the message is on disk, its start is on its way
 * and lost. Only the conversation knows of it then.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { builtChaosWorker, ChaosProcess } from "../../chaos/chaos-worker.ts";
import { type ExampleTools, startExampleTools } from "../../support/deployed/example-tools.ts";
import { Planwright } from "../../support/deployed/planwright.ts";
import { applyKeeper } from "./kill-conversations.ts";

/** The alarm of a start is due within a second, and the process that comes first has modules to load. */
const withinMs = 2_000;
/** How long nobody asks after a start. */
const silenceMs = 2_500;

let worker: ChaosProcess;
let world: ExampleTools;

beforeAll(async () => {
  worker = new ChaosProcess(await builtChaosWorker(inject("builtKillConfig")));
  world = await startExampleTools();
  const planwright = new Planwright(await worker.start());
  await planwright.register("example", world.mcpUrl, true);
  await applyKeeper(planwright);
});

afterAll(async () => {
  await worker?.remove();
  await world?.close();
});

const send = (planwright: Planwright, chatId: string, text: string) =>
  planwright
    .send("mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { message } } }", {
      input: { conversation: { start: { manifest: "Keeper", chatId } }, text, options: { waitMs: 20_000 } },
    })
    // The process is killed before it answers.
    .catch(() => null);

/** Resolves when an execution is being started, whose message is on disk by then. */
async function startHeld({ endpoint }: Planwright): Promise<void> {
  for (;;) {
    const held = (await (await fetch(new URL("/stopped", endpoint))).json()) as readonly string[];
    if (held.includes("start")) return;
    await delay(20);
  }
}

interface Seen {
  readonly conversation: {
    readonly status: string;
    readonly messages: {
      readonly nodes: readonly { readonly text: string; readonly execution: { readonly createdAt: string } | null }[];
    };
  } | null;
  readonly conversations: { readonly nodes: readonly { readonly chatId: string }[] };
}

it.each([
  { intoStartMs: 200, chatId: "soon" },
  { intoStartMs: 3_000, chatId: "later" },
])(
  "[N108, E6] a message whose start had been on its way for $intoStartMs ms is started within two seconds of a start after SIGKILL, and listed, though nobody asks",
  async ({ chatId, intoStartMs }) => {
    await worker.kill();
    const holding = new Planwright(await worker.start({ HOLD_STARTS: "yes" }));
    void send(holding, chatId, "Keep it");
    await startHeld(holding);
    await delay(intoStartMs);
    await worker.kill();
    const planwright = new Planwright(await worker.start());
    const listeningAt = Date.now();
    await delay(silenceMs);
    const { conversation, conversations } = await planwright.ask<Seen>(
      `query ($chatId: String!) {
        conversation(by: { chatId: $chatId }) { status messages(first: 5) { nodes { text execution { createdAt } } } }
        conversations(first: 10) { nodes { chatId } }
      }`,
      { chatId },
    );
    expect(conversation?.messages.nodes).toMatchObject([{ text: "Keep it" }]);
    const createdAt = Date.parse(conversation?.messages.nodes[0]?.execution?.createdAt ?? "");
    expect(createdAt - listeningAt).toBeLessThan(withinMs);
    expect(conversations.nodes.map((node) => node.chatId)).toContain(chatId);
  },
  60_000,
);
