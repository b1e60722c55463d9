/** What the scalars of the schema take, as variables and as literals. */
import { describe, expect, it } from "vitest";
import { type Answer, ask } from "../support/graph/ask.ts";
import { FakeClients } from "../support/graph/fake-clients.ts";

describe("an instant", () => {
  const query = "query ($at: DateTime) { executions(filter: { createdBefore: $at }) { nodes { createdAt } } }";
  const codes = async (at: string) => {
    const byLiteral = query.replace("query ($at: DateTime)", "").replace("$at", JSON.stringify(at));
    const [variable, literal]: readonly Answer[] = await Promise.all([
      ask(new FakeClients(), query, { variables: { at } }),
      ask(new FakeClients(), byLiteral),
    ]);
    return [variable, literal].map(({ errors }) => errors?.[0]?.extensions.code ?? "TAKEN");
  };

  it("[N838] is taken in the form of RFC 3339, in every offset", async () => {
    for (const at of [
      "2026-01-31T09:30:00.000Z",
      "2026-01-31T09:30:00Z",
      "2026-01-31t09:30:00.1234567z",
      "2024-02-29T23:59:59+05:30",
      "2026-12-31T23:59:59.9-11:00",
    ])
      expect([at, ...(await codes(at))]).toEqual([at, "TAKEN", "TAKEN"]);
  });

  it("[N838] is refused in every other form, and for a day or an hour that there is not, not taken for another instant", async () => {
    for (const at of [
      "5",
      "2026",
      "2026-01-31",
      "1/2/2026",
      "Sat, 31 Jan 2026 09:30:00 GMT",
      "2026-01-31T09:30:00",
      "2026-01-31 09:30:00Z",
      "2026-01-31T09:30Z",
      "2026-02-29T09:30:00Z",
      "2026-02-31T09:30:00Z",
      "2026-13-01T09:30:00Z",
      "2026-01-31T24:00:00Z",
      "2026-01-31T09:30:60Z",
      "2026-01-31T09:30:00+25:00",
      "+002026-01-31T09:30:00Z",
      " 2026-01-31T09:30:00Z",
      "",
    ])
      expect([at, ...(await codes(at))]).toEqual([at, "BAD_USER_INPUT", "GRAPHQL_VALIDATION_FAILED"]);
  });
});

describe("a JSON value", () => {
  const world = new FakeClients();
  const create = (json: string) =>
    `mutation { createArtifact(input: { name: "a", content: { json: ${json} } }) { errors { code } } }`;
  const given =
    'mutation ($json: JSON) { createArtifact(input: { name: "a", content: { json: $json } }) { errors { code } } }';

  it("[N841] with a number that is too large to be held is refused, not stored as null", async () => {
    for (const number of ["1e999", "-1e400", "9".repeat(400)]) {
      const literal = await ask(world, create(`{ list: [{ x: ${number} }] }`));
      expect(literal.errors?.[0]?.message).toContain("finite");
      const variable = await ask(world, given, { variablesText: `{"json":{"list":[{"x":${number}}]}}` });
      expect(variable.errors?.[0]).toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
      expect(variable.errors?.[0]?.message).toContain("finite");
    }
    const schema = '{"maximum":1e999}';
    const workflow = "mutation ($input: SaveWorkflowInput!) { saveWorkflow(input: $input) { errors { code } } }";
    const input = `{"input":{"name":"w","description":"d","source":{"plan":{"steps":[]}},"inputSchema":${schema}}}`;
    expect((await ask(world, workflow, { variablesText: input })).errors?.[0]?.message).toContain("finite");
    expect(world.calls).toEqual([]);
    expect((await ask(world, create("[1e300, -0.5, 9007199254740993]"))).data.createArtifact.errors).toEqual([]);
  });
});
