/** Workflow files through the real Worker: docs/workflow-files.md as it stands, and the schema that editors load. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { documentText } from "../start/shown-blocks.ts";

const served = deployedWorld({ isShared: true });
const page = documentText("docs/workflow-files.md");
const blocks = (language: string) => page.blocks.flatMap((block) => (block.language === language ? [block.text] : []));

it("[N347, N349] docs/workflow-files.md shows a file that is registered and run, with the answers that it promises", async () => {
  const [file = ""] = blocks("yaml");
  const answers = blocks("json");
  const [register = "", run = ""] = blocks("graphql");
  expect({ data: await served.planwright.ask(register, { text: file }) }).toEqual(JSON.parse(answers[0] ?? ""));
  expect({ data: await served.planwright.ask(run) }).toEqual(JSON.parse(answers[1] ?? ""));
  expect((await served.toolCalls()).map(({ tool }) => tool)).toEqual(["set_note"]);
  const [, mesh = ""] = blocks("yaml");
  const imported = await served.planwright.ask<{ readonly importWorkflows: object }>(register, { text: mesh });
  expect(imported.importWorkflows).toMatchObject({ workflows: [{ toolName: "workflow_review" }], errors: [] });
  expect({ data: await served.planwright.ask(blocks("graphql")[2] ?? "") }).toEqual(JSON.parse(answers[2] ?? ""));
  const schema = await fetch(new URL("/schemas/workflow.json", served.planwright.endpoint));
  expect(schema.status).toBe(200);
  expect(await schema.text()).toBe(readFileSync(new URL("../../../schemas/workflow.json", import.meta.url), "utf8"));
});
