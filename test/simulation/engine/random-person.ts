/** A person of a simulation, who answers any question of an execution, be it open or not. */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { EngineWorld } from "../../support/engine/engine-world.ts";
import { given } from "../../support/engine/given-response.ts";
import type { Seeded } from "../../support/engine/seeded.ts";

/** Throws if an answer counts that must not. */
export function respondAtRandom({ runner, state }: EngineWorld, random: Seeded): void {
  const { finished, planApproval, steps } = state;
  const questions = [
    ...(planApproval === undefined ? [] : [planApproval]),
    ...steps.all.flatMap((step) => step.questions),
  ];
  const requestId = questions.length === 0 ? "nobody/1" : random.pick(questions).requestId;
  const { kind } = runner.respond(given(requestId, random.chance(0.7)));
  if (questions.length === 0) deepStrictEqual(kind, "NOT_FOUND");
  if (finished !== undefined) ok(kind !== "RESOLVED", "an answer counted after the end");
}
