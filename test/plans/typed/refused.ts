/** What the compiler refuses. Every comment below is an error that must be there. */
import { definePlan, eq, gt, type PlanBuilder, type PlanDefinition, statusOf, text } from "planwright/plans";
import type { Known } from "./known-tools.ts";

type Builder<Input = unknown> = PlanBuilder<Input, Known>;

export const refused = definePlan(
  ({ agents, humanInput, input, loop, map, parallel, sleep, tools }: Builder<{ topic: string; size: number }>) => {
    const research = tools.research_blog({ topic: input.topic });
    // @ts-expect-error a field that does not exist
    tools.create_blog_post({ artifact_id: research.artifact_idd });
    // @ts-expect-error a field of an input that does not exist
    tools.research_blog({ topic: input.topics });
    // @ts-expect-error a number where text is required
    tools.research_blog({ topic: input.size });
    // @ts-expect-error a number that is written out
    tools.research_blog({ topic: 5 });
    // @ts-expect-error an argument is missing
    tools.research_blog({ depth: 3 });
    // @ts-expect-error all arguments are missing
    tools.create_blog_post();
    // @ts-expect-error an argument that there is not
    tools.research_blog({ topic: "a", topicc: "b" });
    // @ts-expect-error not one of its values
    tools.research_blog({ topic: "a", tone: "shrill" });
    // @ts-expect-error a member of an argument is missing
    tools.create_blog_post({ artifact_id: "a", options: {} });
    // @ts-expect-error it may be null
    tools.research_blog({ topic: research.note });
    // @ts-expect-error a tool that there is not
    tools.research_blogs({ topic: "a" });
    // @ts-expect-error an agent is no tool
    tools.writer({ text: "a" });
    // @ts-expect-error a list where text is required
    agents.writer({ text: research.hits });
    // @ts-expect-error a field of an item that does not exist
    map(research.hits, (hit) => tools["files.read"]({ path: hit.address }));
    // @ts-expect-error text is no list
    map(research.title, () => tools.list_all());
    // @ts-expect-error what is returned is no step
    map(research.hits, (hit) => hit.url);
    // @ts-expect-error neither until nor while
    loop(() => tools.list_all(), { maxIterations: 3 });
    // @ts-expect-error a loop without an end
    loop(() => tools.list_all(), { until: ({ previous }) => eq(previous.items[0].kind, "file") });
    // @ts-expect-error a field of what the time before gave that does not exist
    loop(() => tools.list_all(), { until: ({ previous }) => previous.done, maxIterations: 3 });
    // @ts-expect-error no such name in the group
    tools.create_blog_post({ artifact_id: parallel({ a: tools.list_all(), b: tools.tree({ root: "/" }) }).c });
    // @ts-expect-error a status that there is not
    tools.list_all({}, { when: eq(statusOf(research), "FAILD") });
    // @ts-expect-error a truth value that JavaScript decided
    tools.list_all({}, { when: research.score > 3 });
    // @ts-expect-error text is no condition
    tools.list_all({}, { when: research.title });
    // @ts-expect-error a number compared with text
    tools.list_all({}, { when: gt(research.score, "3") });
    // @ts-expect-error a sleep of text
    sleep({ seconds: research.title });
    // @ts-expect-error a sleep of both
    sleep({ seconds: 1, until: "2027-01-01T00:00:00Z" });
    // @ts-expect-error not one of the choices
    humanInput.choice({ prompt: "Which?", choices: ["a", "b"], onExpiry: "ANSWER", defaultResponse: { choice: "c" } });
    // @ts-expect-error no default answer
    humanInput.choice({ prompt: "Which?", choices: ["a", "b"], onExpiry: "ANSWER" });
    // @ts-expect-error no such policy
    tools.list_all({}, { policy: { maxAttempt: 3 } });
    // @ts-expect-error no such option
    tools.list_all({}, { wen: gt(research.score, 3) });
    // @ts-expect-error text of numbers is no number
    tools.research_blog({ topic: "a", depth: text`${research.score}` });
    return research.title;
  },
);

// @ts-expect-error what the plan gives is text
export const wrongOutput: PlanDefinition<{ topic: string; size: number }, number> = refused;
