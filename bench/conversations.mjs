/**
 * The cost of a message in a long conversation: from `sendMessage` to the end of its execution, near the beginning and after 500 turns. The
 * model answers at once, with the same words.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../scripts/setup.mjs";
import { summary } from "./measure.mjs";
import { askProduct } from "./sides.mjs";

const applyManifest = /* GraphQL */ `
  mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }
`;

const sendMessage = /* GraphQL */ `
  mutation ($input: SendMessageInput!) {
    sendMessage(input: $input) { conversation { id turn } execution { status } errors { message } }
  }
`;

const manifest = { agents: { Talker: { system_message: "Answer in one sentence." } } };

/** Turns that are compared at both ends. */
const compared = 40;

/** `startProduct` takes settings. Gives the times of early and of late turns. */
export async function measureConversations(startProduct, quick, onProgress) {
  const turns = quick ? 2 * compared : 500;
  onProgress(`a conversation of ${turns} turns`);
  const child = spawn(process.execPath, [join(projectRoot, "bench/model-world.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const world = String((await once(child.stdout, "data"))[0]).trim();
  const models = [{ name: "bench", provider: "openai-compatible", model: "bench", baseUrl: `${world}/v1` }];
  const product = await startProduct({ MODELS: JSON.stringify(models) });
  try {
    const { applyManifest: applied } = await askProduct(product, applyManifest, { input: { name: "Talk", manifest } });
    if (applied.errors.length > 0)
      throw new Error(`The product refused the manifest: ${JSON.stringify(applied.errors)}`);
    // The first message also makes the objects and loads the adapter of models.
    let conversation = (await say(product, { start: { manifest: "Talk" } })).conversation;
    const times = [];
    while (conversation.turn < turns) {
      const before = performance.now();
      conversation = (await say(product, { id: conversation.id })).conversation;
      times.push(performance.now() - before);
    }
    const early = summary(times.slice(0, compared));
    const late = summary(times.slice(-compared));
    return { turns, compared, early, late, ratio: late.p50 / early.p50, target: 1.5 };
  } finally {
    await product.stop();
    child.kill();
  }
}

async function say(product, conversation) {
  const input = { conversation, text: "Say something", options: { waitMs: 20_000 } };
  const { sendMessage: payload } = await askProduct(product, sendMessage, { input });
  const status = payload.execution?.status;
  if (status !== "SUCCEEDED") throw new Error(`A turn ended ${status}: ${JSON.stringify(payload.errors)}`);
  return payload;
}
