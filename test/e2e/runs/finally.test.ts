/** Steps at the end through the real Worker: after a failure, a cancel and a forced one, and of a workflow that another plan calls. */
import { describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, tool } from "../../support/deployed/planwright.ts";

interface Ran {
  readonly id: string;
  readonly status: string;
  readonly decidedEnd: { readonly status: string; readonly failure: { readonly code: string } | null } | null;
  readonly cancelRequestedAt: string | null;
  readonly steps: readonly { readonly stepId: string; readonly status: string; readonly executionId?: string | null }[];
  readonly plan: {
    readonly finallyTimeoutMs: number | null;
    readonly steps: readonly { readonly isFinally: boolean }[];
  };
  readonly events: { readonly nodes: readonly { readonly __typename: string; readonly force?: boolean }[] };
}

interface Cancelled {
  readonly execution: Pick<Ran, "status" | "decidedEnd"> | null;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}

const fields = /* GraphQL */ `
  id status cancelRequestedAt
  decidedEnd { status failure { code } }
  steps { stepId status ... on WorkflowStep { executionId } }
  plan { finallyTimeoutMs steps { isFinally } }
  events(first: 100) { nodes { __typename ... on CancelRequested { force } } }
`;
const query = `query ($id: ID!) { execution(by: { id: $id }) { ${fields} } }`;
const mutation = /* GraphQL */ `
  mutation ($id: ID!, $force: Boolean) {
    cancelExecution(input: { executionId: $id, force: $force }) {
      execution { status decidedEnd { status failure { code } } }
      errors { code message }
    }
  }
`;

const sleep = (stepId: string, seconds: number) => ({ sleep: { stepId, seconds } });
const note = (stepId: string, name: string, text: string) => tool(stepId, "set_note", { name, text });

describe("finally", () => {
  const served = deployedWorld({ isShared: true });

  const read = async (id: string) => (await served.planwright.ask<{ execution: Ran }>(query, { id })).execution;
  const once = (id: string, holds: (ran: Ran) => boolean) =>
    eventually(async () => {
      const ran = await read(id);
      return holds(ran) && ran;
    });
  const ended = (id: string) =>
    once(id, ({ status }) => ["SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED"].includes(status));
  const cancel = async (id: string, force?: boolean) =>
    (await served.planwright.ask<{ cancelExecution: Cancelled }>(mutation, { id, force })).cancelExecution;
  const statuses = ({ steps }: Ran) => Object.fromEntries(steps.map(({ status, stepId }) => [stepId, status]));
  const start = async (plan: object) => (await served.planwright.start({ source: { plan } })).id;

  it("[R9, N300] runs after a failure, is told of it, and tells it to watchers", async () => {
    const plan = {
      steps: [tool("work", "is_error", {}), note("later", "finally-1", "late")],
      finally: [note("tell", "finally-1", "{{execution.status}} {{execution.error.code}} {{steps.later.status}}")],
      finallyTimeoutMs: 5_000,
    };
    const ran = await ended(await start(plan));
    expect(ran).toMatchObject({ status: "FAILED", decidedEnd: { status: "FAILED", failure: { code: "TOOL_ERROR" } } });
    expect(statuses(ran)).toEqual({ work: "FAILED", later: "SKIPPED", tell: "SUCCEEDED" });
    expect(ran.plan).toEqual({
      finallyTimeoutMs: 5_000,
      steps: [false, false, true].map((isFinally) => ({ isFinally })),
    });
    expect(ran.events.nodes.map(({ __typename: type }) => type)).toEqual([
      "ExecutionStarted",
      "StepStarted",
      "StepFinished",
      "FinallyStarted",
      "StepStarted",
      "StepFinished",
      "ExecutionFinished",
    ]);
    const { executePlan } = await served.planwright.ask<{
      executePlan: { execution: { steps: readonly { output: { value: { text: string } } }[] } };
    }>(
      `mutation { executePlan(input: { source: { plan: { steps: [{ tool: { toolName: "read_note", arguments: { name: "finally-1" } } }] } }, options: { waitMs: 20000 } }) {
        execution { steps { output { value } } } } }`,
    );
    expect(executePlan.execution.steps[0]?.output.value.text).toBe("FAILED TOOL_ERROR SKIPPED");
  });

  it("[N302] runs after a cancel, which may come twice, and ends by a forced one", async () => {
    const id = await start({
      steps: [sleep("long", 600)],
      finally: [sleep("rest", 500), note("done", "finally-2", "x")],
    });
    await once(id, ({ status }) => status === "WAITING");
    expect(await cancel(id)).toMatchObject({ errors: [] });
    const during = await once(id, ({ decidedEnd, status }) => decidedEnd !== null && status === "WAITING");
    expect(during.decidedEnd).toEqual({ status: "CANCELLED", failure: null });
    expect(during.cancelRequestedAt).not.toBeNull();
    expect(await cancel(id)).toMatchObject({ execution: { decidedEnd: { status: "CANCELLED" } }, errors: [] });
    expect(await cancel(id, true)).toMatchObject({ errors: [] });
    const ran = await ended(id);
    expect(ran.status).toBe("CANCELLED");
    expect(statuses(ran)).toEqual({ long: "CANCELLED", rest: "CANCELLED", done: "SKIPPED" });
    expect(ran.events.nodes.flatMap(({ force }) => force ?? [])).toEqual([false, true]);
  });

  it("[N302] of an execution that succeeded is cancelled by force alone", async () => {
    const id = await start({ steps: [note("work", "finally-3", "x")], finally: [sleep("rest", 500)] });
    await once(id, ({ decidedEnd }) => decidedEnd !== null);
    const { errors, execution } = await cancel(id);
    expect(execution).toBeNull();
    expect(errors).toEqual([
      {
        code: "INVALID_STATE",
        message:
          "Cannot cancel the execution: required one whose steps have not ended, found one that ended as SUCCEEDED and runs its finally steps; with force these end too",
      },
    ]);
    expect(await cancel(id, true)).toMatchObject({ errors: [] });
    expect((await ended(id)).status).toBe("PARTIAL");
  });

  it("[N307] of a workflow holds its caller until it has ended, and runs when the caller is cancelled", async () => {
    await served.planwright.saveWorkflow({
      name: "finally_flow",
      description: "works, and tidies up",
      source: {
        plan: {
          steps: [sleep("work", "{{input.seconds}}" as never)],
          finally: [note("tidy", "{{input.name}}", "{{execution.status}}")],
        },
      },
      inputSchema: {
        type: "object",
        properties: { seconds: { type: "number" }, name: { type: "string" } },
        required: ["seconds", "name"],
      },
    });
    const call = (seconds: number, name: string) => tool("call", "finally_flow", { seconds, name });
    const noted = async (name: string) => {
      const id = await start({ steps: [tool("read", "read_note", { name })] });
      const { execution } = await served.planwright.ask<{
        execution: { steps: readonly { output: { value: { text: string } } | null }[] };
      }>("query ($id: ID!) { execution(by: { id: $id }) { steps { output { value } } } }", {
        id: (await ended(id)).id,
      });
      return execution.steps[0]?.output?.value.text;
    };
    const whole = await ended(await start({ steps: [call(0.1, "finally-4")] }));
    expect(whole.status).toBe("SUCCEEDED");
    expect(await noted("finally-4")).toBe("SUCCEEDED");
    const id = await start({ steps: [call(500, "finally-5")] });
    const waiting = await once(id, ({ steps }) => steps[0]?.executionId != null && steps[0].status === "WAITING");
    await cancel(id);
    expect((await ended(id)).status).toBe("CANCELLED");
    expect((await ended(waiting.steps[0]?.executionId ?? "")).status).toBe("CANCELLED");
    expect(await noted("finally-5")).toBe("CANCELLED");
  });
});

describe("a plan with a policy for all its tool steps", () => {
  const served = deployedWorld({ isShared: true });

  it("[N308] runs by it, shows it as that of each step, and says why a step was skipped", async () => {
    const { executePlan } = await served.planwright.ask<{ executePlan: unknown }>(
      `mutation ($plan: PlanInput!) { executePlan(input: { source: { plan: $plan }, options: { waitMs: 20000 } }) {
        execution { status steps { stepId status ... on ToolStep { warnings { code message } } } plan { steps { policy { maxAttempts onSkippedInput } } } }
        errors { message } } }`,
      {
        plan: {
          defaults: { maxAttempts: 2, initialBackoffMs: 10 },
          steps: [
            note("no", "finally-6", "x"),
            tool("retried", "flaky", { mode: "UNAVAILABLE", times: 1 }, { when: "{{no.output.text}} == 'x'" }),
            tool("gone", "set_note", { name: "finally-7", text: "y" }, { when: "{{no.output.text}} == 'z'" }),
            note("after", "finally-6", "{{gone.output.text}}"),
          ],
        },
      },
    );
    expect(executePlan).toEqual({
      execution: {
        status: "SUCCEEDED",
        steps: [
          { stepId: "no", status: "SUCCEEDED", warnings: [] },
          { stepId: "retried", status: "SUCCEEDED", warnings: [] },
          { stepId: "gone", status: "SKIPPED", warnings: [] },
          {
            stepId: "after",
            status: "SKIPPED",
            warnings: [
              { code: "INPUT_SKIPPED", message: 'after takes {{gone.output.text}}, and the step "gone" was skipped' },
            ],
          },
        ],
        plan: {
          steps: ["RUN", "SKIP", "SKIP", "SKIP"].map((onSkippedInput) => ({
            policy: { maxAttempts: 2, onSkippedInput: onSkippedInput === "RUN" ? "RUN" : expect.any(String) },
          })),
        },
      },
      errors: [],
    });
  });
});
