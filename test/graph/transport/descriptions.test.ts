/** The descriptions of the schema, which the Worker adds to a schema without them when somebody asks. */
import { getIntrospectionQuery, parse, visit } from "graphql";
import { expect, it } from "vitest";
import { bareSchema } from "../../../scripts/generate/bare-schema.mjs";
import { buildSchema } from "../../../src/graph/schema.ts";
import { asksForDescriptions, describeSchema } from "../../../src/graph/transport/descriptions.ts";
import { graphEndpoint } from "../../../src/graph/transport/endpoint.ts";
import { type Answer, endpoint, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const introspection = getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true });
const bareText = bareSchema(schemaText);

function countDescriptions(text: string): number {
  let found = 0;
  visit(parse(text), {
    enter(node) {
      if ("description" in node && node.description !== undefined) found += 1;
    },
  });
  return found;
}

it("[N682] a schema without descriptions is described by the first operation that may show one, as if it had them from the first", async () => {
  expect(countDescriptions(schemaText)).toBeGreaterThan(1_000);
  expect(countDescriptions(bareText)).toBe(0);
  let reads = 0;
  const bare = graphEndpoint(buildSchema(bareText), async () => {
    reads += 1;
    return schemaText;
  });
  const world = new FakeClients();
  const ask = async (asked: typeof bare, query: string): Promise<Answer> => {
    const request = new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    return (await asked.fetch(request, world.context())).json();
  };
  expect((await ask(bare, "{ __typename viewer { __typename } }")).errors).toBeUndefined();
  expect(reads).toBe(0);
  const named = '{ __type(name: "Query") { description fields { name description args { name description } } } }';
  for (const query of [named, introspection]) {
    const answer = await ask(bare, query);
    expect(answer.errors).toBeUndefined();
    expect(answer).toEqual(await ask(endpoint, query));
  }
  expect(reads).toBe(1);
});

it("[N682] every operation that may show a description is known by its text, and a text of another schema is refused", () => {
  for (const text of [
    "{__schema{description}}",
    'query Q { a: __type(name: "A") { name } }',
    "fragment F on Query{__schema{types{name}}}",
  ])
    expect(asksForDescriptions(text), text).toBe(true);
  for (const text of ["{ __typename }", "{ viewer { __typename } }", "{ __types }", "{ my__schema }"])
    expect(asksForDescriptions(text), text).toBe(false);
  expect(() => describeSchema(buildSchema(bareText), '"New." type Other { a: Int }')).toThrow(
    "it has no element Other",
  );
});
