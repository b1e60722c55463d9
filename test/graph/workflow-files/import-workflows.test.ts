/** Files of agents and workflows as the API registers them: all or nothing, each problem with its place in the text. */
import { beforeEach, describe, expect, it } from "vitest";
import { ask, data } from "../../support/graph/ask.ts";
import { exampleTools, fakeCatalog, localAgent } from "../../support/graph/fake-catalog.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

const mutation = /* GraphQL */ `
  mutation ($input: ImportWorkflowsInput!) {
    importWorkflows(input: $input) {
      agents { name }
      workflows { name toolName }
      document
      catalogRevision
      warnings { message path line column }
      errors { __typename code message path ... on LimitError { limit maximum found } }
    }
  }
`;
const imported = async (source: object, more: object = {}) =>
  (await data(world, mutation, { variables: { input: { source, ...more } } })).importWorkflows;

const file = `# yaml-language-server: $schema=https://planwright.example/schemas/workflow.json
schemaVersion: 1
workflows:
  # It calls one that stands below it.
  - name: report
    description: Writes a report on a topic
    inputSchema: &topic
      type: object
      properties: { topic: { type: string } }
      required: [topic]
    plan:
      steps:
        - tool: { stepId: score, toolName: peer_scorer, arguments: { topic: "{{input.topic}}" } }
        - tool:
            stepId: write
            toolName: workflow_draft
            arguments: { topic: "{{input.topic}}" }
            when: "{{score.output.score}} > 3"
    output: { link: "{{write.output.url}}" }
  - name: draft
    description: Writes a draft
    inputSchema: *topic
    plan:
      steps:
        - tool: { stepId: research, toolName: research_blog, arguments: { topic: "{{input.topic}}" } }
        - tool: { toolName: create_blog_post, arguments: { artifact_id: "{{research.output.artifact_id}}" } }
agents:
  - name: scorer
    description: Scores topics
    source:
      local:
        instructions: Score the topic from 0 to 10.
        inputSchema: *topic
        outputSchema: { type: object, properties: { score: { type: integer } }, required: [score] }
`;

describe("importWorkflows", () => {
  it("[N347] registers all agents and workflows of a YAML file, each after those that it calls", async () => {
    const { agents, catalogRevision, document, errors, warnings, workflows } = await imported({ yaml: file });
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(catalogRevision).toBe("1");
    // The catalog of the test does not grow by what it is given.
    expect([agents, workflows]).toEqual([[], []]);
    expect(document).toMatchObject({ schemaVersion: 1, workflows: [{ name: "report" }, { name: "draft" }] });
    expect(world.calls).toEqual(["catalog.CACHED", "catalog.importDefinitions"]);
    expect(world.imported.map((one) => (one.kind === "AGENT" ? one.agent.name : one.workflow.name))).toEqual([
      "scorer",
      "draft",
      "report",
    ]);
    expect(world.imported).toMatchObject([
      { agent: { kind: "LOCAL", inputSchema: { required: ["topic"] } } },
      { workflow: { inputSchemaSource: "EXPLICIT" } },
      { workflow: { plan: { schedule: "DATAFLOW" } } },
    ]);
  });

  it("[N347] takes the same file as JSON and as a typed value, and gives it back as one that registers the same", async () => {
    const { document } = await imported({ yaml: file });
    const first = world.imported.splice(0);
    for (const source of [{ json: JSON.stringify(document, null, 2) }, { file: document }]) {
      expect((await imported(source)).errors).toEqual([]);
      expect(world.imported.splice(0)).toEqual(first);
    }
  });

  it("[N347] only checks in a dry run, and stores nothing", async () => {
    const { catalogRevision, document, errors } = await imported({ yaml: file }, { dryRun: true });
    expect(errors).toEqual([]);
    expect(catalogRevision).toBeNull();
    expect(document.workflows).toHaveLength(2);
    expect(world.calls).toEqual(["catalog.CACHED"]);
  });

  it("[N347] tells what it replaces, and what a plan warns of, with line and column", async () => {
    world.catalog = fakeCatalog("2", exampleTools, "blog", [localAgent("scorer")], []);
    const optional = file
      .replace("required: [score]", "additionalProperties: false")
      .replace("required: [topic]", "required: [topic]");
    const { errors, warnings } = await imported({ yaml: optional });
    expect(errors).toEqual([]);
    expect(warnings).toContainEqual({
      ...{ message: 'Replaces the agent "scorer" that is registered', path: ["agents", "0"], line: 28, column: 5 },
    });
    expect(warnings).toContainEqual({
      message: expect.stringContaining("score"),
      path: ["workflows", "0", "plan", "steps", "1", "tool", "when"],
      line: 18,
      column: 19,
    });
  });

  it("[N348] registers nothing if anything is wrong, and tells all of it at once with its places", async () => {
    const wrong = file
      .replace("{{score.output.score}} > 3", "{{score.output.scores}} > 3")
      .replace("toolName: create_blog_post", "toolName: create_blog_posts");
    const { errors, ...rest } = await imported({ yaml: wrong });
    expect(errors).toMatchObject([
      {
        code: "UNKNOWN_CALLABLE",
        path: ["input", "source", "yaml", "workflows", "1", "plan", "steps", "1", "tool", "toolName"],
      },
      { code: "TEMPLATE_INVALID", message: expect.stringContaining("scores") },
    ]);
    expect(errors).toHaveLength(2);
    expect(errors[0].message).toContain("(line 26, column 29)");
    expect(rest).toMatchObject({ agents: [], workflows: [], catalogRevision: null });
    expect(world.imported).toEqual([]);
    const field = file.replace("{{score.output.score}} > 3", "{{score.output.scores}} > 3");
    expect((await imported({ yaml: field })).errors).toMatchObject([
      { __typename: "TemplateError", message: expect.stringMatching(/scores.*\(line 18, column 19\)$/) },
    ]);
  });

  it("[N348] judges the shape of a text by the input types of the API", async () => {
    const wrong = file
      .replace("description: Writes a draft", "descripton: Writes a draft")
      .replace("schemaVersion: 1", "schemaVersion: one");
    const { document, errors } = await imported({ yaml: wrong });
    expect(document).toBeNull();
    expect(errors.map(({ code, message }: { code: string; message: string }) => [code, message])).toEqual([
      ["INVALID_INPUT", expect.stringMatching(/schemaVersion.*\(line 2, column 16\)$/)],
      ["INVALID_INPUT", expect.stringMatching(/description.*\(line 20, column 5\)$/)],
      ["INVALID_INPUT", expect.stringMatching(/descripton.*\(line 20, column 5\)$/)],
    ]);
  });

  it.each([
    ["schemaVersion: 2\nworkflows: []", "schemaVersion", "required 1, found 2"],
    ["schemaVersion: 1", "workflows", "required an agent or a workflow, found none"],
    [file.replace("name: draft", "name: report"), "name", "required a name of its own in the file"],
    [
      file.replace("local:", "http:").replace(/instructions[\s\S]*$/, 'endpoint: "https://agents.example.com"\n'),
      "http",
      "register it with registerAgent",
    ],
    [file.replace("toolName: research_blog", "toolName: workflow_report"), "toolName", "workflow_report"],
    [file.replace("name: scorer", "name: research_blog"), "name", "required a name that nothing else has"],
    [file.replace("instructions: Score", "tools: [nobody]\n        instructions: Score"), "tools", "nobody"],
    [file.replace("instructions: Score", "model: gpt-0\n        instructions: Score"), "model", "ServerInfo.models"],
    ["workflows: []", "yaml", "Cannot take the file: "],
    ["- 1", "yaml", "required an object, found a list"],
    ["", "yaml", "required an object, found nothing"],
  ])("[N348] refuses a file that cannot be meant: %#", async (yaml, place, finding) => {
    const { errors } = await imported({ yaml });
    expect(errors).toContainEqual(expect.objectContaining({ message: expect.stringContaining(finding) }));
    const error = errors.find(({ message }: { message: string }) => message.includes(finding));
    expect(error.path.at(-1)).toBe(place);
    expect(error.message).toMatch(/line \d+, column \d+\)$/);
    expect(world.calls).not.toContain("catalog.importDefinitions");
  });

  it("[N348] names the limit that a text crosses, and the syntax that it breaks", async () => {
    const bomb = `a: &a [x]\nb: [${Array(101).fill("*a").join(", ")}]`;
    expect((await imported({ yaml: bomb })).errors).toMatchObject([
      { code: "LIMIT_EXCEEDED", limit: "maxFileAliases", maximum: 100, found: 101, path: ["input", "source", "yaml"] },
    ]);
    expect((await imported({ json: "{" })).errors).toMatchObject([
      { code: "INVALID_INPUT", message: expect.stringContaining("required JSON"), path: ["input", "source", "json"] },
    ]);
    const large = await ask(world, mutation, {
      variables: { input: { source: { yaml: `a: ${"x".repeat(262_200)}` } } },
    });
    expect(JSON.stringify(large)).toContain("maxFileBytes");
  });

  it("[N348] tells what the catalog refuses in the turn of the write, at the entry that it refuses", async () => {
    world.importAnswer = {
      kind: "REFUSED",
      at: 1,
      code: "LIMIT_EXCEEDED",
      member: null,
      message: "Cannot register: too many",
    };
    expect((await imported({ yaml: file })).errors).toMatchObject([
      { path: ["input", "source", "yaml", "workflows", "1"], message: "Cannot register: too many (line 20, column 5)" },
    ]);
  });

  it("[N347] shows what is registered, as its own queries do", async () => {
    await imported({ yaml: file });
    const agents = world.imported.flatMap((one) =>
      one.kind === "AGENT" ? [{ ...one.agent, createdAt: startTime, updatedAt: startTime }] : [],
    );
    const workflows = world.imported.flatMap((one) =>
      one.kind === "WORKFLOW" ? [{ ...one.workflow, createdAt: startTime }] : [],
    );
    world.importAnswer = { kind: "IMPORTED", snapshot: fakeCatalog("3", exampleTools, "blog", agents, workflows) };
    expect(await imported({ yaml: file })).toMatchObject({
      ...{ agents: [{ name: "scorer" }], catalogRevision: "3" },
      workflows: [{ name: "report", toolName: "workflow_report" }, { name: "draft" }],
    });
  });
});
