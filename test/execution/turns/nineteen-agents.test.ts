/** The large manifest of `test/support/catalog/nineteen-agents.ts` as its conversation runs: who speaks, what is called and what is not. */
import { describe, expect, it } from "vitest";
import { manifestCallables } from "../../../src/catalog/manifests/manifest-callables.ts";
import { turnWorkOf } from "../../../src/catalog/manifests/manifest-turns.ts";
import type { Json } from "../../../src/json/json.ts";
import { definitionOf } from "../../support/catalog/manifests.ts";
import { nineteenAgents } from "../../support/catalog/nineteen-agents.ts";
import { catalogOf } from "../../support/catalog/small-catalog.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { model } from "../../support/models/model-work.ts";
import { callable } from "../../support/plan/callables.ts";
import { workOf } from "../../support/plan/turn-work.ts";

const definition = definitionOf(nineteenAgents, catalogOf(), { keep_pattern: "write", look_up: "read" });
const callables = [callable("write", "UNSAFE"), callable("read", "READ_ONLY"), ...manifestCallables(definition)];

/** A conversation that is sent a message, in which every agent but the first answers the same output. */
async function conversation(intake: string, set: { readonly [name: string]: Json } = {}): Promise<EngineWorld> {
  const answers = definition.agents.map(({ name }) => [name, [{ topic: "t", name: "n", text: "x", trigger: "form" }]]);
  const chat = EngineWorld.withAgents({ ...Object.fromEntries(answers), IntakeAgent: [intake] });
  const work = turnWorkOf(definition, () => model);
  const variables = Object.fromEntries(work.variables.map(({ initial, name }) => [name, initial]));
  const start = { agentName: definition.startAgent, turn: 1, variables, set };
  await chat.send(workOf({ ...work, start }), "Hello", { callables });
  return chat;
}

const speakers = (chat: EngineWorld) => chat.eventsOf("TurnStarted").map(({ agentName }) => agentName);
const called = (chat: EngineWorld) => chat.calls.map(({ callable: { name } }) => name);

describe("a conversation of 19 agents", () => {
  it("[N77, T34] begins with the agent that no rule leads to, and gives the word back without the hidden word", async () => {
    const chat = await conversation("What should it do?");
    expect(speakers(chat)).toEqual(["IntakeAgent"]);
    expect(chat.result).toEqual({ status: "SUCCEEDED", code: null });
  });

  it("[N77, N75, T2] leads from agent to agent, calls what an output starts, once, and no tool of the backend", async () => {
    const chat = await conversation("NEXT");
    expect(speakers(chat)).toEqual([
      ...["IntakeAgent", "PatternAgent", "StrategyAgent", "BlueprintAgent", "ModulesAgent", "OverviewAgent"],
    ]);
    expect(called(chat)).toEqual(["write"]);
    expect(chat.step("turns/6/tool")).toMatchObject({ status: "WAITING", wait: { kind: "PERSON" } });
    expect(chat.messages).toContain("(IntakeAgent: NEXT)");
  });

  it("[N77, T34] goes to its end at once where a condition says so, because rules are asked in their order", async () => {
    const chat = await conversation("NEXT", { skip_rest: true });
    expect(speakers(chat)).toEqual(["IntakeAgent", "PatternAgent", "DeliveryAgent"]);
    expect(called(chat)).toEqual(["write"]);
    expect(chat.step("turns/3/tool")).toMatchObject({ status: "WAITING", wait: { kind: "PERSON" } });
  });
});
