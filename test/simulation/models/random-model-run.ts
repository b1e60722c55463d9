/** Random executions with models: a prompt, a question or a given plan to answer about, under random budgets. */

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
}

export const givenPlan = planOf([step("a"), step("b", { tool: "keyed", after: ["a"] })]);

export function randomModelRun(random: Seeded): ModelRun {
  const kind = random.pick(["PROMPT", "PROMPT", "ASK", "GIVEN"]);
  const corrections = random.between(0, 2);
  const respond = random.chance(0.2) ? { respond: null } : {};
  const started: Partial<ExecutionStarted> =
    kind === "PROMPT"
      ? { ...withPrompt(respond, corrections), onInvalidPlan: random.pick(["RESPOND", "REJECT"]) }
      : kind === "ASK"
        ? withQuestion(["read", "keyed"], respond)
        : withResponder();
  const good = random.pick([toolCalls("read", "keyed"), toolCalls("read"), directResponse("hello")]);
  const wrong = [toolCalls("nobody"), said("no plan")];
  return {
    hasPlan: kind === "GIVEN",
    plans: [...wrong.slice(0, random.between(0, 2)), ...(random.chance(0.9) ? [good] : [])],
    options: {
      callables: [callable("read", "READ_ONLY"), callable("keyed", "KEYED")],
      limits: {
        timeoutMs: random.pick([130_000, 1_800_000]),
        maxModelCalls: random.pick([2, 3, 10, 10]),
        maxTokens: random.pick([null, null, 1_500, 3_000, 6_000]),
        maxCostMicros: random.pick([null, null, 2_000, 6_000]),
      },
      started,
    },
  };
}
