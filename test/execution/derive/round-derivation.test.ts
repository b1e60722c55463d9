import { describe, expect, it } from "vitest";
import { derive } from "../../../src/execution/derive/derivation.ts";
import { failed, succeeded } from "../../support/engine/attempt-results.ts";
import { EngineWorld } from "../../support/engine/engine-world.ts";
import { directResponse, said, scripted, toolCalls } from "../../support/models/model-answers.ts";
import { withRounds } from "../../support/models/model-work.ts";
import { callable } from "../../support/plan/callables.ts";

const offered = { callables: [callable("search", "READ_ONLY"), callable("write", "READ_ONLY")] };

async function ended(...plans: ReturnType<typeof said>[]): Promise<EngineWorld> {
  const world = new EngineWorld(({ callable: { name } }) =>
    name === "write" ? failed("ANSWERED", "TOOL_ERROR", null, false) : succeeded({}),
  );
  const script = scripted({ PLAN: () => plans.shift() ?? said(""), RESPOND: said("done") });
  await world.ask(withRounds(2), script, offered);
  return world;
}

function retried(world: EngineWorld) {
  const request = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [] } as const;
  return derive(world.state, request, (position) => world.journal.value(position));
}

describe("a retry of an execution whose model may plan again", () => {
  it("[N374] runs what failed again where one plan made all calls, whatever the model said about it", async () => {
    const world = await ended(toolCalls("search", "write"), directResponse("It could not be written."));
    const derived = retried(world);
    expect(derived).toMatchObject({
      kind: "DERIVED",
      derivation: { reused: [expect.any(String)] },
      modelWork: { plan: null, respond: {} },
      document: { steps: [{}, {}] },
    });
  });

  it("[N374] is refused for one whose answer stands, and all of whose calls succeeded", async () => {
    const world = await ended(toolCalls("search"), directResponse("One was found."));
    expect(retried(world)).toMatchObject({ kind: "INVALID_STATE", message: expect.stringContaining("SUCCEEDED") });
  });

  it("[N374] is refused by name for one that made calls in several plans", async () => {
    const world = await ended(toolCalls("search"), toolCalls("write"));
    expect(retried(world)).toMatchObject({
      kind: "INVALID_STATE",
      message:
        "Cannot retry the execution: required one whose calls stand in one plan, found 2 plans with calls: start it anew",
    });
  });
});
