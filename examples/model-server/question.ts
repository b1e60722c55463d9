/**
 * What the scripted model is asked, read out of the messages of Planwright: whether to plan, to choose an agent, to write an answer or to
 * take the turn of an agent, and the data that stands between tags. A real model reads the same words; this one only knows where to look.
 */

export type Purpose = "PLAN" | "ROUTE" | "RESPOND" | "AGENT" | "OTHER";

/** A request for a chat completion, as far as it is looked at. */
export interface ChatRequest {
  readonly model?: unknown;
  readonly stream?: unknown;
  readonly stream_options?: { readonly include_usage?: unknown } | null;
  readonly messages?: readonly { readonly role?: unknown; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function?: { readonly name?: unknown; readonly parameters?: unknown } }[];
}

/** What may be called, as the prompt describes it. */
export interface OfferedCallable {
  readonly name: string;
  readonly input: {
    readonly properties?: { readonly [name: string]: PropertySchema };
    readonly required?: readonly string[];
  };
}

export interface PropertySchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
}

export interface OfferedAgent {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly example_queries: readonly string[];
}

/** A message of a conversation between agents and a person. */
export interface Spoken {
  /** Whether the agent whose turn it is said it. */
  readonly isOwn: boolean;
  readonly text: string;
}

export interface Question {
  readonly purpose: Purpose;
  /** Whether the plan is handed over as arguments of `__planning__`, and not as text. */
  readonly byFunction: boolean;
  /** The form of the steps that a plan may have in place of calls. Null if it is a chain of calls. */
  readonly steps: "TYPED" | "ORCHESTRATE" | null;
  /** What the user said last. */
  readonly message: string;
  readonly callables: readonly OfferedCallable[];
  readonly agents: readonly OfferedAgent[];
  /** The message behind that of the user: the report, also of a planner's earlier plans, or what is asked for in words. Empty if there is none. */
  readonly lastText: string;
  /** Plans that it can still make, and how many it has made. A planner that makes one plan is shown neither. */
  readonly plansLeft: number;
  readonly plansMade: number;
  /** Whether a plan was refused already. */
  readonly isCorrection: boolean;
  /** The agent whose turn it is. Empty if it is nobody's. */
  readonly agentName: string;
  /** What the answer of an agent must satisfy, in its turn or as its output. Null for a text. */
  readonly answerSchema: object | null;
  /** What an agent with an input schema was called with. Null for none. */
  readonly input: { readonly [name: string]: unknown } | null;
  readonly spoken: readonly Spoken[];
}

/** Messages of Planwright that follow that of the user hold one of these. */
const ours = /^<(plan_schema|plans_left|answer_schema|rejected_plan|rejected_answer|report|agent_input)\b/m;

/** Reads a request; of what is not there, nothing. */
export function questionOf(request: ChatRequest): Question {
  const messages = (request.messages ?? []).map(({ role, content }) => ({ role, text: textOf(content) }));
  const system = messages.find(({ role }) => role === "system")?.text ?? "";
  const byUser = messages.filter(({ role }) => role === "user").map(({ text }) => text);
  const byFunction = (request.tools ?? []).some((tool) => tool.function?.name === "__planning__");
  const lastText = byUser.at(-1) ?? "";
  const report = byUser.findLast((text) => /^<report>/m.test(text)) ?? "";
  const made = byFunction || isPlanned(byUser) ? plansMade(report) : 0;
  const [agent] = dataIn(system, "turn_agent") as readonly { readonly name: string }[];
  return {
    purpose: agent === undefined ? purposeOf(byFunction, byUser, lastText) : "AGENT",
    byFunction,
    steps: stepsOf(
      byFunction ? JSON.stringify(request.tools) : byUser.findLast((text) => /^<plan_schema>/m.test(text)),
    ),
    message: byUser.findLast((text) => !ours.test(text)) ?? "",
    callables: dataIn(system, "callables") as readonly OfferedCallable[],
    agents: dataIn(system, "agents") as readonly OfferedAgent[],
    lastText: made > 0 ? report : lastText,
    plansLeft: Number(byUser.flatMap((text) => dataIn(text, "plans_left")).at(-1) ?? 1),
    plansMade: made,
    isCorrection: /^<rejected_plan\b/m.test(lastText),
    agentName: agent?.name ?? "",
    answerSchema: (dataIn(agent === undefined ? report : system, "answer_schema") as readonly object[])[0] ?? null,
    input: (byUser.flatMap((text) => dataIn(text, "agent_input")) as readonly Question["input"][])[0] ?? null,
    spoken: messages.flatMap(({ role, text }) => (role === "system" ? [] : [{ isOwn: role === "assistant", text }])),
  };
}

function stepsOf(schema = ""): Question["steps"] {
  if (!schema.includes('"steps":')) return null;
  return schema.includes('"agent_id"') ? "ORCHESTRATE" : "TYPED";
}

function purposeOf(byFunction: boolean, byUser: readonly string[], lastText: string): Purpose {
  if (byFunction || isPlanned(byUser)) return "PLAN";
  if (/^<(report|rejected_answer)\b/m.test(lastText)) return "RESPOND";
  return /^<answer_schema>/m.test(lastText) ? "ROUTE" : "OTHER";
}

function isPlanned(byUser: readonly string[]): boolean {
  return byUser.some((text) => /^<plan_schema>/m.test(text));
}

/** The steps of a further plan have its number in their names. */
function plansMade(report: string): number {
  const rounds = Array.from(report.matchAll(/"id":"rounds\/(\d+)\//g), ([, round]) => Number(round));
  return report === "" ? 0 : Math.max(1, ...rounds);
}

/** The values between two tags, one per line. */
export function dataIn(text: string, tag: string): readonly unknown[] {
  const block = new RegExp(`^<${tag}\\b[^>]*>\\n([^<]*)\\n</${tag}>$`, "m").exec(text);
  return (block?.[1] ?? "").split("\n").flatMap(jsonLine);
}

function jsonLine(line: string): readonly unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** Content is a text, or parts of which some are texts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { readonly text?: unknown }) => (typeof part.text === "string" ? part.text : "")).join("");
}
