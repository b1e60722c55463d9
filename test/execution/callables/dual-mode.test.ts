import { describe, expect, it } from "vitest";
import { givenInput, payloadArtifact } from "../../../src/execution/callables/dual-mode.ts";
import type { JsonObject, JsonSchema } from "../../../src/json/json.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { callableOf } from "../../support/plan/callables.ts";

const strictSchema: JsonSchema = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" }, until: { type: ["string", "null"] } },
  required: ["city", "until"],
  additionalProperties: false,
};

function callable(artifactArgument: "input_artifact" | "_input_artifact" = "input_artifact"): CallableDefinition {
  return callableOf({
    ...{ name: "workflow_trip", kind: "WORKFLOW", inputSchema: true, outputValidation: "OFF" },
    ...{ provider: "planwright:child", remoteName: "workflow:trip" },
    dualMode: { strictSchema, artifactArgument, targetName: "trip" },
  });
}

const read = (given: JsonObject) => givenInput(callable(), given);

describe("the two ways to give an input", () => {
  it("[C20, R17] drops parameters that are null before anything else is looked at, and keeps a null that is demanded", () => {
    expect(read({ city: "Rome", until: null, days: null, input_artifact: null })).toEqual({
      ok: true,
      input: { kind: "PARAMETERS", payload: { city: "Rome", until: null } },
    });
    expect(read({ city: null, until: null, days: null, input_artifact: "trip.json" })).toEqual({
      ok: true,
      input: { kind: "ARTIFACT", reference: "trip.json" },
    });
  });

  it("[W5, C20] refuses both at once, and names what was given beside the artifact", () => {
    expect(read({ city: "Rome", days: 3, input_artifact: "trip.json" })).toMatchObject({
      ok: false,
      failure: { code: "INPUT_MODE_CONFLICT", details: { parameters: ["city", "days"] } },
    });
  });

  it("[W6] demands at the call what nobody demands of the plan: neither way, a missing, a wrong or an unknown parameter", () => {
    for (const given of [
      {},
      { city: null },
      { city: "Rome" },
      { city: 7, until: null },
      { city: "Rome", until: null, x: 1 },
      { input_artifact: "" },
      { input_artifact: 7 },
    ]) {
      expect(read(given), JSON.stringify(given)).toMatchObject({ ok: false, failure: { code: "INPUT_INVALID" } });
    }
  });

  it("[C20] leaves a property of the schema alone that is called like the argument for artifacts", () => {
    const reading = givenInput(callable("_input_artifact"), { city: "Rome", until: "May", _input_artifact: null });
    expect(reading).toEqual({ ok: true, input: { kind: "PARAMETERS", payload: { city: "Rome", until: "May" } } });
  });

  it("says nothing of a callable with one way", () => {
    const { dualMode: _, ...single } = callable();
    expect(givenInput(single, { city: "Rome" })).toBeUndefined();
  });
});

describe("the artifact of parameters", () => {
  const named = (targetName: string, callId = "a") =>
    payloadArtifact({ strictSchema, artifactArgument: "input_artifact", targetName }, callId);

  it("[W8] has the exact name and description, with a UUID of version 4", () => {
    const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
    const { description, name } = named("Plan trip/Ü");
    expect(name).toMatch(new RegExp(`^workflow_input_Plan_trip___${uuid}\\.json$`));
    expect(description).toBe("Auto-generated input payload for workflow 'Plan trip/Ü' invocation.");
    for (let call = 0; call < 50; call++) expect(named("x", String(call)).name).toMatch(new RegExp(uuid));
  });

  it("[W8] takes 64 characters of the name at most", () => {
    expect(named("n".repeat(100)).name).toMatch(/^workflow_input_n{64}_[0-9a-f]/);
  });

  it("[E5] is the same one for every attempt of a call, and another for another call", () => {
    expect(named("trip", "a")).toEqual(named("trip", "a"));
    expect(named("trip", "a").name).not.toBe(named("trip", "b").name);
  });
});
