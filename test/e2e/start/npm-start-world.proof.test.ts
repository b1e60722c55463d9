/**
 * The world of `npm start` as its options show it, with a person who speaks and decides at the terminal, and what documents promise of it:
 * each query of the README, each plan of docs/plans.md and docs/concepts.md and each example of GraphiQL gets its answer there.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalogDeclarations, readCatalog } from "planwright/plans";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graphiqlExamples } from "../../../scripts/graphiql-examples.mjs";
import { Planwright } from "../../support/deployed/planwright.ts";
import { npmStart, type StartedByNpm, servesAtLast, startPorts } from "./npm-start.ts";

const textOf = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block]) => block ?? "");

/** Each query with the answer that stands right below it. */
const answeredQueries = (text: string) =>
  [...text.matchAll(/```graphql\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/g)].map(([, query = "", answer = ""]) => ({
    query,
    answer,
  }));

const queries = answeredQueries(textOf("README.md"));
const toolQueries = answeredQueries(textOf("docs/tools.md"));
const structuredOutputs = textOf("docs/structured-outputs.md");

const plans = textOf("docs/plans.md");
const documentAt = plans.indexOf("## Plans as documents");
const wholePlanQueries = answeredQueries(plans.slice(plans.indexOf("## A whole plan in one query"), documentAt));
const planQueries = answeredQueries(plans.slice(documentAt));
const [operation = ""] = blocksOf(plans, "graphql");
const examples = plans.split(/^##+ /m).flatMap((section) => {
  const [steps, answer] = blocksOf(section, "json");
  return steps === undefined || answer === undefined
    ? []
    : [{ title: section.slice(0, section.indexOf("\n")), steps, answer, before: blocksOf(section, "graphql") }];
});

const folder = mkdtempSync(join(tmpdir(), "npm-start-world-"));
let started: StartedByNpm | undefined;
let planwright: Planwright;
let firstTool: ChildProcess | undefined;
let firstToolAddress: string;

beforeAll(async () => {
  const environment = { ...(await startPorts()), STATE_FOLDER: folder, EXAMPLE_DELAY_MS: "50" };
  started = npmStart(environment, "--verbose", "--talk");
  await started.printed(/You \[Automate my social media\]: /);
  started.type("Automate my garden");
  await started.printed(/Approve\? \(yes or no\) \[yes\]: /);
  started.type("no");
  await started.printed(servesAtLast);
  planwright = new Planwright(started.origin);
  const { PORT = "" } = await startPorts();
  firstTool = spawn(process.execPath, ["examples/first-tool/server.mjs"], { env: { ...process.env, PORT } });
  firstToolAddress = `127.0.0.1:${PORT}`;
  const { stdout } = firstTool;
  if (stdout !== null) await once(stdout, "data");
});

afterAll(async () => {
  firstTool?.kill();
  await started?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm start -- --verbose --talk", () => {
  it("[N155] prints every event with its number, children further to the right, and the lines of its programs", () => {
    const output = started?.output();
    for (const type of [
      "ExecutionStarted",
      "PlanProposed",
      "StepStarted",
      "StepFinished",
      "ModelCalled",
      "ExecutionFinished",
    ])
      expect(output).toMatch(new RegExp(`^ {2}\\d\\d:\\d\\d:\\d\\d\\.\\d{3} +#\\d+ +${type}`, "m"));
    expect(output).toMatch(/^ {2}│ .* StepStarted/m);
    expect(output).toContain("Example MCP server: ");
    expect(readFileSync(join(folder, "npm-start.log"), "utf8")).toContain("Example MCP server: ");
  });

  it("[N155] says what was typed, and takes no for an answer", async () => {
    const { conversations } = await planwright.ask<{
      conversations: { nodes: readonly { messages: { nodes: readonly { author: string; text: string }[] } }[] };
    }>("{ conversations(first: 1) { nodes { messages(first: 20) { nodes { author text } } } } }");
    const said = conversations.nodes[0]?.messages.nodes.map(({ text }) => text);
    expect(said).toContain("Automate my garden");
    expect(started?.output()).toMatch(/DECLINED/);
    expect(started?.output()).toMatch(/^Conversation .* 1 decision of a person$/m);
  });
});

describe("the README", () => {
  it("[P8, P28] begins with a prompt, and docs/plans.md shows a given plan", () => {
    const sources = [...queries, ...wholePlanQueries].map(({ query }) =>
      /source: \{\s+(\w+)|source: \{ (\w+)/.exec(query)?.slice(1).find(Boolean),
    );
    expect(sources.filter((source) => source !== undefined)).toEqual(["prompt", "plan"]);
  });

  it.each([...queries, ...wholePlanQueries])(
    "[P28, N145] gets for a query the answer that it shows",
    async ({ query, answer }) => {
      expect({ data: await planwright.ask(query) }).toEqual(JSON.parse(answer));
    },
  );
});

describe("docs/plans.md", () => {
  it("[N146] shows every part of the language with a plan that runs", () => {
    const words = [
      "parallel",
      "FIRST_SUCCESS",
      "coalesce",
      ...["[-1]", "[*]", '"cel"', ".join(", "pick(", "default(", ".format(", ".filter(", ".map(", " / ", " ? "],
      "result.",
      "$0.output",
      "resultKey",
      "after",
      "independent",
      "finally",
      "execution.status",
    ];
    const shown = examples.map(({ steps }) => steps).join();
    for (const word of [...words, "sleep", "waitForEvent", "policy", "when", "size(", ".startsWith("])
      expect(shown).toContain(word);
  });

  const spellings = [...plans.matchAll(/`((?:\{\{|\$)[^`\s]*\.text\}{0,2})`/g)].map(([, spelling = ""]) => spelling);
  it.each([...new Set(spellings)])("[N90] says what a reference in its table means: %s", async (spelling) => {
    const isForConditions = spelling.startsWith("${");
    const steps = [
      { tool: { toolName: "set_note", arguments: { name: "t", text: "told" }, stepId: "save", resultKey: "note" } },
      {
        tool: {
          ...{ toolName: "set_note", stepId: "copy" },
          arguments: { name: "u", text: spelling },
          ...(isForConditions && { when: `${spelling} == 'told'` }),
        },
      },
    ];
    const { executePlan } = await planwright.ask<{ executePlan: unknown }>(operation, { steps });
    const output = { value: { text: isForConditions ? spelling : "told" } };
    expect(executePlan).toMatchObject({ errors: [], execution: { steps: [{}, { output }] } });
  });

  it("[N90] has the spellings that a plan can use, and a document whose form is that of the API", () => {
    expect(spellings.length).toBeGreaterThanOrEqual(6);
    const conditional = spellings.find((spelling) => spelling.startsWith("${"));
    expect(plans).toContain(`| \`${conditional}\` | the same, in conditions only;`);
    expect(planQueries).toHaveLength(2);
  });

  it.each(planQueries)(
    "[N90, N335] gets for a document, and for a prompt, the answer that it shows",
    async ({ query, answer }) => {
      expect(await planwright.ask(query)).toEqual(JSON.parse(answer));
    },
  );

  it.each(examples)("[N146] gets the answer that it shows: $title", async ({ steps, answer, before }) => {
    for (const sent of before) await planwright.ask(sent);
    const sent: unknown = JSON.parse(steps);
    const variables = Array.isArray(sent) ? { steps: sent } : sent;
    const { executePlan } = await planwright.ask<{ executePlan: unknown }>(
      operation,
      variables as Record<string, unknown>,
    );
    // The time is another each time.
    const shown = /"receivedAt":\s*"[^"]+"/.exec(answer)?.[0] ?? "";
    expect(JSON.parse(JSON.stringify(executePlan).replace(/"receivedAt":"[^"]+"/, shown))).toEqual(JSON.parse(answer));
  });
});

describe("docs/plans-in-typescript.md", () => {
  it("[N438] declares the tools of the deployment, and its first plan runs there", async () => {
    const catalog = await readCatalog((query, variables) => planwright.ask(query, variables));
    const declarations = catalogDeclarations(catalog);
    expect(declarations).toMatch(/readonly "research_blog": Tool<\{\n +topic: string;/);
    expect(declarations).toMatch(/readonly "researcher": Tool</);
    const [document = ""] = blocksOf(textOf("docs/plans-in-typescript.md"), "json");
    const { executePlan } = await planwright.ask<{ executePlan: object }>(
      "mutation ($plan: PlanInput!) { executePlan(input: { source: { plan: $plan }, options: { waitMs: 20000 } }) { execution { status } errors { message } } }",
      { plan: JSON.parse(document) },
    );
    expect(executePlan).toEqual({ execution: { status: "SUCCEEDED" }, errors: [] });
  });
});

describe("docs/concepts.md", () => {
  it("shows a plan that runs, its second step with the output of the first", async () => {
    const [steps = ""] = blocksOf(textOf("docs/concepts.md"), "json");
    const { executePlan } = await planwright.ask<{ executePlan: unknown }>(operation, { steps: JSON.parse(steps) });
    const saved = { status: "SUCCEEDED", output: { value: { name: "concepts", text: "checked" } } };
    expect(executePlan).toMatchObject({ errors: [], execution: { steps: [saved, saved] } });
  });
});

describe("docs/tools.md", () => {
  it("[N148] shows the first tool as it stands in the examples", () => {
    const [code = ""] = blocksOf(textOf("docs/tools.md"), "js");
    expect(code.trim()).toBe(textOf("examples/first-tool/server.mjs").trim());
    expect(code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//")).length).toBeLessThanOrEqual(
      26,
    );
  });

  it.each(toolQueries)("[N148] gets for a query the answer that it shows", async ({ query, answer }) => {
    const sent = query.replaceAll("127.0.0.1:8795", firstToolAddress);
    expect({ data: await planwright.ask(sent) }).toEqual(JSON.parse(answer));
  });
});

describe("docs/structured-outputs.md", () => {
  it("[N148] applies the example manifest by the command that it shows, and begins a conversation with its variables", async () => {
    const [command = ""] = blocksOf(structuredOutputs, "sh");
    const sent = command.replaceAll("http://127.0.0.1:8787", started?.origin ?? "");
    expect(JSON.parse(execFileSync("bash", ["-c", sent], { encoding: "utf8" }))).toMatchObject({
      data: { applyManifest: { manifest: { name: "Generator" }, errors: [] } },
    });
    const [mutation = ""] = blocksOf(structuredOutputs, "graphql").filter((text) => text.includes("sendMessage"));
    const [variables = "{}"] = blocksOf(structuredOutputs, "json").filter((text) => text.includes('"conversation"'));
    expect(await planwright.ask(mutation, JSON.parse(variables))).toMatchObject({ sendMessage: { errors: [] } });
  });
});

describe("GraphiQL", () => {
  it.each(graphiqlExamples.map((example) => [/^(?:query|mutation) (\w+)/m.exec(example)?.[1] ?? "", example]))(
    "[N144] opens with an example that works: %s",
    async (name, example) => {
      const data = await planwright.ask<{ readonly [field: string]: object }>(example);
      const [payload] = Object.values(data);
      if (name === "Check") expect(payload).toMatchObject({ valid: false, errors: [{ code: "TEMPLATE_INVALID" }] });
      else if (name === "Catalog")
        expect(payload).toMatchObject({ nodes: expect.arrayContaining([expect.anything()]) });
      else expect(payload).toMatchObject({ execution: { status: "SUCCEEDED" }, errors: [] });
    },
  );
});

it("[N155] npm start -- --verbose --talk ends with 0 on Ctrl-C", async () => {
  expect(await started?.stop()).toBe(0);
  started = undefined;
});
