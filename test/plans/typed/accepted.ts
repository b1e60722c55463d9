/** What the compiler accepts: every form, with the types of the tools. */
import {
  add,
  and,
  assume,
  at,
  cel,
  choose,
  coalesce,
  countOf,
  defaultTo,
  definePlan,
  defineWorkflow,
  each,
  eq,
  field,
  filterList,
  format,
  ge,
  gt,
  has,
  isIn,
  join,
  last,
  list,
  mapList,
  not,
  or,
  type PlanBuilder,
  type PlanDefinition,
  type Ref,
  raw,
  size,
  statusOf,
  sum,
  text,
  textOf,
} from "planwright/plans";
import type { Known } from "./known-tools.ts";

type Builder<Input = unknown> = PlanBuilder<Input, Known>;

export const forms: PlanDefinition<{ topic: string; pages: number[] }, { url: string; total: number }> = definePlan(
  ({
    tools,
    agents,
    workflows,
    input,
    parallel,
    map,
    loop,
    sleep,
    waitForEvent,
    humanInput,
    doFinally,
  }: Builder<{ topic: string; pages: number[] }>) => {
    const research = tools.research_blog({ topic: input.topic, tone: "short" });
    const title: Ref<string> = research.title;
    const both = parallel({
      post: tools.create_blog_post({ artifact_id: research.artifact_id }),
      file: tools["files.read"]({ path: text`posts/${title}.md` }, { after: [research], policy: { maxAttempts: 3 } }),
    });
    const first = parallel(
      [agents.writer({ text: both.file.text }), agents.writer({ text: coalesce(both.file.text, "nothing") })],
      { mergeStrategy: "FIRST_SUCCESS", maxConcurrency: 1 },
    );
    const either = parallel(
      [
        tools.create_blog_post({ artifact_id: "a" }, { when: gt(research.score, 3) }),
        workflows.publish({ input_artifact: research.artifact_id }),
      ],
      { mergeStrategy: "FIRST_MATCH" },
    );
    const pages = map(research.hits, (hit, index) => tools["files.read"]({ path: text`${hit.url}-${index}` }), {
      maxItems: 10,
    });
    const numbers = map([1, 2, input.pages[0]], (page) => tools.list_all({ page }));
    const names = map(["a", "b"], (name) => tools["files.read"]({ path: name }));
    const polled = loop(() => tools.list_all(), {
      until: ({ previous }) => gt(size(previous.items), 3),
      maxIterations: 10,
      delayMs: 1_000,
    });
    const walked = loop<{ items: { kind: string }[] }>(
      ({ index, previous }) => tools.list_all({ page: add(index, size(previous.items)) }),
      {
        while: ({ previous }) => or(not(has(previous)), eq(last(previous.items).kind, "file")),
        maxIterations: 3,
      },
    );
    sleep({ seconds: research.score });
    sleep({ until: "2027-01-01T00:00:00Z" });
    const paid = waitForEvent<{ amount: number }>({ name: "paid", correlation: research.artifact_id });
    const colour = humanInput.choice({
      prompt: text`Which for ${title}?`,
      choices: ["red", "green"],
      onExpiry: "ANSWER",
      defaultResponse: { choice: "red" },
    });
    const chosen: Ref<"red" | "green"> = colour.choice;
    humanInput.approval(
      { prompt: "May it be sent?", context: { draft: both.post.url }, addressees: [{ group: "law" }], fourEyes: true },
      { when: eq(colour.choice, "red") },
    );
    const answer = humanInput.form<{ name: string }>({ prompt: "Who?", responseSchema: { type: "object" } });
    const sizes = tools.list_all();
    tools.research_blog({
      topic: join(mapList(research.hits, (hit) => hit.url)),
      depth: choose(
        and(isIn(chosen, ["red"]), ge(paid.payload.amount, 3)),
        1,
        add(countOf(pages), sum(each(sizes.items).size)),
      ),
      tone: assume<"short" | "long">(answer.name),
    });
    tools.research_blog({ topic: defaultTo(research.note, "none"), depth: cel<number>`size(${research.hits}) / 2` });
    tools.research_blog(
      { topic: format("%s: %d", first.text, 3) },
      { resultKey: "again", independent: true, stepId: "again" },
    );
    tools.research_blog({ topic: last(each(research.hits).tags[0]) });
    tools.research_blog({ topic: raw("{{steps.again.output.title}}") });
    tools.untyped({
      anything: { goes: [either.url, polled, walked, numbers, names] },
      list: list(1, "a", research.score),
    });
    const free = tools.untyped({});
    tools.research_blog({ topic: free.whatever.there.is[0] });
    const node = tools.tree({ root: field(research, "artifact_id") });
    tools.research_blog({ topic: node.children[0].children[-1].name });
    tools.research_blog({
      topic: at(
        filterList(research.hits, (hit) => gt(size(hit.tags), 1)),
        0,
      ).url,
    });
    doFinally(({ execution }) => {
      tools.research_blog({
        topic: text`${execution.status} ${statusOf(research)} ${textOf(research)} ${execution.error.code}`,
      });
    });
    return { url: both.post.url, total: add(research.score, 1) };
  },
);

export const workflow = defineWorkflow(
  {
    name: "publish",
    description: "Publishes",
    input: { type: "object", properties: { topic: { type: "string" } } },
    timeoutMs: 1_000,
  },
  ({ input, tools }: Builder<{ topic: string }>) => tools.create_blog_post({ artifact_id: input.topic }),
);
