/** `relay-compiler` accepts the schema, as a Relay application would give it, with what such applications are made of. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { schemaText } from "../support/graph/ask.ts";

const compiler = fileURLToPath(new URL("../../node_modules/relay-compiler/cli.js", import.meta.url));

const config = {
  src: "./src",
  schema: "./schema.graphql",
  language: "typescript",
  eagerEsModules: true,
  customScalarTypes: {
    DateTime: "string",
    EventCursor: "string",
    JSON: "unknown",
    JSONObject: "Record<string, unknown>",
    JSONPointer: "string",
    JSONSchema: "unknown",
    SafeInt: "number",
    URL: "string",
  },
};

/** A list that can be refetched and paged, with a fragment that can be refetched on each item, a mutation and a subscription. */
const application = /* GraphQL */ `
  query pageQuery($id: ID!) {
    ...page_list
    execution(by: { id: $id }) { ...page_execution }
    tools(first: 10) { nodes { name inputSchema } }
  }
  fragment page_list on Query
  @argumentDefinitions(count: { type: "Int", defaultValue: 25 }, cursor: { type: "String" })
  @refetchable(queryName: "pageListRefetchQuery") {
    executions(first: $count, after: $cursor, filter: { status: [RUNNING, WAITING] }) @connection(key: "page_executions") {
      edges { node { ...page_execution } }
      feedCursor
    }
  }
  fragment page_execution on Execution @refetchable(queryName: "pageExecutionRefetchQuery") {
    id
    status
    createdAt
    steps { stepId status ... on ToolStep { outcome } }
    ...page_events
  }
  fragment page_events on Execution
  @argumentDefinitions(count: { type: "Int", defaultValue: 50 }, cursor: { type: "EventCursor" })
  @refetchable(queryName: "pageEventsRefetchQuery") {
    events(first: $count, after: $cursor) @connection(key: "page_events") {
      edges { node { __typename sequence } }
    }
  }
  subscription pageSubscription($id: ID!, $after: EventCursor) {
    executionEvents(executionId: $id, after: $after) {
      cursor
      events { sequence ... on StepFinished { stepStatus: status } }
    }
  }
  mutation pageMutation($input: CancelExecutionInput!) {
    cancelExecution(input: $input) { execution { ...page_execution } errors { code message } }
  }
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-relay-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles the application over a schema. Gives the names of the modules that were made; throws with what was complained of. */
function compile(schema: string): readonly string[] {
  const source = join(folder, "src");
  mkdirSync(source);
  writeFileSync(join(folder, "schema.graphql"), schema);
  writeFileSync(join(folder, "relay.config.json"), JSON.stringify(config));
  const documents = application
    .split(/(?=^ {2}(?:query|fragment|subscription|mutation) )/m)
    .filter((text) => text.trim());
  const text = documents.map((document) => `graphql\`${document}\`;`).join("\n");
  writeFileSync(join(source, "page.ts"), `declare const graphql: (text: TemplateStringsArray) => unknown;\n${text}\n`);
  execFileSync(process.execPath, [compiler, join(folder, "relay.config.json")], {
    cwd: folder,
    stdio: "pipe",
    encoding: "utf8",
  });
  return readdirSync(join(source, "__generated__"));
}

describe("relay-compiler", () => {
  it("accepts the schema for lists, refetches, a mutation and a subscription", () => {
    expect(compile(schemaText)).toEqual(
      expect.arrayContaining([
        "pageQuery.graphql.ts",
        "pageListRefetchQuery.graphql.ts",
        "pageExecutionRefetchQuery.graphql.ts",
        "pageEventsRefetchQuery.graphql.ts",
        "pageSubscription.graphql.ts",
        "pageMutation.graphql.ts",
      ]),
    );
    const made = readFileSync(join(folder, "src/__generated__/page_execution.graphql.ts"), "utf8");
    expect(made).toContain("readonly createdAt: string");
  });

  it("would notice a schema that it cannot page through", () => {
    expect(() => compile(schemaText.replaceAll("pageInfo: PageInfo!", "pages: PageInfo!"))).toThrow("pageInfo");
  });
});
