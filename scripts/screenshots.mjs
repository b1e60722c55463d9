/**
 * Pictures of every view of the dashboard, into `docs/images/`: `npm run screenshots` while `npm start` serves in another terminal (`PORT`
 * as there). Starts the executions that are shown: one that has ended, one that failed, one under way that waits for a person beside.
 * `-- --into FOLDER --all` takes every view in both schemes and at the width of a phone, to look at.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled, projectRoot } from "./setup.mjs";

await ensureInstalled();
const { withBrowser } = await import("../test/support/deployed/browser.ts");
const { ask } = await import("./start/graphql-client.mjs");

const { values: options } = parseArgs({
  options: { into: { type: "string" }, all: { type: "boolean", default: false } },
});
const folder = options.into ?? join(projectRoot, "docs/images");
const origin = `http://127.0.0.1:${process.env.PORT ?? 8787}`;
const endpoint = `${origin}/graphql`;

const executePlan = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { id status pendingHumanInputs { id } } errors { message } }
  }
`;

const step = (stepId, toolName, args, more = {}) => ({ tool: { stepId, toolName, arguments: args, ...more } });

async function start(steps, more = {}) {
  const input = { source: { plan: { steps } }, ...more };
  const { executePlan: payload } = await ask(endpoint, executePlan, { input });
  if (payload.execution === null) throw new Error(`Cannot start: ${JSON.stringify(payload.errors)}`);
  return payload.execution.id;
}

const research = (topic) => step("research", "research_blog", { topic, skill_id: "research_blog" });

const write = step("write", "create_blog_post", {
  artifact_id: "{{steps.research.output.artifact_id}}",
  skill_id: "blog_writing",
  instructions: "Focus on practical applications",
});

/** A run with everything that a timeline can show, under way for half a minute. */
function everything() {
  return [
    research("AI trends 2025"),
    {
      parallel: {
        stepId: "sources",
        mergeStrategy: "FIRST_SUCCESS",
        maxConcurrency: 2,
        steps: [
          step(
            "exa",
            "flaky",
            { mode: "UNAVAILABLE", times: 1 },
            { policy: { maxAttempts: 3, initialBackoffMs: 2_000 } },
          ),
          step("brave", "is_error", {}),
          step("arxiv", "slow", { ms: 9_000 }),
        ],
      },
    },
    write,
    step("index", "slow", { ms: 40_000 }, { after: ["research"] }),
    step("retire", "delete_note", { name: "{{steps.research.output.artifact_id}}" }, { after: ["sources"] }),
  ];
}

async function seed() {
  const finished = await start([research("Durable agents"), write], { title: "Write the post on durable agents" });
  const failed = await start([research("Edge databases"), step("score", "wrong_output", {}), write], {
    title: "Score the research on edge databases and write the post",
  });
  await start([step("choose", "delete_note", { name: "draft-2024" })], { title: "Delete the draft of 2024" });
  const followed = await start(
    [
      research("AI trends 2025"),
      step("count", "slow", { ms: 2_400 }),
      step("write", "create_blog_post", {
        artifact_id: "{{steps.research.output.artifact_id}}",
        skill_id: "blog_writing",
        instructions: "Write about {{steps.research.output.artifact.title}} for {{bindings.audience}}, briefly.",
      }),
      step("retire", "delete_note", { name: "{{steps.write.output.artifact_id}}" }),
    ],
    { title: "Write the post on AI trends for engineers, retire the note", bindings: { audience: "engineers" } },
  );
  const running = await start(everything(), {
    title: "Research AI trends 2025, write the post and retire the one it replaces",
    options: { approval: "DECLARED_DESTRUCTIVE", schedule: "DATAFLOW" },
  });
  await new Promise((resolve) => setTimeout(resolve, 16_000));
  return { finished, failed, followed, running };
}

function views({ failed, finished, followed, running }) {
  return [
    { name: "executions", path: "/" },
    { name: "execution", path: `/executions/${running}` },
    { name: "execution-follow", path: `/executions/${followed}?step=write&follow=write/arguments/instructions` },
    { name: "execution-failed", path: `/executions/${failed}` },
    { name: "execution-graph", path: `/executions/${running}?view=graph&step=write` },
    { name: "execution-events", path: `/executions/${running}?view=events` },
    { name: "execution-chat", path: `/executions/${finished}?view=chat` },
    { name: "inbox", path: "/inbox", click: ".asks a" },
    { name: "run", path: "/run?as=plan&call=create_blog_post" },
    { name: "fork", path: `/executions/${finished}?view=derive&kind=fork&step=write` },
    { name: "registry", path: "/registry/tool/create_blog_post" },
    { name: "usage", path: "/usage" },
  ];
}

/** The views that no document shows. */
function furtherViews({ failed, finished, followed }) {
  return [
    { name: "execution-past", path: `/executions/${followed}?at=5` },
    { name: "execution-what-if", path: `/executions/${finished}?step=write&whatif=write` },
    { name: "execution-gone", path: "/executions/nobody" },
    { name: "retry", path: `/executions/${failed}?view=derive&kind=retry` },
    { name: "compare", path: `/compare?left=${finished}&right=${failed}` },
    { name: "conversations", path: "/conversations", click: ".talk-list a" },
    { name: "run-words", path: "/run?as=ask" },
    { name: "run-workflow", path: "/run?as=workflow" },
    { name: "registry-tools", path: "/registry" },
    { name: "schedules", path: "/schedules" },
  ];
}

mkdirSync(folder, { recursive: true });
const seeded = await seed();
const shown = options.all ? [...views(seeded), ...furtherViews(seeded)] : views(seeded);
const shapes = options.all
  ? [
      { name: "light", width: 1440, scheme: "light" },
      { name: "dark", width: 1440, scheme: "dark" },
      { name: "phone", width: 390, scheme: "light" },
      { name: "narrow", width: 320, scheme: "dark" },
    ]
  : [
      { name: "light", width: 1440, scheme: "light" },
      { name: "dark", width: 1440, scheme: "dark", only: ["execution", "execution-follow"] },
      { name: "phone", width: 390, scheme: "light", only: ["executions", "execution", "inbox"] },
    ];

await withBrowser(async (browser) => {
  for (const { name: shape, only, scheme, width } of shapes) {
    for (const { click, name, path } of shown) {
      if (only !== undefined && !only.includes(name)) continue;
      const context = await browser.newContext({
        viewport: { width, height: width > 800 ? 900 : 844 },
        colorScheme: scheme,
      });
      const page = await context.newPage();
      page.on("console", (message) => {
        if (message.type() === "error") console.error(`${name} ${shape}: ${message.text()}`);
      });
      await page.goto(`${origin}${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor({ timeout: 120_000 });
      if (click !== undefined) await page.locator(click).first().click();
      // What a view reads after its first look is not announced by anything that all of them have.
      await page.waitForTimeout(1_500);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) console.error(`${name} ${shape}: ${wider} px wider than the window`);
      const file = join(folder, `${name}-${shape}.png`);
      await page.screenshot({ path: file });
      console.log(file);
      await context.close();
    }
  }
});
