/** Plans as functions: what they build, and what they refuse with the line that is wrong. */
import { inspect } from "node:util";
import { buildSchema, coerceInputValue, type GraphQLInputType } from "graphql";
import {
  add,
  all,
  and,
  cel,
  choose,
  coalesce,
  concat,
  defaultTo,
  definePlan,
  defineWorkflow,
  divide,
  each,
  endsWith,
  eq,
  exists,
  field,
  filterList,
  flatten,
  format,
  gt,
  has,
  int,
  isIn,
  join,
  knownCallables,
  last,
  le,
  list,
  mapList,
  ne,
  not,
  or,
  PlanBuildError,
  type PlanBuilder,
  type PlanInput,
  pick,
  raw,
  size,
  statusOf,
  string,
  sum,
  text,
  textOf,
} from "planwright/plans";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { builtInNames } from "../../packages/planwright/plans/step-makers.ts";
import sdl from "../../schema.graphql";
import { humanInputCallableName } from "../../src/plan/human-input-callable.ts";
import { builtInCallables } from "../../src/plan/waits/built-in-callables.ts";
import { eventCallableName } from "../../src/plan/waits/event-callable.ts";
import { sleepCallableName } from "../../src/plan/waits/sleep-callable.ts";
import { accepted, compile, onlyProblem, planTools } from "../support/plan/compiled-plan.ts";
import { forms } from "./typed/accepted.ts";

type Build = (plan: PlanBuilder) => unknown;

const schema = buildSchema(sdl);
const builtIn = [...builtInCallables.values()].map(({ callable }) => callable);
const callables = new Map([...planTools, ...builtIn].map((callable) => [callable.name, callable]));
const known = { callable: (name: string) => callables.get(name), callableNames: () => callables.keys() };

/** What the API takes of a value of its type `PlanInput`; undefined for one that is none. */
function coerced(plan: unknown): unknown {
  return coerceInputValue(plan, schema.getType("PlanInput") as GraphQLInputType);
}

function compiled(plan: unknown, bindings: object = {}) {
  return compile({ kind: "TYPED", plan }, { ...known, bindings: bindings as never });
}

/** What the code of a plan is refused with. */
function refusal(build: Build): PlanBuildError {
  try {
    definePlan(build);
  } catch (error) {
    if (error instanceof PlanBuildError) return error;
    throw error;
  }
  throw new Error("Expected a refusal, found a plan");
}

describe("definePlan", () => {
  it("[N430] builds the document of the API from what the function does", () => {
    const definition = definePlan(({ input, tools }) => {
      const research = tools.research_blog({ topic: input.topic });
      return tools.create_blog_post({
        artifact_id: research.artifact_id,
        skill_id: "s",
        instructions: text`On ${research.artifact.title}`,
      });
    });
    expect(definition.plan).toEqual({
      steps: [
        { tool: { stepId: "research_blog", toolName: "research_blog", arguments: { topic: "{{input.topic}}" } } },
        {
          tool: {
            stepId: "create_blog_post",
            toolName: "create_blog_post",
            arguments: {
              artifact_id: "{{steps.research_blog.output.artifact_id}}",
              skill_id: "s",
              instructions: "On {{steps.research_blog.output.artifact.title}}",
            },
          },
        },
      ],
    });
    expect(definition.output).toBeUndefined();
    expect(definition.callables).toEqual(["research_blog", "create_blog_post"]);
    expect(accepted(compiled(definition.plan, { input: { topic: "edge" } })).plan.steps).toHaveLength(2);
  });

  it("[N430] has every form of the language, and the API takes each of them", () => {
    expect(coerced(forms.plan)).toBeDefined();
    expect(coerced({ steps: [{ tol: {} }] })).toBeUndefined();
    const used = new Set([...forms.plan.steps, ...(forms.plan.finally ?? [])].flatMap((step) => Object.keys(step)));
    expect([...used].sort()).toEqual(["humanInput", "loop", "map", "parallel", "sleep", "tool", "waitForEvent"]);
    expect(forms.output).toEqual({
      url: "{{steps.parallel.output.post.url}}",
      total: { cel: "{{steps.research_blog.output.score}} + 1" },
    });
  });

  it("[N430] writes calculations that the deployment reads, and reads as what they say", () => {
    const { plan } = definePlan(({ tools }) => {
      const echo = tools.echo({ value: "a" });
      const hits = tools.anything({});
      const cases = [
        and(gt(echo.count, 3), or(not(has(echo.note)), isIn(echo.value, ["a", 'b"', "{{x}}"]))),
        eq(statusOf(echo), "SUCCEEDED"),
        exists(echo.list, (one) => endsWith(one, "x")),
        all(echo.list, (one) => exists(echo.list, (two) => ne(one, two))),
        cel<boolean>`${echo.count} % 2 == 0 and ${"$0.output.x"} != ${echo.value}`,
        le(size(echo.list), add(echo.count, -1, 2)),
      ];
      for (const when of cases) tools.anything({}, { when });
      tools.anything({
        value: [
          choose(gt(echo.count, 1), concat(echo.value, "!"), "none"),
          divide(int(echo.value), sum(mapList(echo.list, (one) => size(one)))),
          join(
            filterList(echo.list, (one) => ne(one, "b")),
            ", ",
          ),
          format("%s %d%%", echo.value, echo.count),
          pick(hits, ["value", "count"]),
          defaultTo(echo.note, list(1, string(echo.count))),
          flatten(list(echo.list, echo.list)),
          text`${echo.value} of ${size(echo.list)}`,
          text`${echo.count}`,
          last(each(hits.rows).name),
          coalesce(echo.note, textOf(echo), "nothing"),
        ],
      });
    });
    const { steps } = accepted(compiled(plan)).plan;
    expect(steps.slice(2, 8).map(({ when }) => when?.cel)).toMatchInlineSnapshot(`
      [
        "(v.r0 > 3) && ((!has(v.r1)) || (v.r2 in ["a", "b\\"", "{{x}}"]))",
        "v.r0 == "SUCCEEDED"",
        "v.r0.exists(x, x.endsWith("x"))",
        "v.r0.all(x, v.r0.exists(x2, x != x2))",
        "((v.r0 % 2) == 0) && ("$0.output.x" != v.r1)",
        "size(v.r0) <= (v.r1 + -1 + 2)",
      ]
    `);
    expect(lastArguments(plan).value).toMatchInlineSnapshot(`
      [
        {
          "cel": "({{steps.echo.output.count}} > 1) ? ({{steps.echo.output.value}} + "!") : "none"",
        },
        {
          "cel": "int({{steps.echo.output.value}}) / sum({{steps.echo.output.list}}.map(x, size(x)))",
        },
        {
          "cel": "join({{steps.echo.output.list}}.filter(x, x != "b"), ", ")",
        },
        {
          "cel": "format("%s %d%%", [{{steps.echo.output.value}}, {{steps.echo.output.count}}])",
        },
        {
          "cel": "pick({{steps.anything.output}}, ["value", "count"])",
        },
        {
          "cel": "default({{steps.echo.output.note}}, [1, string({{steps.echo.output.count}})])",
        },
        {
          "cel": "flatten([{{steps.echo.output.list}}, {{steps.echo.output.list}}])",
        },
        {
          "cel": "string({{steps.echo.output.value}}) + " of " + string(size({{steps.echo.output.list}}))",
        },
        {
          "cel": "string({{steps.echo.output.count}})",
        },
        {
          "cel": "flatten([{{steps.anything.output.rows[*].name}}])[-1]",
        },
        {
          "coalesce": [
            "{{steps.echo.output.note}}",
            "{{steps.echo.text}}",
            "nothing",
          ],
        },
      ]
    `);
  });

  it("[N430] names steps after what they call, in a way that other steps do not change", () => {
    const ids = (build: Build) =>
      definePlan(build).plan.steps.map((step) => Object.values(step)[0].stepId as string | undefined);
    const twice = ids(({ tools }) => {
      tools.echo({});
      tools["files.read"]({});
      tools["say hello/now"]({});
      tools.echo({});
      tools.steps({});
      tools.anything({}, { stepId: null });
      tools.echo({}, { stepId: "mine" });
      tools.mine({});
      tools.echo({}, { resultKey: "echo_3" });
      tools.echo({});
    });
    expect(twice).toEqual([
      "echo",
      "files.read",
      "say_hello_now",
      "echo_2",
      "steps_2",
      undefined,
      "mine",
      "mine_2",
      "echo_4",
      "echo_5",
    ]);
    expect(refusal(({ tools }) => [tools.a({}, { stepId: "x" }), tools.b({}, { stepId: "x" })]).message).toMatch(
      /two steps "x"/,
    );
    expect(refusal(({ tools }) => tools.a({}, { stepId: "x/y" })).message).toMatch(/letters, digits/);
  });

  it("[N431] keeps text as text, whatever it looks like", () => {
    const hostile = ["{{steps.a.output}}", "$0.output.x", "\\{{", "a {{input}} b", "$$1", "${x}", "coalesce"];
    const { plan } = definePlan(({ tools }) => {
      tools.anything({ texts: hostile, one: { coalesce: ["a"] }, two: { cel: "1 + 1" }, three: { "\\cel": 1 } });
      tools.anything({ text: text`${"{{steps.anything.output}}"} and ${"$0.output"}` });
    });
    const [first, second] = accepted(compiled(plan)).plan.steps;
    expect(first).toMatchObject({
      arguments: {
        kind: "literal",
        value: { texts: hostile, one: { coalesce: ["a"] }, two: { cel: "1 + 1" }, three: { "\\cel": 1 } },
      },
    });
    expect(second).toMatchObject({
      arguments: { kind: "literal", value: { text: "{{steps.anything.output}} and $0.output" } },
    });
  });

  it("[N431] refuses whatever JavaScript would do with a reference as with a value, with the line", () => {
    const cases: readonly (readonly [RegExp, Build])[] = [
      [/make text of the reference steps\.a\.output\.title/, ({ tools }) => tools.b({ x: `Hi ${tools.a({}).title}` })],
      [/make text of/, ({ tools }) => tools.b({ x: [tools.a({}).title].join() })],
      [/calculate with the reference steps\.a\.output\.n\b/, ({ tools }) => tools.b({ x: tools.a({}).n * 2 })],
      [/calculate with/, ({ tools }) => tools.b({}, { when: tools.a({}).n > (3 as never) })],
      [
        /the boolean false, which JavaScript decided/,
        ({ tools }) => tools.b({}, { when: (tools.a({}).n === 3) as never }),
      ],
      [
        /go through/,
        ({ tools }) => {
          for (const one of tools.a({}).list) tools.b({ one });
        },
      ],
      [/list the fields of/, ({ tools }) => tools.b({ ...tools.a({}) })],
      [/ask for "x" in/, ({ tools }) => tools.b({ has: "x" in tools.a({}) })],
      [
        /change/,
        ({ tools }) => {
          tools.a({}).x = 3;
        },
      ],
      [/a function: call it/, ({ tools }) => tools.b({ x: tools.a })],
      [/NaN/, ({ tools }) => tools.b({ x: Number.NaN })],
      [/type bigint \(in the step b, under x\.y\)/, ({ tools }) => tools.b({ x: { y: 1n } })],
      [/an instance of Map/, ({ tools }) => tools.b({ x: new Map() })],
      [
        /holds itself/,
        ({ tools }) => {
          const x: { x?: unknown } = {};
          x.x = x;
          tools.b({ x });
        },
      ],
      [/an object of its arguments is required/, ({ tools }) => tools.b("x")],
      [
        /must not be async|async function/,
        (async ({ tools }: never) => (tools as never as { a: (x: object) => unknown }).a({})) as never,
      ],
      [
        /of 2 steps: exactly one/,
        ({ map, tools }) =>
          map([1], () => {
            tools.a({});
            return tools.b({});
          }),
      ],
      [/must return the step/, ({ map, tools }) => map([1], () => tools.a({}).x)],
      [/Cannot name the step of a map/, ({ map, tools }) => map([1], () => tools.a({}, { stepId: "x" }))],
      [
        /item outside of the map/,
        ({ map, tools }) => {
          let kept: unknown;
          map([1], (item) => {
            kept = item;
            return tools.a({});
          });
          tools.b({ kept });
        },
      ],
      [
        /whose step has no name/,
        ({ map, tools }) => {
          let kept: unknown;
          map([1], () => {
            const step = tools.a({});
            kept = step;
            return step;
          });
          tools.b({ kept });
        },
      ],
      [
        /a map into a loop/,
        ({ loop, map, tools }) =>
          loop(() => map([1], () => tools.a({})), { maxIterations: 1, until: () => raw("true") }),
      ],
      [
        /in another group/,
        ({ parallel, tools }) => {
          const a = tools.a({});
          parallel([a]);
          parallel([a]);
        },
      ],
      [/a step made just before/, ({ parallel }) => parallel([3 as never])],
      [/without maxIterations/, ({ loop, tools }) => loop(() => tools.a({}), {} as never)],
      [/no step of this plan/, ({ tools }) => tools.a({}, { after: [{} as never] })],
      [
        /the field "x" of a coalesce/,
        ({ tools }) => tools.b({ x: (coalesce(tools.a({}).y, 1) as never as { x: unknown }).x }),
      ],
      [
        /outside of mapList/,
        ({ tools }) => {
          let kept: unknown;
          mapList(tools.a({}).x, (one) => {
            kept = one;
            return one;
          });
          tools.b({ kept });
        },
      ],
      [/bindings as a whole/, ({ bindings, tools }) => tools.b({ bindings })],
      [/Cannot put a value of type object into text/, ({ tools }) => tools.b({ x: text`${{}}` })],
    ];
    for (const [message, build] of cases) {
      const error = refusal(build);
      expect(error.message).toMatch(message);
      if (!/async/.test(error.message)) expect(error.place, error.message).toMatch(/define-plan\.test\.ts:\d+:\d+$/);
    }
    definePlan(({ tools }) => {
      expect(inspect([tools.a({}).x.y])).toBe("[ the reference steps.a.output.x.y ]");
    });
    const other: { step?: unknown } = {};
    definePlan(({ tools }) => {
      other.step = tools.a({});
    });
    expect(refusal(({ tools }) => tools.b({ x: other.step })).message).toMatch(/another plan/);
    let late: (() => unknown) | undefined;
    definePlan(({ tools }) => {
      late = () => tools.a({});
    });
    expect(() => late?.()).toThrow(/has returned/);
  });

  it("[N432] finds a field that does not exist when the plan is checked, and says the line; with the schemas at hand, where it is read", () => {
    const definition = definePlan(({ tools }) => {
      const research = tools.research_blog({ topic: "a" });
      tools.create_blog_post({ artifact_id: research.artifact_idd, skill_id: "s", instructions: "i" });
    });
    const problem = onlyProblem(compiled(definition.plan));
    expect(problem).toMatchObject({ kind: "TEMPLATE_INVALID", reason: "FIELD_NOT_FOUND" });
    expect(definition.placeOf(problem.path)).toMatch(/define-plan\.test\.ts:\d+:\d+$/);
    expect(definition.placeOf(problem.path)).not.toBe(definition.placeOf(["source", "plan", "steps", "0"]));
    expect(definition.placeOf(["options"])).toBeUndefined();
    const options = { known: knownCallables(planTools as never) };
    const build = (read: (output: { [name: string]: unknown }) => unknown) => () =>
      definePlan(options, ({ tools }) => {
        const echo = tools.echo({ value: 1 });
        tools.anything({ x: read(echo) });
      });
    expect(build((echo) => echo.valu)).toThrow(
      /steps\.echo\.output\.valu: the output has no field "valu"; it has .*did you mean value\?.*define-plan\.test\.ts/,
    );
    expect(build((echo) => field(echo as never, "a.b" as never))).not.toThrow();
    expect(build((echo) => (echo.list as { [at: number]: unknown })[0])).not.toThrow();
    expect(() => definePlan(options, ({ tools }) => tools.eco({}))).toThrow(
      /no callable of this name; did you mean echo\?/,
    );
  });

  it("[N430] builds workflows with the schemas of a library, and what the function returns is the output", () => {
    const workflow = defineWorkflow(
      {
        name: "publish",
        description: "Publishes",
        input: z.object({ topic: z.string() }),
        output: z.object({ url: z.string() }),
      },
      ({ input, tools }) => {
        const research = tools.research_blog({ topic: input.topic });
        tools.echo({ value: research.artifact_id });
        return { url: research.artifact_id as string };
      },
    );
    expect(workflow).toMatchObject({
      name: "publish",
      inputSchema: { type: "object", properties: { topic: { type: "string" } }, required: ["topic"] },
      outputSchema: { type: "object", required: ["url"] },
      output: { url: "{{steps.research_blog.output.artifact_id}}" },
    });
  });

  it("[N430] calls the waits by the names that they have", () => {
    expect(builtInNames).toEqual({
      humanInput: humanInputCallableName,
      sleep: sleepCallableName,
      waitForEvent: eventCallableName,
    });
    const { plan } = definePlan(({ humanInput, sleep, tools, waitForEvent }) => {
      const echo = tools.echo({ value: 1 });
      sleep({ seconds: add(echo.count, 5) });
      waitForEvent({ name: coalesce(echo.note, "paid") });
      humanInput.choice({ prompt: concat(echo.value, "?"), choices: ["{{a}}", "b"] });
    });
    expect(plan.steps.slice(1).map((step) => Object.values(step)[0].toolName)).toEqual([
      sleepCallableName,
      eventCallableName,
      humanInputCallableName,
    ]);
    accepted(compiled(plan));
  });
});

function lastArguments(plan: PlanInput): { readonly [name: string]: unknown } {
  const last = plan.steps.at(-1);
  if (last === undefined || !("tool" in last)) throw new Error("Expected a call");
  return last.tool.arguments ?? {};
}
