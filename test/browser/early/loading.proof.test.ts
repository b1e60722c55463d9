/** Every view, loaded at three widths with answers that come one at a time, in the order of the questions and the other way round. */
import { beforeAll, describe, expect, it } from "vitest";
import { talker } from "../../support/chat/chat-manifests.ts";
import { eventually, tool } from "../../support/deployed/planwright.ts";
import { openableDashboard } from "../openable-dashboard.ts";
import { type AnswerOrder, holdAnswers, movedWhileLoading } from "./held-answers.ts";

const world = openableDashboard({ isShared: true });

const hugeSteps = 1_000;

interface Started {
  readonly id: string;
  readonly pendingHumanInputs: readonly { readonly id: string }[];
}

const started = new Map<string, Started>();
const idOf = (name: string) => started.get(name)?.id ?? "";
let conversationId = "";

const research = tool("research", "research_blog", { topic: "Trends", skill_id: "research" });
const write = tool("write", "create_blog_post", {
  ...{ artifact_id: "{{steps.research.output.artifact_id}}", skill_id: "writing", instructions: "Be short" },
});
const slow = (stepId: string, ms: number) => tool(stepId, "slow", { ms });

beforeAll(async () => {
  const plans: { readonly [name: string]: readonly object[] } = {
    finished: [research, write],
    failed: [research, tool("broken", "is_error", {}), write],
    running: [research, { parallel: { stepId: "both", steps: [slow("one", 600_000), slow("two", 600_000)] } }, write],
    waiting: [research, tool("retire", "delete_note", { name: "x" })],
    huge: Array.from({ length: hugeSteps }, (_, index) => slow(`s${index}`, 0)),
  };
  for (const [name, steps] of Object.entries(plans)) {
    const limits = { maxSteps: hugeSteps, stepTimeoutMs: 600_000 };
    const options = { waitMs: name === "waiting" ? 25_000 : 0, limits };
    started.set(name, await world.planwright.start({ source: { plan: { steps } }, options }));
  }
  const prompt = { text: "Write a blog post about AI trends 2025" };
  started.set("prompt", await world.planwright.start({ source: { prompt }, options: { waitMs: 0 } }));
  const run = { executePlan: { source: { plan: { steps: [research] } } } };
  await world.planwright.ask(
    "mutation ($input: CreateScheduleInput!) { createSchedule(input: $input) { errors { message } } }",
    { input: { name: "monthly", timing: { cron: { expression: "@monthly" } }, run } },
  );
  await world.planwright.ask(
    "mutation ($input: ApplyManifestInput!) { applyManifest(input: $input) { errors { message } } }",
    { input: { name: "Talker", manifest: talker } },
  );
  await world.planwright.ask(
    "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { message } } }",
    { input: { conversation: { start: { manifest: "Talker", chatId: "loaded" } }, text: "Hello" } },
  );
  const { conversation } = await world.planwright.ask<{ readonly conversation: { readonly id: string } }>(
    '{ conversation(by: { chatId: "loaded" }) { id } }',
  );
  conversationId = conversation.id;
  for (const name of ["finished", "failed", "huge", "prompt"])
    await eventually(async () => {
      const { status } = (await world.planwright.execution({ id: idOf(name) })) ?? {};
      return status !== "RUNNING" && status !== "PENDING";
    });
});

/** Views, each with what is there only once it is. */
function views(): readonly (readonly [string, string])[] {
  const waiting = started.get("waiting")?.pendingHumanInputs[0]?.id;
  const run = (name: string, query = "") => `/executions/${idOf(name)}${query}`;
  const wrong = { steps: [research, tool("b", "nobody", {}), tool("c", "slow", {})] };
  return [
    ["/", ".runs tbody tr .step-bar"],
    ["/?q=trends", ".runs tbody tr"],
    ["/?status=FAILED&callable=nobody", "h2:text-is('No execution matches the filter')"],
    [run("finished"), "#insp-facts"],
    [run("failed"), "#insp-attempts"],
    [run("running"), "#insp-name"],
    [run("waiting"), "#insp-name"],
    [run("prompt"), "#insp-facts"],
    [run("huge"), "#insp-facts"],
    [run("finished", "?view=graph"), ".graph svg"],
    [run("finished", "?view=events"), ".ev-item"],
    [run("finished", "?view=chat"), ".chat .msg"],
    [run("prompt", "?view=chat"), ".chat .msg"],
    [run("huge", "?view=events"), ".ev-item"],
    [run("huge", "?view=graph"), ".mirror"],
    [run("huge", "?view=chat"), ".chat"],
    [run("finished", "?view=derive&kind=fork"), "#h-steps"],
    [run("failed", "?view=derive&kind=retry"), "#h-steps"],
    ["/inbox", ".asks .resolved"],
    [`/inbox/${waiting}`, "#ask-title"],
    ["/conversations", ".talk-list li"],
    [`/conversations/${conversationId}`, ".talk-messages article"],
    ["/run?as=ask", "h2:text-is('Request')"],
    ["/run?as=plan", "h2:text-is('Plan')"],
    [`/run?as=plan&of=${idOf("finished")}`, ".tag.ok"],
    [`/run?as=plan&document=${encodeURIComponent(JSON.stringify(wrong))}`, ".problems li"],
    ["/run?as=workflow", "h2:text-is('Workflow')"],
    ["/registry", "h2:text-is('Tools')"],
    ["/registry/tool/create_blog_post", "h2:has-text('create_blog_post')"],
    ["/registry/server/example", "h2:has-text('example')"],
    ["/schedules", ".schedule-table tbody tr"],
    ["/usage", "#h-days"],
    [`/compare?left=${idOf("finished")}&right=${idOf("failed")}`, ".pair-line"],
    [`/compare?left=${idOf("finished")}`, ".compare-choice li"],
  ];
}

const orders: readonly AnswerOrder[] = ["AS_ASKED", "LATEST_FIRST"];

describe("every view", () => {
  for (const order of orders)
    for (const width of [1440, 390, 320])
      it(`[N747] moves nothing while its answers come one at a time (${order}) at ${width} px`, async () => {
        const { complaints, page } = await world.open("/usage", { width, height: width < 860 ? 844 : 900 });
        await holdAnswers(page, order);
        // A draft would be kept for the next view.
        await page.addInitScript(() => sessionStorage.clear());
        const found: object[] = [];
        for (const [path, sign] of views()) {
          await page.goto(new URL(path, page.url()).href);
          await page.locator(sign).first().waitFor();
          const moved = await movedWhileLoading(page);
          if (moved.length > 0) found.push({ path, moved });
        }
        expect(found).toEqual([]);
        expect(complaints).toEqual([]);
      });
});
