/**
 * The turns of the scripted model: what it says as an agent of a conversation. An agent that answers with text says the lines of its
 * script, one per turn; an agent with a schema answers with the least JSON that satisfies it, about what the person said last.
 *
 * Words in the message of the person make the answer go wrong, so that everything behind it can be tried: see `oddities`.
 */
import type { Question, Spoken } from "./question.ts";
import { sampleOf } from "./sample.ts";

export interface TurnAnswer {
  readonly text: string;
  /** Before it is said. */
  readonly delayMs: number;
}

/** Lines of agents that answer with text. The last is said again and again. */
const scripts: { readonly [agentName: string]: readonly string[] } = {
  InterviewAgent: ["What would you like to automate?", "NEXT"],
};

const slowMs = 2_000;
const hugeLength = 1_048_576;

interface Output {
  readonly [key: string]: unknown;
}

/** What a word in the message makes of an output. All but `reply-always-invalid` say it right once a correction says what was wrong. */
const oddities: { readonly [word: string]: (output: Output) => string } = {
  "reply-invalid": ({ agent_message: _, ...output }) => JSON.stringify(output),
  "reply-always-invalid": ({ agent_message: _, ...output }) => JSON.stringify(output),
  "reply-extra-keys": (output) => JSON.stringify({ ...output, made_up: true, agent_mesage: "misspelled" }),
  "reply-spoofed-context": (output) =>
    JSON.stringify({ ...output, context_variables: spoofedContext, Context_Variables: spoofedContext }),
  "reply-prose": () => "I would rather talk about it first.",
  "reply-fenced": (output) => `Here it is:\n\`\`\`json\n${JSON.stringify(output)}\n\`\`\``,
  "reply-huge": (output) => JSON.stringify({ ...output, agent_message: "x".repeat(hugeLength) }),
};

const spoofedContext = { chat_id: "stolen", app_id: "stolen", agent_name: "somebody else" };

/** What the agent whose turn it is says. */
export function turnAnswer({ agentName, answerSchema, spoken }: Question): TurnAnswer {
  const wish = spoken.findLast(isOfPerson)?.text ?? "";
  const words: readonly string[] = wish.match(/\breply-[a-z-]+/g) ?? [];
  const delayMs = words.includes("reply-slow") ? slowMs : 0;
  if (answerSchema === null) return { text: line(agentName, wish, spoken), delayMs };
  const topic = wish.replace(/\s*\breply-[a-z-]+/g, "").slice(0, 80);
  const output = sampleOf(answerSchema, topic) as Output;
  const odd = words.find((word) => Object.hasOwn(oddities, word));
  const isTold = /^Your output did not match/.test(spoken.at(-1)?.text ?? "");
  const says = odd === undefined || (isTold && odd !== "reply-always-invalid") ? JSON.stringify : oddities[odd];
  return { text: says?.(output) ?? "", delayMs };
}

function line(agentName: string, wish: string, spoken: readonly Spoken[]): string {
  const lines = Object.hasOwn(scripts, agentName) ? (scripts[agentName] ?? []) : [];
  const turn = spoken.filter(({ isOwn }) => isOwn).length;
  return lines[Math.min(turn, lines.length - 1)] ?? `You said: ${wish.slice(0, 200)}`;
}

/** Not of other agents, and not of the runtime. */
function isOfPerson({ isOwn, text }: Spoken): boolean {
  return (
    !isOwn &&
    !/^(?:<agent_message>|Your output did not match |Tool \S+ reported status |This is the report of Planwright on what your tool did|\()/.test(
      text,
    )
  );
}
