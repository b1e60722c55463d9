/** Which way the words of the one box take: to an agent that fits, else to a plan, which never ends with nobody asked. */
import { expect, it } from "vitest";
import type { Callable } from "../../../dashboard/run/registry.ts";
import { routeFor } from "../../../dashboard/run/route-choice.ts";

const one = (kind: Callable["kind"], name: string, description: string): Callable => ({
  ...{ kind, name, description },
  ...{ isDestructive: false, isOurs: false },
});
const callables = [
  one("AGENT", "CostAgent", "Reports what machines cost and which costs rose"),
  one("AGENT", "critic", "Says what is weak in a draft"),
  one("TOOL", "create_blog_post", "Writes a blog post from research"),
  one("WORKFLOW", "publish", "Researches a topic and publishes a post"),
];
const auto = (words: string) => routeFor(words, "", "AUTO", callables);

it("[N608] words that no agent stands out for make a plan, so that nobody ends with no agent asked", () => {
  expect(auto("Write a blog post about durable agents")).toMatchObject({
    kind: "PLAN",
    why: "create_blog_post and others may fit",
  });
  expect(auto("Hello")).toEqual({ kind: "PLAN", why: "no agent stands out" });
  expect(auto("")).toMatchObject({ kind: "PLAN" });
  expect(routeFor("What did our machines cost?", "", "AUTO", [])).toMatchObject({ kind: "PLAN" });
});

it("[N608] an agent is asked where the words name it, or fit it better than any tool or workflow", () => {
  expect(auto("What did our machines cost last week?")).toMatchObject({ kind: "AGENT", agentName: "CostAgent" });
  expect(auto("Let the critic look at this")).toMatchObject({ kind: "AGENT", agentName: "critic" });
  expect(auto("uncritical words")).toMatchObject({ kind: "PLAN" });
  // Wherever they name it.
  expect(auto("Hypercritical as it is, the Critic reads")).toMatchObject({ kind: "AGENT", agentName: "critic" });
});

it("[N608] what a person chooses is done, whatever the words say", () => {
  expect(routeFor("What did our machines cost?", "", "PLAN", callables)).toMatchObject({ kind: "PLAN" });
  expect(routeFor("Write a post", "critic", "AUTO", callables)).toMatchObject({ kind: "AGENT", agentName: "critic" });
  expect(routeFor("Write a post", "", "AGENT", callables)).toMatchObject({ kind: "AGENT", agentName: "" });
});
