/** Clients that send the hash of a document first, such as those of Apollo and urql. */
import { createHash } from "node:crypto";
import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";
import { describe, expect, it } from "vitest";
import { endpoint } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const persistedQuery = { version: 1, sha256Hash: sha256("{ __typename }") };

async function post(body: object, accept = "application/json"): Promise<Response> {
  const headers = { "content-type": "application/json", accept };
  const request = new Request("http://localhost/graphql", { method: "POST", headers, body: JSON.stringify(body) });
  return endpoint.fetch(request, new FakeClients().context());
}

describe("a request with the hash of a document", () => {
  it("[N843] is answered with what clients for persisted queries know, over POST and GET", async () => {
    const url = `http://localhost/graphql?extensions=${encodeURIComponent(JSON.stringify({ persistedQuery }))}`;
    const got = await endpoint.fetch(new Request(url), new FakeClients().context());
    for (const response of [await post({ extensions: { persistedQuery } }), got]) {
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        errors: [{ message: "PersistedQueryNotSupported", extensions: { code: "PERSISTED_QUERY_NOT_SUPPORTED" } }],
      });
    }
    const strict = await post({ extensions: { persistedQuery } }, "application/graphql-response+json");
    expect(strict.status).toBe(400);
  });

  it("[N843] is run where it has the text as well, and is malformed where the text is none", async () => {
    const both = await post({ query: "{ __typename }", extensions: { persistedQuery } });
    expect(await both.json()).toMatchObject({ data: { __typename: "Query" } });
    for (const body of [{ query: 1, extensions: { persistedQuery } }, { extensions: {} }, {}]) {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
    }
  });

  it.each([false, true])("[N843] of Apollo Client comes again with the text (by GET first: %s)", async (byGet) => {
    const sent: string[] = [];
    const fetched: typeof fetch = (input, init) => {
      const request = new Request(input, init);
      sent.push(
        `${request.method} ${init?.body == null ? "hash" : JSON.parse(String(init.body)).query === undefined ? "hash" : "text"}`,
      );
      return endpoint.fetch(request, new FakeClients().context());
    };
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: new PersistedQueryLink({ sha256, useGETForHashedQueries: byGet }).concat(
        new HttpLink({ uri: "http://localhost/graphql", fetch: fetched }),
      ),
    });
    const subject = async (name: string) =>
      (await client.query({ query: gql`query ${name} { viewer { subject } }`, fetchPolicy: "network-only" })).data;
    expect(await subject("first")).toMatchObject({ viewer: { subject: "anonymous" } });
    expect(await subject("second")).toMatchObject({ viewer: { subject: "anonymous" } });
    expect(sent).toEqual([byGet ? "GET hash" : "POST hash", "POST text", "POST text"]);
  });
});
