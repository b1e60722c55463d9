/** JSON values that look like promises. */
import {
  buildASTSchema,
  execute,
  type GraphQLOutputType,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from "graphql";
import { describe, expect, it } from "vitest";
import { guardJsonFields, jsonScalars } from "../../src/graph/json-fields.ts";
import { attachScalars } from "../../src/graph/scalars.ts";
import { buildSchema } from "../../src/graph/schema.ts";
import type { JsonObject } from "../../src/json/json.ts";
import { data, schemaText } from "../support/graph/ask.ts";
import { fakeCatalog } from "../support/graph/fake-catalog.ts";
import { FakeClients } from "../support/graph/fake-clients.ts";

const conditional: JsonObject = JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]},"else":true}');
const looksLikePromise = (value: unknown) =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then !== "function";

function valueFor(type: GraphQLOutputType): unknown {
  if (isNonNullType(type)) return valueFor(type.ofType);
  return isListType(type) ? [valueFor(type.ofType), valueFor(type.ofType)] : conditional;
}

describe("[N24] a JSON value with a member `then`", () => {
  it("[N24] is handed over as it is by no field of a JSON scalar, in the whole schema", async () => {
    const schema = buildASTSchema(parse(schemaText));
    attachScalars(schema);
    guardJsonFields(schema);
    const running = buildSchema(schemaText);
    const fields: string[] = [];
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        if (!jsonScalars.has(getNamedType(field.type).name)) continue;
        fields.push(`${type.name}.${field.name}`);
        const value = valueFor(field.type);
        const given = field.resolve?.({ [field.name]: value }, {}, null, { fieldName: field.name } as never);
        expect([fields.at(-1), [given].flat().some(looksLikePromise)]).toEqual([fields.at(-1), false]);
        expect(await Promise.all([given].flat())).toEqual([value].flat());
        // The schema that runs is guarded by the same walk.
        expect(running.getType(type.name)).toMatchObject({
          _fields: { [field.name]: { resolve: expect.any(Function) } },
        });
      }
    }
    expect(fields).toContain("Tool.inputSchema");
    expect(fields.length).toBeGreaterThan(20);
  });

  it("[N24] reaches the caller from a tool list, a plan and a list of values", async () => {
    const world = new FakeClients();
    const document = { type: "tool_calls", calls: [{ tool_name: "echo", arguments: conditional }] };
    const query = `query ($input: ValidatePlanInput!) { validatePlan(input: $input) {
      plan { steps { arguments } } errors { code message } } }`;
    const { validatePlan } = await data(world, query, { variables: { input: { source: { document } } } });
    expect(validatePlan.errors).toEqual([]);
    expect(validatePlan.plan.steps).toEqual([{ arguments: conditional }]);
    world.catalog = fakeCatalog("2", [{ name: "picky", output: conditional }]);
    const { tools } = await data(world, "{ tools(first: 1) { nodes { outputSchema } } }");
    expect(tools.nodes).toEqual([{ outputSchema: conditional }]);
  });

  it("[N24] reaches the caller from within a list that is one JSON value, and from a field that lists such values", async () => {
    const schema = buildASTSchema(
      parse("scalar JSON type Query { value: JSON later: JSON values: [JSON!] lists: [[JSON]] }"),
    );
    guardJsonFields(schema);
    const value = [conditional, 1, [conditional]];
    const rootValue = { value, later: () => Promise.resolve(value), values: value, lists: [value] };
    const { lists, values } = schema.getQueryType()?.getFields() ?? {};
    const given = (field: typeof values) => field?.resolve?.(rootValue, {}, null, { fieldName: field.name } as never);
    for (const items of [given(values), [given(lists)].flat()[0]]) {
      expect(items).toHaveLength(3);
      expect([items].flat().some(looksLikePromise)).toBe(false);
    }
    const answer = await execute({ schema, document: parse("{ value later values lists }"), rootValue });
    expect(answer).toEqual({ data: { value, later: value, values: value, lists: [value] } });
  });
});
