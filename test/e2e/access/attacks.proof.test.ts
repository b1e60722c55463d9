/** The attack plans and the benign ones over the deployed Worker, with real servers and a model that plans as the attack has it. */
import { describe, expect, it } from "vitest";
import { attacks, benign } from "../../support/plan/attack-plans.ts";
import { attackedWorld } from "./attacked-world.ts";

const world = attackedWorld({ models: {} });

describe("plans over real servers", () => {
  it.each([...attacks, ...benign].map((case_) => [case_.title, case_] as const))("[N935] %s", async (_, case_) => {
    const run = await world.run(case_);
    expect(world.calls()).toEqual(case_.made);
    const flows = run.pendingHumanInputs.flatMap((asked) => asked.flows);
    switch (case_.outcome) {
      case "RUNS":
        expect(run).toMatchObject({ status: "SUCCEEDED", pendingHumanInputs: [] });
        return;
      case "ASKED":
        expect(run).toMatchObject({ status: "WAITING", pendingHumanInputs: [{ purpose: "APPROVAL" }] });
        expect(flows).toContainEqual(expect.objectContaining({ label: "UNTRUSTED", argument: case_.argument }));
        await world.decline(run);
        expect(world.calls()).toEqual(case_.made);
        return;
      case "REFUSED":
        expect(run.pendingHumanInputs).toEqual([]);
    }
  });
});
