/** Random executions with models: a prompt, a question, a given plan to answer about or an agent with an output schema, in one or more rounds, under random budgets. */

import type { ExecutionStarted } from "../../../src/execution/events/event.ts";
import type { ModelResult } from "../../../src/model/port.ts";
import type { Seeded } from "../../support/engine/seeded.ts";
import type { StartOptions } from "../../support/engine/started-event.ts";
import { directResponse, said, toolCalls } from "../../support/models/model-answers.ts";
import { withPrompt, withQuestion, withResponder } from "../../support/models/model-work.ts";
import { callable } from "../../support/plan/callables.ts";
import { planOf, step } from "../../support/plan/plan-steps.ts";

export interface ModelRun {
  readonly options: StartOptions;
  readonly hasPlan: boolean;
  /** What the planner writes, one after the other; the last again and again. */
  readonly plans: readonly ModelResult[];
  /** What it writes once it has seen what plans brought, by how many it can still make. */
  readonly furtherPlans: readonly ModelResult[];
  /** How many answers of an agent with an output schema break it before one that does not. */
  readonly wrongOutputs: number;
}

export const givenPlan = planOf([step("a"), step("b", { tool: "keyed", after: ["a"] })]);

/** An agent that owes `{ n }`. */
const agentRun: Pick<ExecutionStarted, "callable" | "startedWith"> = {
  startedWith: "AGENT",
  callable: {
    ...{ kind: "AGENT", name: "counter", version: null, inputSchema: null, output: null },
    outputSchema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  },
};

/** As `started`, where the planner was offered a part of what is registered and may ask for more. */
function withSearch(started: Partial<ExecutionStarted>): Partial<ExecutionStarted> {
  const { modelWork } = started;
  if (modelWork?.plan == null) return started;
  const search = { registered: 300, servers: ["world"] };
  return { ...started, modelWork: { ...modelWork, plan: { ...modelWork.plan, search } } };
}

export function randomModelRun(random: Seeded): ModelRun {
  const kind = random.pick(["PROMPT", "PROMPT", "ASK", "GIVEN", "AGENT"]);
  const corrections = random.between(0, 2);
  const rounds = random.pick([1, 2, 3, 3]);
  const respond = random.chance(0.2) ? { respond: null } : {};
  const started: Partial<ExecutionStarted> =
    kind === "PROMPT"
      ? { ...withPrompt(respond, corrections, rounds), onInvalidPlan: random.pick(["RESPOND", "REJECT"]) }
      : kind === "ASK"
        ? withQuestion(["read", "keyed"], respond)
        : kind === "AGENT"
          ? { ...withPrompt({}, corrections, rounds), ...agentRun, onInvalidPlan: "REJECT" }
          : withResponder();
  const good = random.pick([toolCalls("read", "keyed"), toolCalls("read"), directResponse("hello")]);
  const wrong = [toolCalls("nobody"), said("no plan")];
  return {
    hasPlan: kind === "GIVEN",
    wrongOutputs: random.between(0, 4),
    furtherPlans: [1, 2].map(() =>
      random.pick([
        ...[toolCalls("read"), toolCalls("keyed", "read"), toolCalls("keyed", "read")],
        ...[directResponse("enough"), toolCalls("nobody")],
      ]),
    ),
    plans: [...wrong.slice(0, random.between(0, 2)), ...(random.chance(0.9) ? [good] : [])],
    options: {
      callables: [callable("read", "READ_ONLY"), callable("keyed", "KEYED")],
      limits: {
        timeoutMs: random.pick([130_000, 1_800_000]),
        maxModelCalls: random.pick([2, 3, 10, 10]),
        maxSteps: random.pick([3, 3, 12, 12]),
        maxTokens: random.pick([null, null, 1_500, 3_000, 6_000]),
        maxCostMicros: random.pick([null, null, 2_000, 6_000]),
      },
      started: random.chance(0.3) ? withSearch(started) : started,
    },
  };
}
