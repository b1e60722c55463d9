/** Copied operations: they fit the schema whatever is registered, and a shell hands them on to the letter. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { buildSchema, parse, specifiedRules, validate, valueFromASTUntyped, visit } from "graphql";
import { describe, expect, it } from "vitest";
import { asCurl, shellQuoted } from "../../../dashboard/registry/call/as-curl.ts";
import { asGraphql, type Callable, operationFor } from "../../../dashboard/registry/call/as-graphql.ts";

const schema = buildSchema(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"));

const hostile = `a'b"c\\d\n$(touch x) \`id\` $PLANWRIGHT_TOKEN {} """ # \u202e é 🦀`;

const inputSchema = {
  type: "object",
  properties: {
    artifact_id: { type: "string" },
    count: { type: "integer", minimum: 3 },
    options: { type: "object", properties: { deep: { enum: [hostile] } }, required: ["deep"] },
    left_out: { type: "string" },
  },
  required: ["artifact_id", "count", "options"],
};

const callables: readonly Callable[] = [
  { kind: "TOOL", name: hostile, inputSchema },
  { kind: "TOOL", name: "no_name", inputSchema: { required: ["not-a-name", hostile] } },
  { kind: "AGENT", name: hostile, inputSchema: { properties: { text: {} }, required: ["text"] }, query: hostile },
  { kind: "AGENT", name: "translator", inputSchema, query: null },
  { kind: "WORKFLOW", name: hostile, version: null, inputSchema },
  { kind: "WORKFLOW", name: hostile, version: "a4599dd", inputSchema: null },
  { kind: "MANIFEST", name: hostile },
  { kind: "SERVER", name: hostile, url: hostile, trusted: false, outputValidation: "WARN" },
];

/** What a shell makes of a word. */
function heard(word: string): string {
  return execFileSync("sh", ["-c", `printf '%s' ${word}`], { env: {}, encoding: "utf8" });
}

/** Every string that stands in an operation. */
function stringsIn(text: string): readonly string[] {
  const found: string[] = [];
  visit(parse(text), { StringValue: (node) => void found.push(String(valueFromASTUntyped(node))) });
  return found;
}

describe("copy as GraphQL", () => {
  it("gives operations that fit the schema for everything that is registered, whatever its name", () => {
    for (const callable of callables) {
      const document = parse(asGraphql(callable));
      expect(validate(schema, document, specifiedRules)).toEqual([]);
    }
  });

  it("says a hostile name to the letter, as one string", () => {
    for (const callable of callables) {
      if (callable.name === hostile) expect(stringsIn(asGraphql(callable))).toContain(hostile);
    }
  });

  it("starts from the required arguments alone, and asks an agent that wants more than words by a step", () => {
    const tool = asGraphql({ kind: "TOOL", name: "t", inputSchema });
    expect(tool).toContain(`arguments: { artifact_id: "text", count: 3, options: { deep: `);
    expect(tool).not.toContain("left_out");
    const agent = { kind: "AGENT", name: "translator", query: null } as const;
    expect(asGraphql({ ...agent, inputSchema })).toContain("executePlan");
    expect(asGraphql({ ...agent, inputSchema: null })).toContain(`routing: { manual: "translator" }`);
  });

  it("sends arguments as variables where GraphQL cannot write their names, and shows them", () => {
    const callable = { kind: "TOOL", name: "t", inputSchema: { required: ["not-a-name"] } } as const;
    expect(operationFor(callable).variables).toEqual({ arguments: { "not-a-name": "text" } });
    expect(asGraphql(callable)).toMatch(/^# +"not-a-name": "text"$/m);
  });
});

describe("copy as curl", () => {
  it("hands any text to a shell to the letter", () => {
    expect(heard(shellQuoted(hostile))).toBe(hostile);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom("'", '"', "\\", "$", "`", "\n", "!", "$(id)", "'\\''"), fc.string())),
        (parts) => {
          const text = parts.join("").replaceAll("\0", "");
          expect(heard(shellQuoted(text))).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("sends the whole operation as JSON, without a credential where none is needed", () => {
    for (const callable of callables) {
      const operation = operationFor(callable);
      const command = asCurl(operation, { endpoint: "http://127.0.0.1/graphql", isSignedIn: false, tenant: "" });
      const said = heard(command.slice(command.indexOf("--data-raw ") + "--data-raw ".length));
      expect(JSON.parse(said)).toMatchObject({ query: operation.query });
      expect(command).not.toContain("authorization");
    }
  });

  it("takes the credential from the environment and the tenant as one word", () => {
    const [callable] = callables;
    if (callable === undefined) throw new Error("there are callables");
    const caller = { endpoint: "https://planwright.example/graphql", isSignedIn: true, tenant: "o'brien; $(id)" };
    const [, headers = ""] = asCurl(operationFor(callable), caller).split("accept: application/json' \\\n");
    const words = execFileSync(
      "sh",
      ["-c", `printf '%s\\n' ${headers.slice(0, headers.indexOf("--data-raw")).replaceAll("\\\n", " ")}`],
      {
        env: { PLANWRIGHT_TOKEN: "secret" },
        encoding: "utf8",
      },
    );
    expect(words).toBe("-H\nauthorization: Bearer secret\n-H\nplanwright-tenant: o'brien; $(id)\n");
  });
});
