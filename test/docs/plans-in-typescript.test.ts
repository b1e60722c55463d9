/** docs/plans-in-typescript.md: every block runs, and every plan that it builds is checked as a deployment with the example's tools checks it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as client from "@planwright/client";
import { transformSync } from "esbuild";
import type { PlanDefinition, PlanInput, WorkflowInput } from "planwright/plans";
import * as plans from "planwright/plans";
import { describe, expect, it } from "vitest";
import * as zod from "zod";
import { exported } from "../plans/generated-module.ts";
import { projectRoot, shownBlocks } from "./fenced-blocks.ts";
import { planProblems } from "./plan-snippets.ts";

const blocks = shownBlocks.filter(({ document }) => document === "docs/plans-in-typescript.md");
const modules: { readonly [name: string]: unknown } = { "planwright/plans": plans, "@planwright/client": client, zod };

/** What the block that exports `name` exports. */
function built(name: string): unknown {
  const block = blocks.find(({ language, text }) => language === "ts" && text.includes(`export const ${name} = `));
  if (block === undefined) throw new Error(`Expected a block that exports ${name}`);
  const { code } = transformSync(block.text, { loader: "ts", format: "cjs" });
  const module = { exports: {} as { readonly [name: string]: unknown } };
  new Function("module", "exports", "require", code)(module, module.exports, (from: string) => modules[from]);
  return module.exports[name];
}

const bindings = { input: { topic: "Tea" } };

describe("docs/plans-in-typescript.md", () => {
  it("[N438] shows the document that its first plan is", () => {
    const { plan } = built("post") as PlanDefinition;
    const [json] = blocks.filter(({ language }) => language === "json");
    expect(plan).toEqual(JSON.parse(json?.text ?? ""));
    expect(planProblems({ kind: "TYPED", plan })).toEqual([]);
  });

  it.each(["calculated", "forms"])("[N438] builds plans that are accepted: %s", (name) => {
    const { plan } = built(name) as PlanDefinition;
    expect(planProblems({ kind: "TYPED", plan }, bindings)).toEqual([]);
    expect((exported(plans.planToCode(plan)) as PlanDefinition).plan).toEqual(plan);
  });

  it("[N438] builds a plan that is refused where it says so, at its line", () => {
    const { plan } = built("wrong") as PlanDefinition;
    expect(planProblems({ kind: "TYPED", plan })).toEqual([expect.stringContaining("artifact_idd")]);
  });

  it("[N438] builds a workflow, and the code of a plan that builds that plan", () => {
    const publish = built("publish") as WorkflowInput;
    expect(publish).toMatchObject({
      name: "publish",
      inputSchema: { required: ["topic"] },
      output: { title: "{{steps.create_blog_post.output.artifact.title}}" },
    });
    expect(planProblems({ kind: "TYPED", plan: publish.plan }, bindings)).toEqual([]);
    const again = (exported(built("code") as string) as PlanDefinition).plan;
    expect(again).toEqual({
      steps: [
        { tool: { stepId: "more", toolName: "append_note", arguments: { name: "a", text: "{{bindings.words}}!" } } },
      ],
    } satisfies PlanInput);
  });

  it("[N438] names every function of the package that a plan is built with", () => {
    const page = readFileSync(join(projectRoot, "docs/plans-in-typescript.md"), "utf8");
    const beside = ["PlanBuildError", "catalogDeclarations", "catalogQueries", "readCatalog"];
    const missing = Object.keys(plans).filter(
      (name) => !beside.includes(name) && !new RegExp(`\\b${name}\\b`).test(page),
    );
    expect(missing).toEqual([]);
  });
});
