/** Document → code → the same document: over random plans, over all forms, and over the plans of the documentation. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type PlanDefinition, type PlanInput, planToCode, type WorkflowInput, workflowToCode } from "planwright/plans";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Json } from "../../src/json/json.ts";
import { documentOf } from "../../src/plan/dialects/plan-document.ts";
import { builtInCallables } from "../../src/plan/waits/built-in-callables.ts";
import { planBindings, validPlan } from "../fuzz/inputs/plan-inputs.ts";
import { Seeded } from "../support/engine/seeded.ts";
import { volume } from "../support/engine/volume.ts";
import { compile, planTools } from "../support/plan/compiled-plan.ts";
import { randomPlan } from "../support/plan/random-plans.ts";
import { exported } from "./generated-module.ts";

const builtIn = [...builtInCallables.values()].map(({ callable }) => callable);
const callables = new Map([...planTools, ...builtIn].map((callable) => [callable.name, callable]));
const known = { callable: (name: string) => callables.get(name), callableNames: () => callables.keys() };

function rebuilt(plan: PlanInput): PlanInput {
  return (exported(planToCode(plan)) as PlanDefinition).plan;
}

/** The canonical document of a plan, as it is stored and shown. Undefined for one that is refused. */
function canonical(plan: unknown): PlanInput | undefined {
  const options = { ...known, bindings: planBindings as never, requestedLimits: { maxSteps: 1_000 } };
  const compiled = compile({ kind: "TYPED", plan }, options);
  if (!compiled.ok) return undefined;
  const { schedule: _, ...document } = documentOf(compiled.plan);
  return document as unknown as PlanInput;
}

describe("the code of a plan", () => {
  it("[N433] builds the same document, for random plans with hostile texts, keys and names", () => {
    fc.assert(
      fc.property(randomPlan, (plan) => {
        const {
          reasoning: _,
          schedule: __,
          ...document
        } = structuredClone(documentOf(plan)) as { [name: string]: Json };
        expect(rebuilt(document as unknown as PlanInput)).toEqual(document);
      }),
      { numRuns: volume({ sample: 30, whole: 100 }) },
    );
  });

  it("[N433] builds the same document for random plans of all forms, and the same plan where references were spelled otherwise", () => {
    const random = new Seeded(433);
    const forms = new Set<string>();
    for (let run = 0; run < volume({ sample: 20, whole: 50 }); run += 1) {
      const plan = validPlan("TYPED", random) as PlanInput;
      const document = canonical(plan);
      if (document === undefined) continue;
      for (const step of plan.steps) forms.add(Object.keys(step)[0] ?? "");
      expect(rebuilt(document)).toEqual(document);
      const again = rebuilt(plan);
      expect(canonical(again)).toEqual(document);
      expect(rebuilt(again)).toEqual(again);
    }
    expect([...forms].sort()).toEqual(["humanInput", "loop", "map", "parallel", "sleep", "tool", "waitForEvent"]);
  });

  it("[N433] builds the same plan for every example of the documentation, without text of the plan language", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/plans.md"), "utf8");
    const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? "") as Json);
    const documents = blocks.flatMap((block): readonly PlanInput[] => {
      if (Array.isArray(block)) return [{ steps: block } as unknown as PlanInput];
      return typeof block === "object" && block !== null && "steps" in block ? [block as unknown as PlanInput] : [];
    });
    expect(documents.length).toBeGreaterThanOrEqual(20);
    for (const document of documents) {
      const code = planToCode(document);
      const { plan } = exported(code) as PlanDefinition;
      expect(code).not.toContain("raw(");
      expect(plan.steps.map((step) => Object.keys(step))).toEqual(document.steps.map((step) => Object.keys(step)));
      expect(planToCode(plan)).toBe(code);
    }
  });

  it("[N433] builds the same workflows as the files of workflows of the documentation", () => {
    const page = readFileSync(join(import.meta.dirname, "../../docs/workflow-files.md"), "utf8");
    const files = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
      ([, yaml]) => parse(yaml ?? "") as { workflows?: WorkflowInput[] },
    );
    const workflows = files.flatMap((file) => file?.workflows ?? []).filter(({ plan }) => plan !== undefined);
    expect(workflows.length).toBeGreaterThan(0);
    for (const workflow of workflows) {
      const code = workflowToCode(workflow);
      const again = exported(code) as WorkflowInput;
      expect(workflowToCode(again)).toBe(code);
      expect({ ...again, plan: undefined, output: undefined }).toEqual({
        ...workflow,
        plan: undefined,
        output: undefined,
      });
    }
  });

  it("[N433] reads as somebody would write it", () => {
    const plan: PlanInput = {
      steps: [
        { tool: { stepId: "research_blog", toolName: "research_blog", arguments: { topic: "{{bindings.topic}}" } } },
        {
          parallel: {
            stepId: "both",
            steps: [
              {
                tool: {
                  stepId: "post",
                  toolName: "create_blog_post",
                  resultKey: "post",
                  arguments: { artifact_id: "$0.output.artifact_id" },
                },
              },
              {
                tool: {
                  toolName: "files.read",
                  resultKey: "file",
                  arguments: { note: "by {{steps.research_blog.output.author}} for $5" },
                },
              },
            ],
          },
        },
        {
          map: {
            stepId: "map",
            over: "{{both.output.post.links}}",
            step: { tool: { toolName: "check", arguments: { url: "{{item.url}}" } } },
          },
        },
        {
          tool: {
            toolName: "done",
            when: "size({{map.output}}) > 1",
            arguments: { urls: "{{map.output[*].url}}", first: { coalesce: ["{{post.output.url}}", "none"] } },
          },
        },
      ],
    };
    expect(planToCode(plan)).toMatchInlineSnapshot(`
      "import { cel, coalesce, definePlan, each, text } from "planwright/plans";

      export const plan = definePlan(({ tools, bindings, parallel, map }) => {
        const researchBlog = tools.research_blog({ topic: bindings.topic });
        const post = tools.create_blog_post({ artifact_id: researchBlog.artifact_id }, { stepId: "post" });
        const both = parallel(
          {
            post,
            file: tools["files.read"]({ note: text\`by \${researchBlog.author} for $5\` }, { stepId: null }),
          },
          { stepId: "both" },
        );
        const map2 = map(both.post.links, (item) => tools.check({ url: item.url }));
        tools.done(
          { urls: each(map2).url, first: coalesce(post.url, "none") },
          { stepId: null, when: cel\`size(\${map2}) > 1\` },
        );
      });
      "
    `);
  });
});
