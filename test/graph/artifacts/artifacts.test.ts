/** Artifacts as the API takes, shows and deletes them. */
import { beforeEach, describe, expect, it } from "vitest";
import { ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { freshExecution } from "../../support/graph/streams.ts";

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
});

const createMutation = /* GraphQL */ `
  mutation ($input: CreateArtifactInput!) {
    createArtifact(input: $input) {
      artifact { id name description mediaType byteSize sha256 address createdAt stepId json text downloadUrl execution { id } }
      errors { code message path }
    }
  }
`;
const create = async (input: object) => (await data(world, createMutation, { variables: { input } })).createArtifact;

describe("createArtifact", () => {
  it("stores JSON, which is shown as JSON and as text, with a link below the address of the request", async () => {
    const { artifact, errors } = await create({
      name: "a b.json",
      description: "An order",
      content: { json: { a: [1] } },
    });
    expect(errors).toEqual([]);
    expect(artifact).toMatchObject({
      ...{ name: "a b.json", description: "An order", mediaType: "application/json", byteSize: 9, stepId: null },
      ...{ json: { a: [1] }, text: '{"a":[1]}', execution: null, createdAt: "2026-01-31T09:30:00.000Z" },
      ...{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), address: "artifact://given/a%20b.json" },
    });
    expect(artifact.downloadUrl).toMatch(/^http:\/\/localhost\/artifacts\//);
    world.settings = { publicUrl: "https://plans.example.com" };
    const again = await create({ name: "a b.json", description: "An order", content: { json: { a: [1] } } });
    expect(again.artifact.downloadUrl).toMatch(/^https:\/\/plans\.example\.com\/artifacts\//);
  });

  it("stores text under the type that is given, and shows it as far as it is asked for", async () => {
    const text = "é🙂".repeat(2_000);
    const { artifact } = await create({ name: "t.md", content: { text: { text, mediaType: "text/markdown" } } });
    expect(artifact).toMatchObject({ mediaType: "text/markdown", json: null, byteSize: 12_000 });
    expect(artifact.text).toHaveLength(2_000);
    expect(text.startsWith(artifact.text.slice(0, -1))).toBe(true);
    const plain = await create({ name: "t.txt", content: { text: { text: "x" } } });
    expect(plain.artifact.mediaType).toBe("text/plain; charset=utf-8");
    const image = await create({ name: "t.svg", content: { text: { text: "<svg/>", mediaType: "image/svg+xml" } } });
    expect(image.artifact).toMatchObject({ json: null, text: null });
  });

  it("is no error for the same again, and refused for other content under the name", async () => {
    const content = { json: { a: 1 } };
    const first = await create({ name: "x", content });
    expect((await create({ name: "x", content })).artifact.id).toBe(first.artifact.id);
    const { artifact, errors } = await create({ name: "x", content: { json: { a: 2 } } });
    expect(artifact).toBeNull();
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", "name"] }]);
  });

  it.each([
    [{ name: "" }, ["name"]],
    [{ name: "x".repeat(129) }, ["name"]],
    [{ name: "a/b" }, ["name"]],
    [{ name: "a\\b" }, ["name"]],
    [{ name: ".." }, ["name"]],
    [{ name: "a\u0000" }, ["name"]],
    [{ name: "a\u0085b" }, ["name"]],
    [{ name: "\ud800" }, ["name"]],
    [{ description: "x".repeat(501) }, ["description"]],
    [{ content: { text: { text: "x", mediaType: "text" } } }, ["content", "text", "mediaType"]],
    [{ content: { text: { text: "x", mediaType: "a/b\r\nx: y" } } }, ["content", "text", "mediaType"]],
  ])("refuses %j before anything is stored", async (wrong, path) => {
    const { artifact, errors } = await create({ name: "x", content: { json: 1 }, ...wrong });
    expect(artifact).toBeNull();
    expect(errors).toMatchObject([{ code: "INVALID_INPUT", path: ["input", ...path] }]);
    expect(world.calls).toEqual([]);
  });

  it("[N53] tells which cap of given artifacts is reached, the figures, and what helps", async () => {
    const mutation = /* GraphQL */ `
      mutation ($input: CreateArtifactInput!) {
        createArtifact(input: $input) {
          artifact { id }
          errors { code message path ... on LimitError { limit maximum found } }
        }
      }
    `;
    const input = { name: "x", content: { json: 1 } };
    world.artifactLimit = { limit: "givenArtifacts", maximum: 2, found: 3 };
    const refused = (await data(world, mutation, { variables: { input } })).createArtifact;
    expect(refused).toEqual({
      artifact: null,
      errors: [{ code: "LIMIT_EXCEEDED", message: expect.any(String), path: ["input"], ...world.artifactLimit }],
    });
    expect(refused.errors[0].message).toMatch(/at most 2 .*MAX_GIVEN_ARTIFACTS.* found 3 .*deleteArtifact/);
    world.artifactLimit = { limit: "givenArtifactBytes", maximum: 3_000_000_000, found: 3_000_000_001 };
    const large = (await data(world, mutation, { variables: { input } })).createArtifact;
    expect(large.errors).toMatchObject([{ maximum: 3_000_000_000, found: 3_000_000_001 }]);
    expect(large.errors[0].message).toContain("MAX_GIVEN_ARTIFACT_BYTES");
  });

  it("refuses two contents, and a length of text that no page has", async () => {
    const both = { name: "x", content: { json: 1, text: { text: "x" } } };
    expect((await ask(world, createMutation, { variables: { input: both } })).errors).toMatchObject([
      { extensions: { code: "BAD_USER_INPUT" } },
    ]);
    world.giveArtifact("x", "1");
    for (const characters of [-1, 65_537]) {
      const { errors } = await ask(world, `{ artifacts { nodes { text(maxCharacters: ${characters}) } } }`);
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    }
  });
});

describe("artifacts", () => {
  it("that were given are paged by name; those of an execution stand with it, with their steps", async () => {
    const { id, name } = await freshExecution(world);
    for (const given of ["c", "a", "b"]) world.giveArtifact(given, "{}");
    const stored = world.giveArtifact("out.json", '{"a":1}', { owner: name });
    world.change(name, { artifacts: [{ ...stored, step: "s1" }] });
    const page =
      "query ($after: String) { artifacts(first: 2, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } }";
    const first = (await data(world, page)).artifacts;
    expect(first).toMatchObject({ nodes: [{ name: "a" }, { name: "b" }], pageInfo: { hasNextPage: true } });
    const second = await data(world, page, { variables: { after: first.pageInfo.endCursor } });
    expect(second.artifacts).toMatchObject({ nodes: [{ name: "c" }], pageInfo: { hasNextPage: false } });
    const query = `query ($id: ID!) { execution(by: { id: $id }) { artifacts { nodes { id name stepId json execution { id } } } } }`;
    const { execution } = await data(world, query, { variables: { id } });
    expect(execution.artifacts.nodes).toMatchObject([
      { name: "out.json", stepId: "s1", json: { a: 1 }, execution: { id } },
    ]);
    const node = "query ($id: ID!) { node(id: $id) { __typename ... on Artifact { name stepId } } }";
    const found = await data(world, node, { variables: { id: execution.artifacts.nodes[0].id } });
    expect(found.node).toEqual({ __typename: "Artifact", name: "out.json", stepId: "s1" });
  });

  it("[E14] are read only where their content is selected", async () => {
    world.giveArtifact("x.json", "{}");
    await data(world, "{ artifacts { nodes { id name byteSize sha256 downloadUrl } } }");
    expect(world.calls).toEqual(["artifacts.list"]);
  });

  it("that claim to be JSON and are not, or are too large, are shown as null", async () => {
    world.giveArtifact("broken", "{");
    world.giveArtifact("large", JSON.stringify("x".repeat(70_000)));
    const { artifacts } = await data(world, "{ artifacts { nodes { name json } } }");
    expect(artifacts.nodes).toEqual([
      { name: "broken", json: null },
      { name: "large", json: null },
    ]);
    expect(world.calls.filter((call) => call === "artifacts.read")).toHaveLength(1);
  });

  it("are deleted by id, once; those of an execution only with it", async () => {
    const { name } = await freshExecution(world);
    world.giveArtifact("x", "1");
    world.giveArtifact("y", "1", { owner: name });
    const remove =
      "mutation ($id: ID!) { deleteArtifact(input: { artifactId: $id }) { deletedId errors { code path } } }";
    const deleted = async (id: string) => (await data(world, remove, { variables: { id } })).deleteArtifact;
    const { artifacts } = await data(world, "{ artifacts { nodes { id } } }");
    const [{ id }] = artifacts.nodes;
    expect(await deleted(id)).toEqual({ deletedId: id, errors: [] });
    const notFound = { deletedId: null, errors: [{ code: "NOT_FOUND", path: ["input", "artifactId"] }] };
    expect(await deleted(id)).toEqual(notFound);
    expect(await deleted("forged")).toEqual(notFound);
    const list = await data(
      world,
      `{ execution(by: { id: "${(await listed()).id}" }) { artifacts { nodes { id } } } }`,
    );
    expect(await deleted(list.execution.artifacts.nodes[0].id)).toMatchObject({
      deletedId: null,
      errors: [{ code: "INVALID_INPUT" }],
    });
    expect(world.artifacts.has(`${name}/y`)).toBe(true);

    async function listed() {
      const { identity } = world.clients;
      return { id: await identity.seal(JSON.stringify(["default", "EXECUTION", name])) };
    }
  });
});
