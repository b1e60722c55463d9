/** Documents that come again: what is kept of them, and that it never answers for another request. */
import { parse } from "graphql";
import { describe, expect, it } from "vitest";
import { buildSchema } from "../../../src/graph/schema.ts";
import { graphEndpoint } from "../../../src/graph/transport/endpoint.ts";
import { KnownDocument, KnownDocuments } from "../../../src/graph/transport/known-documents.ts";
import { admit } from "../../../src/graph/transport/request-rules.ts";
import { type Answer, schemaText } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const schema = buildSchema(schemaText);
const post = new Request("http://localhost/graphql", { method: "POST" });
const settings = { maxRequestCost: 1_000 };

/** So many valid documents, all different, of about `length` characters. */
function manyDocuments(count: number, length: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `{ viewer { subject } } # ${index} `.padEnd(length, "x"));
}

const known = () => new KnownDocument(parse("{ viewer { subject } }"));

describe("a valid document that comes again", () => {
  it("[N222] is not parsed again, whatever its variables", () => {
    const documents = new KnownDocuments();
    const query = "query ($n: Int) { tools(first: $n) { nodes { name } } }";
    const admitted = [1, 2, 3].map((n) => admit({ query, variables: { n } }, post, schema, settings, documents));
    const [first, ...others] = admitted.map((admission) => admission.ok && admission.document);
    expect(first).toBeTypeOf("object");
    for (const other of others) expect(other).toBe(first);
  });

  it("[N222] is kept until other documents that came again take its place, however many come once", () => {
    const documents = new KnownDocuments();
    documents.add("proven", known());
    expect(documents.get("proven")).toBeDefined();
    for (const text of manyDocuments(5_000, 1_000)) {
      expect(documents.get(text)).toBeUndefined();
      documents.add(text, known());
    }
    expect(documents.get("proven")).toBeDefined();
  });

  it("[N222] is one of those with 400,000 characters together at most, and of 8,000 characters by itself", () => {
    const documents = new KnownDocuments();
    const texts = manyDocuments(1_000, 1_900);
    for (const text of texts) {
      documents.add(text, known());
      documents.get(text);
    }
    const proven = texts.filter((text) => documents.get(text) !== undefined);
    expect(proven.length).toBe(150);
    expect(proven).toEqual(texts.slice(-150));
    const [fits = "", tooLong = ""] = [manyDocuments(1, 8_000)[0], manyDocuments(1, 8_001)[0]];
    documents.add(fits, known());
    documents.add(tooLong, known());
    expect([documents.get(fits), documents.get(tooLong)].map((found) => found !== undefined)).toEqual([true, false]);
  });

  it("[N222] is judged again if it was refused before", () => {
    const documents = new KnownDocuments();
    for (const query of ["{ viewer { subjekt } }", "{ viewer"]) {
      for (let turn = 0; turn < 2; turn++) {
        const judge = () => admit({ query }, post, schema, settings, documents);
        if (query.includes("subjekt")) expect(judge()).toMatchObject({ ok: false, errors: [{}] });
        else expect(judge).toThrow("Syntax Error");
      }
      expect(documents.get(query)).toBeUndefined();
    }
  });
});

describe("the cost of a document that comes again", () => {
  const costs = async (query: string, variables: readonly { readonly [name: string]: unknown }[]) => {
    const endpoint = graphEndpoint(schema);
    const world = new FakeClients();
    const found: unknown[] = [];
    for (const given of variables) {
      const body = JSON.stringify({ query, variables: given });
      const headers = { "content-type": "application/json" };
      const request = new Request("http://localhost/graphql", { method: "POST", headers, body });
      const answer: Answer = await (await endpoint.fetch(request, world.context())).json();
      found.push(answer.extensions?.cost.requested ?? answer.errors[0].extensions.cost.requested);
    }
    return found;
  };

  it.each([
    [
      "an argument",
      "query ($n: Int) { tools(first: $n) { nodes { name } } }",
      [{ n: 3 }, { n: 7 }, { n: 3 }, {}],
      [4, 8, 4, 26],
    ],
    ["a default", "query ($n: Int = 5) { tools(first: $n) { nodes { name } } }", [{}, { n: 7 }, {}], [6, 8, 6]],
    [
      "a fragment",
      "query ($n: Int) { ...Tools } fragment Tools on Query { tools(first: $n) { nodes { name } } }",
      [{ n: 3 }, { n: 7 }],
      [4, 8],
    ],
    [
      "what is too large",
      "query ($n: Int) { tools(first: $n) { nodes { name } } }",
      [{ n: 3 }, { n: 1_000_000 }, { n: 3 }],
      [4, 1_000_001, 4],
    ],
  ])("[N223] follows the variables of each request in %s", async (_, query, variables, expected) => {
    expect(await costs(query, variables)).toEqual(expected);
  });

  it("[N223] is held against the limit of each request", () => {
    const documents = new KnownDocuments();
    const query = "{ tools(first: 20) { nodes { name } } }";
    const judge = (maxRequestCost: number) => admit({ query }, post, schema, { maxRequestCost }, documents);
    expect(judge(21)).toMatchObject({ ok: true, cost: 21 });
    expect(() => judge(20)).toThrow("required at most 20 cost, found 21");
    expect(judge(21)).toMatchObject({ ok: true, cost: 21 });
  });
});
