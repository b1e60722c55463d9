/**
 * The conversation of `npm start`: an agent asks, hands over to another, whose output opens a component for a person to review. With
 * `--talk` the person at the terminal speaks and answers; otherwise the words and answers below are taken.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { demandSuccess } from "./example-team.mjs";
import { ask } from "./graphql-client.mjs";

const manifest = JSON.parse(readFileSync(new URL("../../examples/manifests/generator.json", import.meta.url), "utf8"));

/** The words of the person, unless somebody speaks at the terminal. */
export const exampleWish = "Automate my social media";

/** Applies the manifest and gives the names of its agents as text. */
export async function applyManifest(endpoint) {
  const { applyManifest: payload } = await ask(
    endpoint,
    `mutation ($input: ApplyManifestInput!) {
      applyManifest(input: $input) { manifest { name agents { name } } errors { message path } }
    }`,
    { input: { name: "Generator", manifest } },
  );
  demandSuccess("apply the example manifest", payload.errors);
  return payload.manifest.agents.map((agent) => agent.name).join(" and ");
}

/**
 * Holds the conversation. `follow` follows the execution of a message to its end and calls its last argument with each event, so that what a
 * person is asked on the way is answered. Gives how many messages were exchanged and how many questions a person answered.
 */
export async function holdConversation(endpoint, follow, isTalking) {
  const terminal = openTerminal(isTalking);
  try {
    const first = await say(endpoint, { start: { manifest: "Generator" } }, "Hello");
    await follow(first.execution.id, () => undefined);
    const text = await terminal.text("You", exampleWish);
    const second = await say(endpoint, { id: first.conversation.id }, text);
    const answers = [];
    await follow(second.execution.id, (event) => {
      if (event.type === "StepWaiting" && event.request) answers.push(answer(endpoint, terminal, event.request));
    });
    await Promise.all(answers);
    return { answers: answers.length, messages: await messageCount(endpoint, first.conversation.chatId) };
  } finally {
    terminal.close();
  }
}

async function messageCount(endpoint, chatId) {
  const { conversation } = await ask(
    endpoint,
    "query ($chatId: String!) { conversation(by: { chatId: $chatId }) { messages(first: 100) { nodes { author } } } }",
    { chatId },
  );
  return conversation.messages.nodes.length;
}

/** Says something in a conversation, or begins one with it. */
export async function say(endpoint, conversation, text) {
  const { sendMessage } = await ask(
    endpoint,
    `mutation ($input: SendMessageInput!) {
      sendMessage(input: $input) { conversation { id chatId } execution { id } errors { message } }
    }`,
    { input: { conversation, text } },
  );
  demandSuccess(`say "${text}"`, sendMessage.errors);
  return sendMessage;
}

/** Answers what a person is asked; once it was answered elsewhere meanwhile, that stands. */
async function answer(endpoint, terminal, { component, id, prompt }) {
  const question = `${component?.component ?? "A question"}: ${prompt} Approve? (yes or no)`;
  const words = await terminal.text(question, "yes");
  const response = /^n/i.test(words) ? { decline: "declined in the terminal" } : { accept: { approved: true } };
  const { respondToHumanInput } = await ask(
    endpoint,
    `mutation ($input: RespondToHumanInputInput!) {
      respondToHumanInput(input: $input) { errors { code message } }
    }`,
    { input: { requestId: id, response } },
  );
  const others = respondToHumanInput.errors.filter(({ code }) => code !== "ALREADY_RESOLVED");
  demandSuccess("answer it", others);
}

function openTerminal(isTalking) {
  if (!isTalking) return { text: async (_question, byItself) => byItself, close: () => undefined };
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // The interface takes Ctrl-C for itself.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  return {
    text: async (question, byItself) => (await lines.question(`  ${question} [${byItself}]: `)).trim() || byItself,
    close: () => lines.close(),
  };
}
