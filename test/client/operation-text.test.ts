import { describe, expect, it } from "vitest";
import { declaresVariable, isSubscription } from "../../packages/client/src/operation-text.ts";

describe("the text of a document", () => {
  it.each([
    ["a named subscription", "subscription Follow($id: ID!) { a(id: $id) { b } }", true],
    ["one after a comment", "# query\n\n subscription{a}", true],
    ["one after a fragment", "fragment F on T { subscription }\nsubscription { a { ...F } }", true],
    ["a query with a field of that name", "{ subscription { a } }", false],
    ["a query with a comment of that word", "# subscription\nquery { a }", false],
    ["a query with a string of that word", 'query { a(b: "} subscription {") }', false],
    ["a mutation", "mutation { a }", false],
  ])("%s", (_, text, expected) => {
    expect(isSubscription(text, null)).toBe(expected);
  });

  it("tells the operations of a document apart by name", () => {
    const text = "query Read { a } subscription Follow { b }";
    expect(isSubscription(text, "Read")).toBe(false);
    expect(isSubscription(text, "Follow")).toBe(true);
  });

  it("finds a declared variable, not one that is only used, commented or within a default value", () => {
    expect(declaresVariable("subscription ($id: ID!, $after: EventCursor) { a }", "after")).toBe(true);
    expect(declaresVariable("subscription ($f: F = {a: {b: 1}} $after : X) { a }", "after")).toBe(true);
    expect(declaresVariable("subscription ($id: ID!) { a(after: $after) { b } }", "after")).toBe(false);
    expect(declaresVariable("subscription ( # $after: X\n $id: ID!) { a }", "after")).toBe(false);
    expect(declaresVariable("subscription ($afterwards: ID!) { a }", "after")).toBe(false);
  });
});
