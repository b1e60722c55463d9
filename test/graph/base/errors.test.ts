import { beforeEach, describe, expect, it, vi } from "vitest";
import { ask, send } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

describe("errors", () => {
  it("of our own code are masked, keep their path, and leave the siblings alone", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    Object.assign(world.clients.index, { list: () => Promise.reject(new Error("secret connection string")) });
    const answer = await ask(world, "{ executions { nodes { id } } viewer { subject } }");
    expect(answer.data).toEqual({ executions: null, viewer: { subject: "anonymous" } });
    expect(answer.errors).toMatchObject([{ path: ["executions"], extensions: { code: "INTERNAL_SERVER_ERROR" } }]);
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect(String(logged.mock.calls[0])).toContain("secret connection string");
    logged.mockRestore();
  });

  it.each([
    ["{ viewer { subject ", "GRAPHQL_PARSE_FAILED"],
    ["{ viewer { password } }", "GRAPHQL_VALIDATION_FAILED"],
    ["query ($id: ID!) { node(id: $id) { id } }", "BAD_USER_INPUT"],
    ['{ tool(by: { id: "a", name: "b" }) { id } }', "GRAPHQL_VALIDATION_FAILED"],
    ["{ execution(by: {}) { id } }", "GRAPHQL_VALIDATION_FAILED"],
  ])("of the request have a stable code and status 400: %s", async (query, code) => {
    const response = await send(world, query, { headers: { accept: "application/graphql-response+json" } });
    expect(response.status).toBe(400);
    const { data, errors }: { data?: unknown; errors?: unknown } = await response.json();
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ extensions: { code } }]);
    expect(world.calls).toEqual([]);
  });

  it("of one field do not change the status of an answer that has data", async () => {
    const response = await send(world, "{ tools(first: 0) { nodes { id } } viewer { subject } }", {
      headers: { accept: "application/graphql-response+json" },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
  });
});
