/** Random agents, rules and variables for the simulation of turns, and what is said and answered in each turn, which depends on the turn alone. */
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { Json } from "../../../src/json/json.ts";
import { personSource, type TurnWork } from "../../../src/plan/turn-work.ts";
import { failed, succeeded, success } from "../../support/engine/attempt-results.ts";
import { Seeded } from "../../support/engine/seeded.ts";
import {
  actionPlan,
  agent,
  elsewhere,
  isTrue,
  planner,
  rule,
  setByTool,
  trigger,
  workOf,
} from "../../support/plan/turn-work.ts";

export interface Run {
  readonly work: TurnWork;
  /** Seed of what is said in each turn. */
  readonly words: number;
}

export function randomRun(random: Seeded): Run {
  const names = ["A", "B", "C"].slice(0, random.between(1, 3));
  const agents = names.map((name) => {
    const more = { maxConsecutiveAutoReply: random.pick([null, null, 1, 2]) };
    const toolName = random.pick(["action_plan", "look_up"]);
    const binding = { toolName, callableName: toolName };
    if (random.weighted({ text: 2, ours: 2, elsewhere: 3 }) === "text") return agent(name, more);
    const isBound = random.chance(0.9);
    if (random.chance(0.6)) return planner(name, isBound ? binding : null, { ...more, ...elsewhere });
    const rounds = isBound && random.chance(0.5) ? { maxRounds: random.between(2, 3) } : {};
    return planner(name, isBound ? binding : null, { ...more, ...rounds });
  });
  const targets = [...names, ...names, { kind: "USER" } as const, { kind: "TERMINATE" } as const];
  const conditions = [null, isTrue("going"), isTrue("stopped"), isTrue("accepted")];
  const handoffs = Array.from({ length: random.between(1, 7) }, () =>
    rule(random.pick(names), random.pick(targets), random.pick(conditions)),
  );
  if (random.chance(0.3)) handoffs.push(rule(personSource, random.pick(names), random.pick(conditions)));
  const variables = [
    trigger("going", random.pick(names), "go", random.chance(0.7)),
    trigger("stopped", random.pick(names), "stop", random.chance(0.3)),
    setByTool("accepted", random.pick(["action_plan", "look_up"]), "accepted", "boolean"),
  ];
  return {
    work: workOf({ agents, handoffs, variables, maxTurns: random.between(1, 8) }),
    words: random.between(1, 1_000_000),
  };
}

/** What an agent says in a turn, whenever it is asked. */
export function spoken({ words: seed, work }: Run, agentName: string, turn: number): Json {
  const words = new Seeded(seed * 31 + turn);
  const known = work.agents.find(({ name }) => name === agentName);
  if (known?.output == null) return words.pick(["go", "stop", "go ", `It is turn ${turn}`, "Go"]);
  return words.pick<Json>([
    actionPlan,
    actionPlan,
    { ...actionPlan, agent_message: "stop" },
    { agent_message: "wrong" },
    ...(known.maxRounds === undefined ? [] : ["All is done.", "go"]),
  ]);
}

/** What the tool of a turn answers, whenever it is called. */
export function answered({ words: seed }: Run, turn: number): AttemptResult {
  return new Seeded(seed * 17 + turn).pick([
    success,
    succeeded({ accepted: true }),
    succeeded({ accepted: false }),
    succeeded({ accepted: "perhaps" }),
    succeeded({ status: "error", message: "no", accepted: true }),
    failed("ANSWERED", "TOOL_ERROR", null, false),
  ]);
}
