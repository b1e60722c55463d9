/**
 * The caps of a tenant through the real objects: executions refused with 429, and begun again when one has ended; calls of language
 * models refused that could pass the budget of the month.
 */
import { describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { prompt } from "../../support/deployed/model-executions.ts";
import { eventually, tool, type Variables } from "../../support/deployed/planwright.ts";

const waits = {
  source: { plan: { steps: [tool("gone", "delete_note", { name: "x" })] } },
  options: { waitMs: 20_000 },
};
const mutation = /* GraphQL */ `
  mutation ($input: ExecutePlanInput!) {
    executePlan(input: $input) { execution { id status pendingHumanInputs { id } } errors { message } }
  }
`;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: {
    readonly data?: {
      readonly executePlan: {
        readonly execution: {
          readonly id: string;
          readonly status: string;
          readonly pendingHumanInputs: readonly { readonly id: string }[];
        } | null;
      } | null;
    };
    readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
  };
}

async function start(endpoint: string, input: object): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: mutation, variables: { input } }),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: (await response.json()) as Answer["body"],
  };
}

describe("executions of a tenant at a time", () => {
  const served = deployedWorld({ settings: { MAX_CONCURRENT_EXECUTIONS: "2" } });

  it("[E10] are refused above the cap with 429, store nothing then, and begin again when one has ended", async () => {
    const { planwright } = served.worker;
    const first = await start(planwright.endpoint, waits);
    const second = await start(planwright.endpoint, {
      ...waits,
      options: { ...waits.options, idempotencyKey: "second" },
    });
    expect([first.status, second.status]).toEqual([200, 200]);
    const before = await served.worker.storedExecutions();

    const refused = await start(planwright.endpoint, { ...waits, options: { idempotencyKey: "third" } });
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(refused.body.errors?.[0]?.extensions.code).toBe("RATE_LIMITED");
    expect(await planwright.execution({ idempotencyKey: "third" })).toBeNull();
    // A host and an object of its own were asked, so they may be counted; what counts is that they hold nothing of it.
    expect(await served.worker.storedExecutions()).toBeLessThanOrEqual(before + 2);

    // The same request again is no further execution.
    const again = await start(planwright.endpoint, {
      ...waits,
      options: { ...waits.options, idempotencyKey: "second" },
    });
    expect(again.body.data?.executePlan?.execution?.id).toBe(second.body.data?.executePlan?.execution?.id);

    const asked = first.body.data?.executePlan?.execution?.pendingHumanInputs[0]?.id ?? "";
    expect(await planwright.answer(asked, { accept: {} })).toEqual([]);
    const begun = await eventually(async () => {
      const answer = await start(planwright.endpoint, {
        ...waits,
        options: { idempotencyKey: "third", waitMs: 20_000 },
      });
      return answer.status === 200 ? answer : null;
    });
    expect(begun.body.data?.executePlan?.execution?.status).toBe("WAITING");
  });
});

describe("executions of a tenant within a minute", () => {
  const served = deployedWorld({ settings: { MAX_EXECUTIONS_PER_MINUTE: "3" } });

  it("[E10] are refused above the cap with the time to wait", async () => {
    const plan = {
      source: { plan: { steps: [tool("read", "read_note", { name: "x" })] } },
      options: { waitMs: 20_000 },
    };
    for (let count = 0; count < 3; count++)
      expect((await start(served.worker.planwright.endpoint, plan)).status).toBe(200);
    const refused = await start(served.worker.planwright.endpoint, plan);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(30);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(61);
  });
});

describe.each([
  ["tenant", "MAX_EXECUTIONS_PER_MINUTE"],
  ["subject", "MAX_EXECUTIONS_PER_MINUTE_PER_SUBJECT"],
])("a child of a %s that may not begin yet", (whose, setting) => {
  const served = deployedWorld({ settings: { [setting]: "1" } });

  it("[N56, N888] is waited for by a step that says why and until when", async () => {
    const { planwright } = served.worker;
    const plan = { steps: [tool("read", "read_note", { name: "x" })] };
    const input = { name: "leaf", description: "Reads", source: { plan } };
    await planwright.saveWorkflow(input);
    const source = { plan: { steps: [tool("below", "workflow_leaf", { text: "x" })] } };
    const { id } = await planwright.start({ source });
    const query = /* GraphQL */ `
      query ($id: ID!) {
        execution(by: { id: $id }) {
          steps { status ... on WorkflowStep { waitsFor waitNote } }
          events(first: 10) { nodes { __typename ... on StepWaiting { note } } }
        }
      }
    `;
    const { steps, events } = await eventually(async () => {
      const { execution } = await planwright.ask<{
        readonly execution: {
          readonly steps: readonly { readonly waitNote: string | null }[];
          readonly events: { readonly nodes: readonly object[] };
        };
      }>(query, { id });
      return execution.steps[0]?.waitNote == null ? null : execution;
    });
    expect(steps).toMatchObject([{ status: "WAITING", waitsFor: "CHILD" }]);
    const note = steps[0]?.waitNote ?? "";
    expect(note).toMatch(/^waits to be admitted, until \S+Z or later: /);
    expect(note).toContain(`: at most 1 executions of the ${whose} may begin within a minute (${setting})`);
    const until = Date.parse(/until (\S+)/.exec(note)?.[1] ?? "");
    expect(until).toBeGreaterThan(Date.now());
    expect(until).toBeLessThan(Date.now() + 62_000);
    expect(events.nodes).toContainEqual({ __typename: "StepWaiting", note });
  });
});

describe("a cap that no other one touches", () => {
  const mostOfRoot = 10;
  const maxTokens = 15_000;
  const served = deployedWorld({
    // One call on its way is less than the budget, two are more.
    models: { capped: { maxOutputTokens: 6_000 } },
    settings: {
      MAX_EXECUTIONS_PER_ROOT: String(mostOfRoot),
      MAX_DESCENDANTS_AT_A_TIME: "1",
      MAX_GIVEN_ARTIFACTS: "1",
      MAX_TOKENS_PER_MONTH: String(maxTokens),
    },
  });

  describe("executions of one root", () => {
    it("[N126, N890] children that start children are at most as many as the cap, and the step that wanted one more names it", async () => {
      const { planwright } = served.worker;
      const input = { text: "{{input.text}}" };
      const fourOf = (name: string, given: Variables) =>
        Array.from({ length: 4 }, (_, n) => tool(`s${n}`, name, given));
      /** A workflow begins with one step. */
      const fourAfterOne = (name: string) => [
        tool("begin", "read_note", { name: "{{input.text}}" }),
        ...fourOf(name, input).map((step) => ({ tool: { ...step.tool, after: ["begin"] } })),
      ];
      const workflows = [
        { name: "leaf", steps: [tool("read", "read_note", { name: "{{input.text}}" })] },
        { name: "second", steps: fourAfterOne("workflow_leaf") },
        { name: "first", steps: fourAfterOne("workflow_second") },
      ];
      for (const { name, steps } of workflows) {
        await planwright.saveWorkflow({ name, description: `Starts ${name}`, source: { plan: { steps } } });
      }
      // Without the cap these are 1 + 4 + 16 + 64 executions.
      const source = { plan: { steps: fourOf("workflow_first", { text: "x" }) } };
      const bomb = await planwright.executePlan({ source, options: { waitMs: 25_000 } });
      const failures = await eventually(async () => {
        const { executions } = await planwright.ask<{
          executions: {
            nodes: readonly {
              readonly status: string;
              readonly steps: readonly {
                readonly failure: { readonly code: string; readonly message: string } | null;
              }[];
            }[];
          };
        }>("{ executions(first: 30) { nodes { status steps { failure { code message } } } } }");
        const isOver = executions.nodes.every(({ status }) => !["PENDING", "RUNNING"].includes(status));
        return isOver && { count: executions.nodes.length, steps: executions.nodes.flatMap(({ steps }) => steps) };
      });
      expect(failures.count).toBe(mostOfRoot);
      const capped = failures.steps.flatMap(({ failure }) => (failure?.code === "LIMIT_EXCEEDED" ? [failure] : []));
      expect(capped.length).toBeGreaterThan(0);
      expect(capped[0]?.message).toContain(
        `at most ${mostOfRoot} executions of one root, itself included (MAX_EXECUTIONS_PER_ROOT)`,
      );
      // A child whose own children were refused in part has ended too.
      expect(["FAILED", "PARTIAL"]).toContain(bomb.execution?.status);
      const { execution } = await planwright.ask<{ execution: { account: { storedBytes: number } } }>(
        "query ($id: ID!) { execution(by: { id: $id }) { account { executions maxExecutions atWork maxAtWork storedBytes } } }",
        { id: bomb.execution?.id },
      );
      const counts = { executions: mostOfRoot, maxExecutions: mostOfRoot, atWork: 0, maxAtWork: 1 };
      expect(execution.account).toMatchObject(counts);
      const { storageUsage } = await planwright.ask<{ storageUsage: { executions: { count: number; bytes: number } } }>(
        "{ storageUsage { executions { count bytes } } }",
      );
      expect(storageUsage.executions).toEqual({ count: mostOfRoot, bytes: execution.account.storedBytes });
    });

    it("[N560] with one place they run one after the other, in the order of their steps, and children of children too", async () => {
      const { planwright } = served.worker;
      const input = { text: "{{input.text}}" };
      const save = (name: string, steps: readonly object[]) =>
        planwright.saveWorkflow({ name, description: `Runs ${name}`, source: { plan: { steps } } });
      await save("lowest", [tool("read", "read_note", { name: "{{input.text}}" })]);
      const behind = (id: string) => ({ tool: { ...tool(id, "workflow_lowest", input).tool, after: ["begin"] } });
      await save("middle", [tool("begin", "read_note", { name: "{{input.text}}" }), behind("one"), behind("two")]);
      const steps = ["a", "b"].map((id) => tool(id, "workflow_middle", { text: "x" }));
      const { execution } = await planwright.executePlan({ source: { plan: { steps } }, options: { waitMs: 25_000 } });
      expect(execution?.status).toBe("SUCCEEDED");
      const query = `query ($id: ID!) { execution(by: { id: $id }) { limits { maxDescendants }
        steps { startedAt finishedAt ... on WorkflowStep { execution { limits { maxDescendants } steps { startedAt finishedAt } } } } } }`;
      type Timed = { readonly startedAt: string; readonly finishedAt: string };
      type Child = { readonly limits: unknown; readonly steps: readonly Timed[] };
      type Root = { readonly limits: unknown; readonly steps: readonly (Timed & { readonly execution: Child })[] };
      const { execution: root } = await planwright.ask<{ execution: Root }>(query, { id: execution?.id });
      const areInOrder = (timed: readonly Timed[]) =>
        timed.every(({ startedAt }, at) => startedAt >= (timed[at - 1]?.finishedAt ?? ""));
      expect([root, ...root.steps.map(({ execution: child }) => child)].map((run) => run.limits)).toEqual(
        Array(3).fill({ maxDescendants: 1 }),
      );
      expect(areInOrder(root.steps)).toBe(true);
      for (const { execution: child } of root.steps) expect(areInOrder(child.steps)).toBe(true);
    });
  });

  describe("artifacts that a tenant has given", () => {
    it("[N53] are refused above the cap by the API and by PUT /artifacts, and taken again when one is deleted", async () => {
      const { planwright } = served.worker;
      const upload = (name: string) =>
        fetch(new URL(`/artifacts?name=${name}`, planwright.endpoint), { method: "PUT", body: "1" });
      const first = await upload("first");
      expect(first.status).toBe(201);
      const { id } = (await first.json()) as { readonly id: string };
      const refused = await upload("second");
      const said = JSON.stringify(await refused.json());
      expect([refused.status, said]).toEqual([409, expect.stringContaining("LIMIT_EXCEEDED")]);
      expect(said).toMatch(/at most 1 .*MAX_GIVEN_ARTIFACTS.* found 2 /);
      const { createArtifact } = await planwright.ask<{ createArtifact: unknown }>(
        'mutation { createArtifact(input: { name: "third", content: { json: 1 } }) { artifact { id } errors { code } } }',
      );
      expect(createArtifact).toEqual({ artifact: null, errors: [{ code: "LIMIT_EXCEEDED" }] });
      const gone = "mutation ($id: ID!) { deleteArtifact(input: { artifactId: $id }) { deletedId errors { code } } }";
      expect(await planwright.ask(gone, { id })).toMatchObject({ deleteArtifact: { deletedId: id } });
      expect((await upload("second")).status).toBe(201);
    });
  });

  describe("language models of a tenant in a month", () => {
    const choice = { model: "capped", callables: [] };
    const silent = { respond: false };
    const usage = { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 };
    const plan = { name: "__planning__", arguments: '{"type":"direct_response","content":"Hello"}' };

    async function budget() {
      const query =
        "{ viewer { tenant { modelBudget { modelCalls inputTokens outputTokens reservedTokens maxTokens } } } }";
      type Budget = { readonly [name: string]: number };
      return (await served.planwright.ask<{ viewer: { tenant: { modelBudget: Budget } } }>(query)).viewer.tenant
        .modelBudget;
    }

    it("are not called where the call could pass the budget, and are again when others were settled for less", async () => {
      await served.script({ for: "PLAN", delayMs: 3_000, answer: { functions: [plan], usage } });
      const slow = await prompt(served.planwright, "Hello there", choice, { ...silent, options: { waitMs: 0 } });
      await eventually(async () => (await served.sentToModel()).length > 0);
      const { reservedTokens = 0, ...reserved } = await budget();
      expect(reserved).toEqual({ modelCalls: 0, inputTokens: 0, outputTokens: 0, maxTokens });
      expect(reservedTokens).toBeGreaterThan(6_000);

      const refused = await prompt(served.planwright, "Hello again", choice, silent);
      expect(refused).toMatchObject({ status: "FAILED", failure: { code: "BUDGET_EXCEEDED" } });
      expect(refused.failure?.message).toContain(`required at most ${maxTokens} tokens of the tenant in a month`);
      expect(await served.sentToModel()).toHaveLength(1);

      await eventually(async () => (await served.planwright.execution({ id: slow.id }))?.status === "SUCCEEDED");
      await eventually(async () => (await budget()).reservedTokens === 0);
      expect(await budget()).toEqual({
        modelCalls: 1,
        inputTokens: 400,
        outputTokens: 20,
        reservedTokens: 0,
        maxTokens,
      });
      expect(await prompt(served.planwright, "Hello once more", choice, silent)).toMatchObject({ status: "SUCCEEDED" });
    });
  });
});
