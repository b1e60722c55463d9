/**
 * Which way words take: to an agent that fits them, or to a planner, which may call tools, agents and workflows and answers by itself where none is
 * needed. An agent is asked only where one stands out, because a question that no agent fits is answered by nobody. Pure.
 */
import type { Callable } from "./registry.ts";

export type Route =
  | { readonly kind: "AGENT"; readonly agentName: string; readonly why: string }
  | { readonly kind: "PLAN"; readonly why: string };

/** The person's decision: none, or one of the ways. */
export type RouteWish = "AUTO" | "AGENT" | "PLAN";

/** The way that fits `words`. `named` is the agent that the person chose, empty for none. */
export function routeFor(words: string, named: string, wish: RouteWish, callables: readonly Callable[]): Route {
  if (wish === "PLAN") return { kind: "PLAN", why: "as you chose" };
  if (named !== "") return { kind: "AGENT", agentName: named, why: "as you chose" };
  const agents = callables.filter(({ kind }) => kind === "AGENT");
  if (wish === "AGENT") return { kind: "AGENT", agentName: "", why: `a model chooses among ${agents.length}` };
  const literal = agents.find(({ name }) => name.length > 2 && hasWord(words, name));
  if (literal !== undefined) return { kind: "AGENT", agentName: literal.name, why: "your words name it" };
  const stems = stemsOf(words);
  const best = (kinds: readonly Callable["kind"][]) =>
    callables
      .filter(({ kind }) => kinds.includes(kind))
      .map((callable) => ({ callable, score: scoreOf(stems, callable) }))
      .reduce<{ callable: Callable | null; score: number }>(
        (found, next) => (next.score > found.score ? next : found),
        { callable: null, score: 0 },
      );
  const agent = best(["AGENT"]);
  const other = best(["TOOL", "WORKFLOW"]);
  if (agent.callable !== null && agent.score >= fewest && agent.score > other.score)
    return { kind: "AGENT", agentName: agent.callable.name, why: "its description fits best" };
  if (other.callable !== null) return { kind: "PLAN", why: `${other.callable.name} and others may fit` };
  return { kind: "PLAN", why: "no agent stands out" };
}

/** Words of the request that an agent has to share before it is asked. */
const fewest = 2;

const common = new Set(
  "about and are but can for from has have how into its let may not now our out that the their them then they this was what when where which who will with would you your".split(
    " ",
  ),
);

/** The beginnings of the words that say something, each once. */
function stemsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .slice(0, 4_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !common.has(word)).map((word) => word.slice(0, 4)));
}

function scoreOf(stems: ReadonlySet<string>, { description, name }: Callable): number {
  let score = 0;
  for (const stem of stemsOf(`${name.replaceAll(/[_-]/g, " ")} ${description}`)) if (stems.has(stem)) score += 1;
  return score;
}

function hasWord(text: string, name: string): boolean {
  const [words, wanted] = [text.toLowerCase(), name.toLowerCase()];
  for (let at = words.indexOf(wanted); at !== -1; at = words.indexOf(wanted, at + 1)) {
    const around = `${words[at - 1] ?? " "}${words[at + wanted.length] ?? " "}`;
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
  }
  return false;
}
