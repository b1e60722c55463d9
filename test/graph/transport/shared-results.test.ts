/** Results of a subscription that are made once for all who may see the same. */
import { GraphQLObjectType, type GraphQLResolveInfo, GraphQLSchema, GraphQLString, parse } from "graphql";
import { expect, it } from "vitest";
import { answerRoot, takeAnswerBytes } from "../../../src/graph/base/answer-bytes.ts";
import type { GraphContext } from "../../../src/graph/base/graph-context.ts";
import type { StreamItem } from "../../../src/graph/base/list-sources.ts";
import { requestLimits } from "../../../src/graph/base/request-limits.ts";
import { subscribe } from "../../../src/graph/transport/subscription-cursor.ts";

const item: StreamItem = { position: "1" };
let made = 0;
const thing = {
  type: GraphQLString,
  async *subscribe() {
    yield item;
  },
  resolve: (_: unknown, __: unknown, { caller }: GraphContext) => {
    made += 1;
    return caller.grant === undefined ? "of the tenant" : JSON.stringify(caller.grant.thing);
  },
};
const downloadUrl = {
  ...thing,
  resolve: (_: unknown, __: unknown, { caller, request }: GraphContext) => {
    made += 1;
    const id = caller.credential?.kind === "API_KEY" ? caller.credential.id : "none";
    return `${new URL(request.url).origin} ${id} ${caller.validUntil}`;
  },
};
const largest = {
  ...thing,
  resolve: (_: unknown, __: unknown, context: GraphContext, info: GraphQLResolveInfo) => {
    takeAnswerBytes(answerRoot(context, info), requestLimits.answerBytes);
    return context.caller.subject;
  },
};
const fields = { thing, downloadUrl, largest };
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: "Query", fields }),
  subscription: new GraphQLObjectType({ name: "Subscription", fields }),
});
const document = parse("subscription { thing }");

async function seenBy(grant?: string): Promise<unknown> {
  const caller = {
    ...{ tenant: "acme", subject: "alice", groups: [], scopes: ["EXECUTION_READ"] },
    ...(grant === undefined
      ? {}
      : { grant: { thing: { kind: "EXECUTION", execution: grant }, actions: ["READ"], isVouched: true } }),
  };
  const results = await subscribe({ schema, document, contextValue: { caller } });
  if (!(Symbol.asyncIterator in results)) throw new Error(JSON.stringify(results));
  for await (const { data } of results) return data?.thing;
  return undefined;
}

it("[N806] are shared by callers of one grant, and by nobody with another one or with none", async () => {
  expect(await seenBy()).toBe("of the tenant");
  expect(await seenBy("child")).toContain("child");
  expect(await seenBy("parent")).toContain("parent");
  expect(await seenBy("child")).toContain("child");
  expect(await seenBy()).toBe("of the tenant");
  expect(made).toBe(3);
});

it("[N774] hold no link that was made with another credential, for one that ends at another time, or for another origin", async () => {
  const links = parse("subscription { downloadUrl }");
  const seen = async (id: string, validUntil?: number, origin = "https://a.example") => {
    const caller = {
      ...{ tenant: "acme", subject: "alice", groups: [], scopes: ["EXECUTION_READ"], validUntil },
      credential: { kind: "API_KEY", id },
    };
    const contextValue = { caller, request: new Request(`${origin}/graphql`) };
    const results = await subscribe({ schema, document: links, contextValue });
    if (!(Symbol.asyncIterator in results)) throw new Error(JSON.stringify(results));
    for await (const { data } of results) return data?.downloadUrl;
    return undefined;
  };
  made = 0;
  expect(await seen("first")).toBe("https://a.example first undefined");
  expect(await seen("second")).toBe("https://a.example second undefined");
  expect(await seen("second", 5)).toBe("https://a.example second 5");
  expect(await seen("second", 5, "https://b.example")).toBe("https://b.example second 5");
  expect(await seen("second", 5, "https://b.example")).toBe("https://b.example second 5");
  expect(made).toBe(4);
});

it("[N186] are bounded in bytes each by itself, also where they are made from one item", async () => {
  const largestOnes = parse("subscription { largest }");
  const answer = async (subject: string) => {
    const contextValue = { caller: { tenant: "acme", subject, groups: [], scopes: ["EXECUTION_READ"] } };
    const found = await subscribe({ schema, document: largestOnes, contextValue });
    if (!(Symbol.asyncIterator in found)) throw new Error(JSON.stringify(found));
    for await (const { data, errors } of found) return errors ?? data?.largest;
    return undefined;
  };
  expect(await answer("alice")).toBe("alice");
  expect(await answer("bob")).toBe("bob");
  expect(await Promise.all([answer("carol"), answer("carol")])).toEqual(["carol", "carol"]);
});
