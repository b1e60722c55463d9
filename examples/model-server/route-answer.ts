/** The choice of the scripted model among agents: the one that shares most words with what the user said. */
import type { OfferedAgent, Question } from "./question.ts";

/** Name, confidence and reasoning; the word for none stands last in the schema of the answer. */
export function routeAnswer({ message, agents, lastText }: Question): object {
  const asked = wordsOf(message);
  const scored = agents.map((agent) => ({ agent, shared: sharedWords(agent, asked) }));
  const [best] = scored.toSorted((a, b) => b.shared.length - a.shared.length);
  if (best === undefined || best.shared.length === 0) {
    return { selected_agent: wordForNone(lastText), confidence: 0.9, reasoning: "No agent is about this." };
  }
  return {
    selected_agent: best.agent.name,
    confidence: Math.min(0.95, 0.5 + 0.1 * best.shared.length),
    reasoning: `It is about ${best.shared.join(", ")}.`,
  };
}

function sharedWords({ name, description, tags, example_queries }: OfferedAgent, asked: ReadonlySet<string>): string[] {
  return [...wordsOf([name, description, ...tags, ...example_queries].join(" "))].filter((word) => asked.has(word));
}

/** Words that mean something, which short ones rarely do. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .match(/[a-z]{4,}/g)
      ?.filter((word) => !emptyWords.has(word)),
  );
}

const emptyWords = new Set(["what", "when", "which", "with", "that", "this", "your", "have", "from", "much", "last"]);

function wordForNone(lastText: string): string {
  return /or "(none_*)" if none/.exec(lastText)?.[1] ?? "none";
}
