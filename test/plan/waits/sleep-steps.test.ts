import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { documentOf } from "../../../src/plan/dialects/plan-document.ts";
import { builtInCallables } from "../../../src/plan/waits/built-in-callables.ts";
import { instantOf } from "../../../src/plan/waits/date-time.ts";
import {
  accepted,
  compile,
  orchestrate,
  planTools,
  problemsOf,
  toolCalls,
  typed,
} from "../../support/plan/compiled-plan.ts";

const callable = (name: string) =>
  builtInCallables.get(name)?.callable ?? planTools.find((known) => known.name === name);
const sleeping = (words: JsonObject): Json => ({ sleep: { stepId: "nap", ...words } });
const echo: Json = { tool: { stepId: "e", toolName: "echo" } };
const compiled = (steps: readonly Json[]) => typed(steps, { callable });
const placesOf = (steps: readonly Json[]) => problemsOf(compiled(steps)).map(({ path }) => path.join("."));

describe("a sleep step", () => {
  it("[N274] is a call of cp__sleep in every dialect, and its output has a schema", () => {
    const given = accepted(compiled([sleeping({ seconds: 60, resultKey: "rest" })])).plan.steps[0];
    expect(given).toMatchObject({
      kind: "TOOL",
      id: "nap",
      callableName: "cp__sleep",
      resultKey: "rest",
      arguments: { kind: "literal", value: { seconds: 60 } },
    });
    const call = { tool_name: "cp__sleep", arguments: { seconds: 60 } };
    expect(accepted(toolCalls([call], { callable })).plan.steps[0]).toMatchObject({ callableName: "cp__sleep" });
    const agent = { id: "nap", type: "agent", agent: { agent_id: "cp__sleep", with: { seconds: 60 } } };
    expect(accepted(orchestrate([agent], { callable })).plan.steps[0]).toMatchObject({ callableName: "cp__sleep" });
    const use = (path: string) => ({
      tool: { toolName: "echo", arguments: { value: `{{steps.nap.output.${path}}}` } },
    });
    expect(compiled([sleeping({ seconds: 1 }), use("sleptUntil")]).ok).toBe(true);
    expect(placesOf([sleeping({ seconds: 1 }), use("woke")])).toHaveLength(1);
    expect(
      placesOf([sleeping({ seconds: 1 }), { tool: { toolName: "echo", arguments: { value: "{{steps.nap.text}}" } } }]),
    ).toHaveLength(1);
  });

  it("[N274] is a child of a group, and both times may be references", () => {
    const group = { parallel: { steps: [sleeping({ seconds: "{{steps.e.output.count}}" }), echo] } };
    expect(placesOf([group])).toHaveLength(1);
    expect(compiled([echo, { parallel: { steps: [sleeping({ seconds: "{{steps.e.output.count}}" })] } }]).ok).toBe(
      true,
    );
    expect(compiled([echo, sleeping({ until: "{{steps.e.output.value}}" })]).ok).toBe(true);
    expect(placesOf([echo, sleeping({ seconds: "{{steps.e.output.value}}" })])).toEqual([
      "source.plan.steps.1.sleep.seconds",
    ]);
  });

  it.each([
    ["none", {}, "seconds"],
    ["both", { seconds: 1, until: "2026-01-01T00:00:00Z" }, "seconds"],
    ["more than a year", { seconds: 31_536_001 }, "seconds"],
    ["less than nothing", { seconds: -1 }, "seconds"],
    ["words", { seconds: "soon" }, "seconds"],
    ["a day without a time", { until: "2026-01-01" }, "until"],
    ["a time without a zone", { until: "2026-01-01T00:00:00" }, "until"],
    ["a day that no calendar has", { until: "2026-02-30T00:00:00Z" }, "until"],
  ])("[N275] that names %s is refused at its place", (_, words, member) => {
    expect(placesOf([sleeping(words)])).toEqual([`source.plan.steps.0.sleep.${member}`]);
  });

  it("[N275] is refused at the place of its argument where it is written as a call", () => {
    const call = { tool: { toolName: "cp__sleep", arguments: { until: "tomorrow" } } };
    expect(placesOf([call])).toEqual(["source.plan.steps.0.tool.arguments.until"]);
  });

  it("[N274] reads back as it was written, and with a policy or a schema as a call", () => {
    const steps = [
      sleeping({ seconds: 60 }),
      {
        sleep: { stepId: "late", until: "2026-12-24T18:00:00Z", after: ["nap"], when: "{{steps.e.output.count}} > 1" },
      },
      {
        tool: { stepId: "may", toolName: "cp__sleep", arguments: { seconds: 1 }, policy: { continueOnFailure: true } },
      },
      echo,
    ];
    const { plan, planHash } = accepted(compiled(steps));
    const document = documentOf(plan);
    expect(document.steps).toMatchObject([
      { sleep: { stepId: "nap", seconds: 60 } },
      { sleep: { stepId: "late", until: "2026-12-24T18:00:00Z", after: ["nap"] } },
      { tool: { stepId: "may", toolName: "cp__sleep" } },
      { tool: { stepId: "e" } },
    ]);
    expect(accepted(compile({ kind: "DOCUMENT", document, dialect: undefined }, { callable })).planHash).toBe(planHash);
  });
});

describe("a date-time", () => {
  it.each([
    ["1970-01-01T00:00:01Z", 1_000],
    ["1970-01-01t01:00:00.5+01:00", 500],
    ["1970-01-01T00:00:00.123456Z", 123],
    ["2028-02-29T00:00:00Z", Date.UTC(2028, 1, 29)],
    ["1970-13-01T00:00:00Z", undefined],
    ["1970-01-01T24:00:00Z", undefined],
    ["1970-01-01T00:00:00+25:00", undefined],
    ["1970-01-01 00:00:00Z", undefined],
    ["{{x}}", undefined],
  ])("[N275] %s is %s", (text, at) => {
    expect(instantOf(text)).toBe(at);
  });
});
