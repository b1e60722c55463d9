/** Results of a subscription that are made once for all who may see the same. */
import { GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from "graphql";
import { expect, it } from "vitest";
import type { GraphContext } from "../../../src/graph/base/graph-context.ts";
import type { StreamItem } from "../../../src/graph/base/list-sources.ts";
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
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: "Query", fields: { thing } }),
  subscription: new GraphQLObjectType({ name: "Subscription", fields: { thing } }),
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
