/**
 * Every fenced block of the documents is checked by its language: GraphQL against the schema, plans by the compiler, TypeScript by its compiler,
 * commands by their shell and by the usage of the command. Many are run besides, by the tests in `test/e2e`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { usages } from "../../scripts/usages.mjs";
import { readWorkflowFile } from "../../src/catalog/workflow-files/workflow-file.ts";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { type ExecutionRequest, executionRequest } from "../../src/tools/http-agent/agent-request.ts";
import { executionResponseShape } from "../../src/tools/http-agent/agent-response.ts";
import { readSettings } from "../../src/worker/settings/settings.ts";
import { exampleManifest, problemsOf } from "../support/catalog/manifests.ts";
import { catalogOf } from "../support/catalog/small-catalog.ts";
import { type FencedBlock, fencedBlocks, projectRoot, shownBlocks } from "./fenced-blocks.ts";
import {
  answerProblems,
  areVariables,
  documentProblems,
  isAnswer,
  partProblems,
  payloadProblems,
  variableProblems,
} from "./graphql-snippets.ts";
import { planProblems } from "./plan-snippets.ts";

/** Blocks that are not checked here, by document and beginning, each with the reason. */
const exceptions: readonly { readonly document: string; readonly begins: string; readonly reason: string }[] = [
  {
    document: "docs/operate.md",
    begins: "-- Executions by status",
    reason: "the SQL of Analytics Engine is a dialect that only Cloudflare runs",
  },
  {
    document: "docs/clients.md",
    begins: "EXECUTION_STARTED\n",
    reason: "what a page prints, compared by test/e2e/start/readme-live.test.ts",
  },
  {
    document: "docs/design.md",
    begins: "TEMPLATE_INVALID: ",
    reason: "what the compiler says, compared by test/architecture/design.test.ts",
  },
  {
    document: "docs/web-app.md",
    begins: "<!doctype html>\n<title>Research",
    reason: "a page built and opened by test/browser/web-app.proof.test.ts",
  },
  {
    document: "docs/web-app.md",
    begins: "<!doctype html>\n<title>My run",
    reason: "a page opened by test/browser/session.proof.test.ts, and built by test/browser/web-app.proof.test.ts",
  },
  {
    document: "docs/tools.md",
    begins: "npx -y supergateway ",
    reason: "a command that loads a package, run from the installed one by test/e2e/start/tools-document.proof.test.ts",
  },
  ...["FROM node:", "services:\n  planwright:"].map((begins) => ({
    document: "docs/self-host.md",
    begins,
    reason: "a file of examples/self-host, compared and looked through by test/packages/cli/self-host.test.ts",
  })),
];

const isException = ({ document, text }: FencedBlock) =>
  exceptions.some((one) => one.document === document && text.startsWith(one.begins));

/** Documents whose components are bundled and opened, by `web-app.proof.test.ts` and `chat.test.ts` of test/browser. */
const componentDocuments = ["docs/web-app.md", "docs/chat.md"];

/** Whether the block stands in one of these documents too. */
const isOfComponentDocument = (text: string) =>
  shownBlocks.some((one) => componentDocuments.includes(one.document) && one.text === text);

const checks: { readonly [language: string]: (block: FencedBlock) => readonly string[] } = {
  graphql: ({ text }) => documentProblems(text),
  html: ({ text }) => htmlProblems(text),
  js: ({ text }) => scriptProblems(text),
  json: jsonProblems,
  sh: ({ text }) => [...shellProblems(text), ...commandProblems(text), ...sentDocumentProblems(text)],
  // Run by test/e2e/clients/python-client.proof.test.ts.
  python: ({ text }) =>
    text === readFileSync("clients/python/example.py", "utf8") ? [] : ["is not the example that is run"],
  toml: ({ text }) => tomlProblems(text),
  text: partOfAnswerProblems,
  // All at once, because the compiler takes seconds to start: see below.
  ts: () => [],
  tsx: ({ document, text }) =>
    componentDocuments.includes(document) || isOfComponentDocument(text)
      ? componentProblems(text)
      : ["is of a document that no test of test/browser runs"],
  yaml: ({ text }) => yamlProblems(text),
};

/** The block of GraphQL that stands last before a block of the same document. */
function operationBefore({ document, line }: FencedBlock): string | undefined {
  return shownBlocks.findLast((one) => one.document === document && one.line < line && one.language === "graphql")
    ?.text;
}

/** A part of the answer of the operation above, in which `…` stands for what is left out. */
function partOfAnswerProblems(block: FencedBlock): readonly string[] {
  const operation = operationBefore(block);
  if (operation === undefined) return ["stands below no operation"];
  return partProblems(operation, JSON.parse(block.text.replaceAll(/,? …(?= *[}\]])/g, "")) as object);
}

/** Plan, variables or answer of the operation above, or a message of the host contract. */
function jsonProblems(block: FencedBlock): readonly string[] {
  const value = JSON.parse(block.text) as { readonly [name: string]: Json };
  if (Array.isArray(value)) return planProblems({ kind: "TYPED", plan: { steps: value } });
  if ("steps" in value) return planProblems({ kind: "TYPED", plan: value });
  if ("agents" in value && "tools" in value) return problemsOf(value, exampleCatalog).map(([, message]) => message);
  if ("handoff_rules" in value) return manifestProblems(value);
  if ("routing_mode" in value) return requestProblems(value as unknown as ExecutionRequest);
  if ("request_id" in value)
    return (
      executionResponseShape()
        .safeParse(value)
        .error?.issues.map(({ message }) => message) ?? []
    );
  const operation = operationBefore(block);
  if (operation === undefined) return ["stands below no operation"];
  if (areVariables(operation, value)) return [...variableProblems(operation, value), ...givenPlanProblems(value)];
  if (isAnswer(operation, value)) return answerProblems(operation, value);
  return payloadProblems(operation, value);
}

/** With the tool that a whole manifest drives. */
const exampleCatalog = catalogOf([], [], ["research_blog"]);

/** A part of a manifest: put into the example, which has one more agent, it can be applied. */
function manifestProblems({ context_variables: added, handoff_rules: rules }: JsonObject): readonly string[] {
  const example = exampleManifest("generator");
  const { agents, context_variables: variables, handoffs = {} } = example as { readonly [part: string]: JsonObject };
  const manifest: JsonObject = {
    ...example,
    agents: { ...agents, BuildAgent: { system_message: "Build what was approved." } },
    context_variables: { ...variables, ...(added as JsonObject) },
    handoffs: { handoff_rules: [...(rules as JsonObject[]), ...(handoffs.handoff_rules as JsonObject[])] },
  };
  return problemsOf(manifest).map(([, message]) => message);
}

/** Problems of a plan that stands in the variables of a request. */
function givenPlanProblems(variables: { readonly [name: string]: Json }): readonly string[] {
  const { source, bindings } = (variables.input ?? {}) as {
    readonly source?: { plan?: Json };
    readonly bindings?: object;
  };
  return source?.plan === undefined ? [] : planProblems({ kind: "TYPED", plan: source.plan }, bindings ?? null);
}

/** The members are those, in that order, that a call would send. */
function requestProblems(shown: ExecutionRequest): readonly string[] {
  const { request_id: requestId, selected_agent: agentName, user_query, parsed_parameters, session_context } = shown;
  const addressee = { requestId, routingMode: shown.routing_mode === "auto" ? "AUTO" : "MANUAL", agentName } as const;
  const sent = executionRequest(addressee, { user_query, parsed_parameters, session_context });
  return JSON.stringify(sent) === JSON.stringify(shown) ? [] : [`would be sent as ${JSON.stringify(sent)}`];
}

function scriptProblems(text: string): readonly string[] {
  const { status, stderr } = spawnSync(process.execPath, ["--check", "--input-type=module"], {
    input: text,
    encoding: "utf8",
  });
  return status === 0 ? [] : [stderr];
}

function componentProblems(text: string): readonly string[] {
  try {
    transformSync(text, { loader: "tsx" });
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function htmlProblems(text: string): readonly string[] {
  const scripts = [...text.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script);
  const documents = [...text.matchAll(/`((?:query|mutation|subscription)\b[^`]*)`/g)].map(
    ([, document = ""]) => document,
  );
  if (scripts.length === 0) return ["has no script"];
  return [...scripts.flatMap(scriptProblems), ...documents.flatMap(documentProblems)];
}

function shellProblems(text: string): readonly string[] {
  const { status, stderr } = spawnSync("bash", ["-n"], {
    input: text.replaceAll(/<this repository>/g, "url"),
    encoding: "utf8",
  });
  return status === 0 ? [] : [stderr];
}

/** Options of commands of the project that their usage does not have. */
function commandProblems(text: string): readonly string[] {
  return [...text.matchAll(/npm run (\w+) -- ([^#\n|]*)/g)].flatMap(([command, name = "", options = ""]) => {
    const usage = usages[name] ?? "";
    const printed = name === "load" ? loadOptions() : usage;
    const unknown = [...options.matchAll(/--([a-z-]+)/g)].filter(([option]) => !`${usage}${printed}`.includes(option));
    return unknown.map(([option]) => `${command.trim()}: no option ${option}`);
  });
}

/** The command that measures load prints its many options itself. */
function loadOptions(): string {
  return execFileSync(process.execPath, [join(projectRoot, "scripts/load.mjs"), "--options"], { encoding: "utf8" });
}

/** GraphQL in the bodies that `curl -d` sends. */
function sentDocumentProblems(text: string): readonly string[] {
  return [...text.matchAll(/"query":\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, query = ""]) =>
    documentProblems(JSON.parse(query) as string),
  );
}

/** Tables and plain values only. Variables have to be settings that the Worker takes. */
function tomlProblems(text: string): readonly string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const wrong = lines.filter(
    (line) => !/^\[[\w.]+\]$|^\w+ = ("[^"]*"|'[^']*'|true|\d+(\.\d+)?|\["[^"]*"\])(\s+#.*)?$/.test(line),
  );
  if (!text.startsWith("[vars]")) return wrong;
  const variables = Object.fromEntries(
    [...text.matchAll(/^(\w+) = (["'])(.*)\2$/gm)].map(([, name = "", , value]) => [name, value]),
  );
  const reading = readSettings({ ID_SEALING_SECRET: "5ea1".repeat(16), ...variables });
  return [...wrong, ...(reading.ok ? [] : [reading.message])];
}

/** Files as `importWorkflows` takes them, which have a version, and agents as `registerAgent` takes them. */
function yamlProblems(text: string): readonly string[] {
  const file = parseYaml(text) as { readonly agents: readonly object[]; readonly schemaVersion?: number };
  if (file.schemaVersion !== undefined) {
    const taken =
      "mutation ($file: WorkflowFileInput!) { importWorkflows(input: { source: { file: $file } }) { errors { message } } }";
    return variableProblems(taken, { file });
  }
  if ("workflows" in file) {
    const read = readWorkflowFile({ text, format: "YAML", dialect: undefined });
    return read.ok ? [] : read.problems.map(({ message }) => message);
  }
  const { agents } = file;
  const operation = "mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { errors { message } } }";
  return agents.flatMap((input) => variableProblems(operation, { input }));
}

/** What the compiler says against TypeScript that runs in browsers, in servers and beside the clients of `examples/clients`. */
function compilerOutput(texts: readonly string[]): string {
  const folder = join(projectRoot, ".planwright/snippets");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = texts.map((_, index) => `snippet-${index}.ts`);
  for (const [index, text] of texts.entries()) {
    writeFileSync(join(folder, `snippet-${index}.ts`), text.replaceAll('"./', '"../../examples/clients/'));
  }
  const compilerOptions = {
    lib: ["ES2024", "ESNext.Disposable", "DOM"],
    types: ["node"],
    noUnusedLocals: false,
    noUnusedParameters: false,
  };
  const config = { extends: "../../tsconfig.json", compilerOptions, files, include: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(projectRoot, "node_modules/.bin/tsc");
  return spawnSync(process.execPath, [compiler, "--noEmit", "-p", folder], { encoding: "utf8" }).stdout;
}

/** A block without a language is a drawing. */
const checked = shownBlocks.filter((block) => block.language !== "" && !isException(block));
const title = ({ document, line, language }: FencedBlock) => `${document}:${line} ${language}`;

describe("fenced blocks of the documents", () => {
  it("are found, each with its language", () => {
    expect(fencedBlocks("a.md", "# A\n\n```sh\nls\n```\n\n  ```\n  text\n  ```\n")).toEqual([
      { document: "a.md", line: 3, language: "sh", text: "ls\n" },
      { document: "a.md", line: 7, language: "", text: "  text\n" },
    ]);
    expect(checked.length).toBeGreaterThan(80);
  });

  it("have languages that are checked, and every exception is there", () => {
    expect([...new Set(checked.map(({ language }) => language))].filter((one) => checks[one] === undefined)).toEqual(
      [],
    );
    const unused = exceptions.filter(
      ({ document, begins }) =>
        !shownBlocks.some((block) => block.document === document && block.text.startsWith(begins)),
    );
    expect(unused).toEqual([]);
  });

  it.each(checked.map((block) => ({ title: title(block), block })))("$title", ({ block }) => {
    expect(checks[block.language]?.(block)).toEqual([]);
  });

  it("of TypeScript compile, a handler together with the function above it", () => {
    // A Worker of one's own is compiled against the packed declarations, in `test/e2e/start/first-tool.proof.test.ts`.
    const ofWorkers = /from "planwright(?:\/worker)?"/;
    const blocks = checked.flatMap(({ language, text }) => (language === "ts" && !ofWorkers.test(text) ? [text] : []));
    const texts = blocks.map((text, index) =>
      text.startsWith("export default") ? `${blocks[index - 1]}\n${text}` : text,
    );
    expect(texts.length).toBeGreaterThan(8);
    expect(compilerOutput(texts)).toBe("");
    expect(compilerOutput([...texts, "export const count: number = '1';"])).toContain("not assignable");
  });
});

describe("a planted fault is found in", () => {
  const block = (language: string, text: string): FencedBlock => ({
    document: "docs/plans.md",
    line: 9,
    language,
    text,
  });

  it.each([
    ["graphql", "{ executions { nodes { idd } } }"],
    ["json", '[{ "tool": { "toolName": "read_note", "arguments": { "name": "{{none.output.x}}" } } }]'],
    ["json", '{ "execution": { "stats": "SUCCEEDED" } }'],
    ["text", '{ "execution": { "stats": "SUCCEEDED", … } }'],
    ["js", "const a = ;"],
    ["html", '<script type="module">const q = `query { nothing }`</script>'],
    ["sh", "npm run bench -- --quickly"],
    ["sh", "if true"],
    ["sh", `curl -d '{"query":"{ nothing }"}'`],
    ["toml", '[vars]\nAUTH_MODE = "always"'],
    ["yaml", "agents:\n  - name: a\n    source: { nowhere: {} }"],
  ])("%s: %s", (language, text) => {
    expect(checks[language]?.(block(language, text))).not.toEqual([]);
  });
});
