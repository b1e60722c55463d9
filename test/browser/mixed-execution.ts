/** An execution with one of everything, for tests of the page that shows it: a group, retries, a failure, a skipped step and values that flow. */
import { beforeAll } from "vitest";
import { eventually } from "../support/deployed/planwright.ts";
import type { OpenableDashboard } from "./openable-dashboard.ts";

export const tool = (stepId: string, toolName: string, given: object = {}, more: object = {}) => ({
  tool: { stepId, toolName, arguments: given, ...more },
});

export interface MixedExecution {
  /** Its ID. It has ended when the first test begins. */
  readonly id: string;
  start(steps: readonly object[]): Promise<string>;
}

/** Started before the tests of the file. */
export function mixedExecution(world: OpenableDashboard): MixedExecution {
  let id = "";
  async function start(steps: readonly object[]): Promise<string> {
    const { id } = await world.planwright.start({
      source: { plan: { steps } },
      options: { limits: { maxSteps: 1_000, maxParallel: 16 } },
    });
    return id;
  }

  beforeAll(async () => {
    const steps = [
      tool("extract", "slow", { ms: 1 }),
      { humanInput: { stepId: "verify", prompt: "Is it so?", after: ["extract"] } },
    ];
    await world.planwright.saveWorkflow({
      name: "check-facts",
      description: "Checks facts.",
      inputSchema: { type: "object" },
      source: { plan: { steps } },
    });
    id = await start([
      tool("research", "research_blog", { topic: "AI", skill_id: "research_blog" }),
      {
        parallel: {
          stepId: "sources",
          mergeStrategy: "FIRST_SUCCESS",
          after: ["research"],
          steps: [
            tool(
              "exa",
              "flaky",
              { mode: "RATE_LIMITED", times: 1 },
              { policy: { maxAttempts: 2, initialBackoffMs: 300 } },
            ),
            tool("brave", "is_error"),
            tool("wiki", "slow", { ms: 1 }, { when: "false" }),
          ],
        },
      },
      tool(
        "write",
        "create_blog_post",
        {
          artifact_id: "{{steps.research.output.artifact_id}}",
          skill_id: "blog_writing",
          instructions: "About {{steps.research.output.artifact.title}}",
        },
        { after: ["sources"] },
      ),
    ]);
    await eventually(async () => (await world.planwright.execution({ id }))?.status !== "RUNNING");
  });
  return {
    get id() {
      return id;
    },
    start,
  };
}
