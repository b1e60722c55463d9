/**
 * Agents that take turns, for the runner's world: an interview whose agent hands over with a hidden word to one that answers in a schema and
 * drives a tool. Turns are reserved by the window that a conversation has, over the real SQLite.
 */

import { makeTables } from "../../../src/durable/conversation/conversation-tables.ts";
import { ConversationTurns } from "../../../src/durable/conversation/conversation-turns.ts";
import { followingEvents } from "../../../src/durable/execution/initial-events.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { ExecutionEvent } from "../../../src/execution/events/event.ts";
import { noPlan } from "../../../src/execution/state/state.ts";
import type { OutputSubmission } from "../../../src/execution/turns/turn-request.ts";
import type { Json, JsonSchema } from "../../../src/json/json.ts";
import { storedValue } from "../../../src/json/store-value.ts";
import { noModelWork } from "../../../src/plan/model-definition.ts";
import type { Condition } from "../../../src/plan/plan.ts";
import type {
  AutoToolBinding,
  HandoffRule,
  HandoffTarget,
  TurnAgent,
  TurnWork,
  VariableDefinition,
} from "../../../src/plan/turn-work.ts";
import { conversation, model, said } from "../models/prompt-world.ts";
import { memorySql } from "./memory-sql.ts";
import { callable, callables, World, type WorldOptions } from "./world.ts";

export const chatId = "chat_abc123";

export const actionPlanSchema: JsonSchema = {
  type: "object",
  properties: {
    ActionPlan: { type: "object", properties: { workflow: { type: "string" } }, required: ["workflow"] },
    agent_message: { type: "string" },
  },
  required: ["ActionPlan", "agent_message"],
};

export const actionPlan = { ActionPlan: { workflow: "invoices" }, agent_message: "Here is the plan." };

export function agent(name: string, more: Partial<TurnAgent> = {}): TurnAgent {
  const facts = { name, description: "", instructions: "", skills: [] };
  return { name, agent: facts, model, output: null, binding: null, maxConsecutiveAutoReply: null, ...more };
}

/** An agent that answers in the schema of action plans and drives `binding`. */
export function planner(
  name: string,
  binding: Partial<AutoToolBinding> | null = {},
  more: Partial<TurnAgent> = {},
): TurnAgent {
  const bound: AutoToolBinding = {
    modelName: "ActionPlanCall",
    agentName: name,
    toolName: "action_plan",
    callableName: "action_plan",
    parameterNames: ["actionplan", "agent_message", "context_variables"],
    acceptsContext: true,
    ui: { component: "ActionPlan", mode: "artifact" },
    ...binding,
  };
  const output = { name: "ActionPlanCall", schema: actionPlanSchema };
  return agent(name, { output, binding: binding === null ? null : bound, ...more });
}

/** An agent whose output is submitted. */
export const elsewhere = { model: null } as const;

export function isTrue(name: string): Condition {
  const reference = { root: "bindings" as const, id: name, path: [], expression: `\${${name}}` };
  return { expression: `\${${name}} == True`, cel: "v.r0 == true", references: [reference] };
}

export function rule(
  sourceAgent: string,
  target: string | HandoffTarget,
  condition: Condition | null = null,
): HandoffRule {
  return {
    sourceAgent,
    target: typeof target === "string" ? { kind: "AGENT", agentName: target } : target,
    condition,
  };
}

export function trigger(name: string, sourceAgent: string, value: string, uiHidden = true): VariableDefinition {
  return { name, description: "", initial: false, trigger: { sourceAgent, value, uiHidden } };
}

/** The conversation of the document: interview, then a plan, then back to the person. */
export const interview = {
  agents: [agent("InterviewAgent"), planner("ContextAgent")],
  variables: [trigger("interview_complete", "InterviewAgent", "NEXT")],
  handoffs: [
    rule("InterviewAgent", "ContextAgent", isTrue("interview_complete")),
    rule("ContextAgent", { kind: "USER" }),
  ],
} satisfies Partial<TurnWork>;

export function workOf(more: Partial<TurnWork> = {}): TurnWork {
  const work = { ...interview, ...more };
  return {
    ...{ chatId, conversation: "conversation", appId: "app-1", manifest: { name: "Generator", hash: "h1" } },
    maxTurns: 20,
    ...work,
    start: more.start ?? {
      ...{ agentName: work.agents[0]?.name ?? "", turn: 1, set: {} },
      variables: Object.fromEntries(work.variables.map(({ initial, name }) => [name, initial])),
    },
  };
}

const turnCallables = [
  ...callables,
  callable("action_plan", "UNSAFE"),
  callable("look_up", "READ_ONLY"),
  callable("forget", "UNSAFE", { declaredDestructive: true }),
  callable("strict", "UNSAFE", {
    inputSchema: { type: "object", required: ["missing"], properties: { missing: { type: "string" } } },
  }),
];

/** A conversation that lives through crashes of its executions. */
export class MemoryConversation {
  readonly turns: ConversationTurns;
  /** Null once it is in no execution. */
  running: string | null = "execution";
  now: () => number = () => 0;

  constructor() {
    const sql = memorySql();
    makeTables(sql);
    this.turns = new ConversationTurns(sql);
  }

  reserve: World["answerReservation"] = (reservation) =>
    this.turns.reserve(reservation, { chatId, running: this.running, now: this.now() });
}

/** A world in which agents answer what `say` gives for the agent at work, one after the other; the last again and again. */
export class TurnWorld {
  readonly world: World;
  readonly conversation = new MemoryConversation();
  readonly #answers: Map<string, (string | Json)[]>;

  constructor(answers: { readonly [agent: string]: readonly Json[] } = {}, tool?: World["answer"]) {
    this.#answers = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]));
    this.world = new World(tool ?? (() => success));
    this.conversation.now = () => this.world.clock.now();
    this.world.answerReservation = this.conversation.reserve;
    this.world.answerModel = ({ request }) => {
      const { told } = JSON.parse(request.messages[0]?.text ?? "{}") as { readonly told: { readonly agent: string } };
      return said(this.#next(told.agent));
    };
  }

  async send(work: TurnWork = workOf(), text = "Hello", options: WorldOptions = {}): Promise<void> {
    this.begin(work, text, options);
    await this.world.drive();
  }

  begin(work: TurnWork = workOf(), text = "Hello", options: WorldOptions = {}): void {
    beginTurns(this.world, work, text, options);
  }

  #next(agentName: string): string {
    const left = this.#answers.get(agentName);
    const answer = left === undefined || left.length < 2 ? left?.[0] : left.shift();
    if (answer === undefined) throw new Error(`nobody expected a turn of ${agentName}`);
    return typeof answer === "string" ? answer : JSON.stringify(answer);
  }

  get events(): readonly ExecutionEvent[] {
    return this.world.journal.read(0).records.map(({ event }) => event);
  }

  all<Kind extends ExecutionEvent["kind"]>(kind: Kind): readonly Extract<ExecutionEvent, { readonly kind: Kind }>[] {
    return this.events.filter(
      (event): event is Extract<ExecutionEvent, { readonly kind: Kind }> => event.kind === kind,
    );
  }

  /** Messages as `author or agent: text`, hidden ones in parentheses. */
  get messages(): readonly string[] {
    return this.all("MessageAdded").map(({ agentName, author, text, uiHidden }) => {
      const line = `${agentName ?? author}: ${String(text.inline)}`;
      return uiHidden ? `(${line})` : line;
    });
  }

  get turnsTaken(): readonly string[] {
    return this.all("TurnStarted").map(({ agentName, cause, turn }) => `${turn} ${agentName} ${cause}`);
  }

  get result() {
    const { finished } = this.world.state;
    return finished === null ? null : { status: finished.status, code: finished.failure?.code ?? null };
  }
}

/** Stores the first rows of an execution that a message starts, as an object would. */
export function beginTurns(world: World, work: TurnWork, text: string, options: WorldOptions = {}): void {
  const talk = { ...conversation, message: text };
  const request = {
    ...{ chosenAgent: null, conversation: talk, execution: "execution", plan: noPlan, rejected: null, reused: [] },
    turns: work,
  } as const;
  world.begin(noPlan, {
    callables: turnCallables,
    ...options,
    started: {
      ...{ startedWith: "MESSAGE", surface: "conversation", contextId: work.chatId, turns: work },
      conversation: storedValue(talk as unknown as Json),
      modelWork: noModelWork,
      ...options.started,
    },
    limits: { maxModelCalls: 100, ...options.limits },
    following: followingEvents(request),
  });
}

export const success: AttemptResult = {
  kind: "SUCCEEDED",
  result: { output: { status: "success" }, content: [], metadata: null, isPartial: false },
  warning: null,
};

export function submission(more: Partial<OutputSubmission> = {}): OutputSubmission {
  return {
    ...{ agentName: "ContextAgent", modelName: "ActionPlanCall", structuredData: actionPlan, autoToolMode: true },
    ...{ turnKey: "own-key", turn: 1, submittedBy: "someone" },
    ...more,
  };
}
