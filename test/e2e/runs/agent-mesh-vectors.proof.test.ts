/**
 * The workflow definitions that are published with Solace Agent Mesh, imported and run by the real Worker, and compared with what that system itself
 * recorded. `WORKFLOW_DEFINITIONS` names the folder that has them: `workflows/*.json` and `golden_level1_7.json`. They are no part of this project,
 * so without the folder there is nothing to run.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { type AgentFunction, failing, startFunctionModel } from "../../support/deployed/function-model.ts";

const folder = process.env.WORKFLOW_DEFINITIONS ?? "";
const exists = folder !== "" && existsSync(join(folder, "workflows"));

interface Definitions {
  readonly agents: readonly { readonly agent_name: string; readonly instruction: string }[];
  readonly workflows: readonly { readonly name: string }[];
}

interface Recorded {
  readonly workflow: string;
  readonly input: object;
  readonly final: string;
  readonly final_output: object | null;
  readonly calls: readonly { readonly target: string; readonly input: object }[];
}

type Given = Readonly<Record<string, never>>;

/** What each agent is told to do, done. */
const functions: Readonly<Record<string, AgentFunction>> = {
  DataDoubler: ({ value }) => ({ doubled_value: Number(value) * 2 }),
  ValueFormatter: ({ value }) => ({ message: `The final result is: ${value}` }),
  NumberSquarer: ({ value }) => ({ squared_value: Number(value) ** 2 }),
  NumberIncrementer: ({ value }) => ({ incremented_value: Number(value) + 1 }),
  NumberAdder: ({ value1, value2 }) => ({ sum: Number(value1) + Number(value2) }),
  ValueClassifier: ({ value }) => ({
    category: Number(value) < 10 ? "small" : Number(value) <= 100 ? "medium" : "large",
    value,
  }),
  SmallValueHandler: ({ value }) => ({ result: Number(value) * 10, handler: "small" }),
  MediumValueHandler: ({ value }) => ({ result: Number(value) * 2, handler: "medium" }),
  LargeValueHandler: ({ value }) => ({ result: Number(value) / 2, handler: "large" }),
  DataTransformer: ({ value }) => ({ original: value, transformed: Number(value) + 10 }),
  OperationExecutor: ({ mode }) =>
    mode === "failure" ? failing : { result: "operation completed", status: "success" },
  SuccessNotifier: () => ({ notification: "Workflow completed successfully", type: "success" }),
  FailureAlerter: () => ({ alert: "Workflow failed - check logs", type: "failure", severity: "high" }),
  CleanupService: () => ({ cleanup: "Resources cleaned up" }),
  SimpleEcho: ({ message }) => ({ echoed: message }),
  DuplicateDetector: ({ force_duplicate_result }) => ({
    ...{ issue_details_artifact: "details", similar_issues: ["one"], recommendation: "see one" },
    ...{ is_duplicate: force_duplicate_result === "duplicate", duplicate_confidence: 50 },
  }),
  CodeAnalyzer: () => ({ analysis_artifact: "analysis", summary: "short", complexity: "low" }),
  JiraCommenter: ({ mode }) => ({ comment_text: `a ${mode}` }),
  OrderValidator: ({ order_id }) => ({ valid: true, order_id }),
  CustomerEnricher: ({ customer_id }) => ({ customer_id, customer_name: "Ada", tier: "gold", discount_pct: 10 }),
  DiscountCalculator: ({ customer_tier }) => ({ customer_tier, discount_percentage: 10 }),
  InventoryChecker: ({ items }) => ({ all_available: true, checked_items: (items as readonly unknown[]).length }),
  PriceCalculator: ({ discount_pct, subtotal }) => ({
    ...{ subtotal, discount_pct },
    final_total: Number(subtotal) * (1 - Number(discount_pct) / 100),
  }),
  ManualApprover: () => ({ approved: true, approval_type: "manual" }),
  AutoApprover: () => ({ approved: true, approval_type: "auto" }),
  ExpressShipper: () => ({ shipping_method: "express", estimated_days: 1, tracking_id: "E1" }),
  StandardShipper: () => ({ shipping_method: "standard", estimated_days: 3, tracking_id: "S1" }),
  EconomyShipper: () => ({ shipping_method: "economy", estimated_days: 7, tracking_id: "C1" }),
  NotificationSender: () => ({ notification_sent: true, channel: "mail" }),
  OrderFinalizer: ({ approval_type, customer_name, final_total, order_id, shipping_method, tracking_id }) => ({
    ...{ order_id, status: "completed", customer_name, final_total },
    ...{ shipping: { method: shipping_method, tracking_id }, approval: { type: approval_type } },
  }),
  DataValidator: ({ data_points, dataset_name }) => ({
    ...{ valid: true, dataset_name, record_count: (data_points as readonly unknown[]).length },
  }),
  DataNormalizer: () => ({ normalized: true, min_value: 1, max_value: 3, normalized_data: [0, 0.5, 1] }),
  StatisticsCalculator: () => ({ mean: 0.5, median: 0.5, std_dev: 0.4, data_range: 2, sample_size: 3 }),
  InsightExtractor: () => ({ insights: ["rising"], trend: "up", confidence_level: "high" }),
  ReportFormatter: ({ confidence_level, dataset_name }) => ({
    ...{ report_title: `On ${dataset_name}`, sections: [{ a: 1 }], generated_at: "now", confidence: confidence_level },
  }),
};

/** Agents whose name has another meaning in each file. */
const byFile: Readonly<Record<string, Readonly<Record<string, AgentFunction>>>> = {
  all_node_types_workflow: {
    ItemProcessor: ({ item_id, price, quantity }) => ({
      ...{ item_id, line_total: Number(price) * Number(quantity), processed: true },
    }),
    StatusChecker: ({ iteration, order_id }) => ({
      ...{ order_id, iteration, ready: Number(iteration) >= 2, status_message: `round ${iteration}` },
    }),
  },
  level4_map_iteration: {
    ItemProcessor: ({ item_id, value }) => ({ item_id, original_value: value, doubled_value: Number(value) * 2 }),
  },
  level5_loop_polling: {
    StatusChecker: ({ iteration, max_iterations }) => ({
      ...{ iteration, ready: Number(iteration) + 1 >= Number(max_iterations ?? 1), status: "checking" },
    }),
  },
  level6_workflow_composition: {
    SummaryGenerator: ({ original, transformed }) => {
      const difference = Number(transformed) - Number(original);
      const summary = `Value ${original} transformed to ${transformed} (difference: ${difference})`;
      return { summary, original, transformed, difference };
    },
  },
  workflow_to_workflow_example: {
    SummaryGenerator: ({ dataset_name, statistics }) => ({
      ...{ executive_summary: `mean ${(statistics as Given).mean}`, dataset_analyzed: dataset_name },
      ...{ pipeline_status: "completed", key_finding: "rising", recommendation: "none" },
    }),
  },
  complex_branching_workflow: Object.fromEntries(
    ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa", "Lambda", "Mu"].map(
      (name) => [`Agent${name}`, ({ data }) => ({ result: `${name} ${data}` })],
    ),
  ),
};

/** Runs of the definitions that nobody recorded: the input, and what has to come of it. */
const furtherRuns: Readonly<Record<string, readonly (readonly [input: object, output: object, calls: number])[]>> = {
  CompleteOrderWorkflow: [
    [
      { order_id: "A-42", customer_id: "c", items: [item("a"), item("b")], shipping_priority: "standard" },
      {
        ...{ order_id: "A-42", status: "completed", customer_name: "Ada", final_total: 90 },
        ...{ shipping_method: "standard", tracking_id: "S1", approval_type: "auto" },
      },
      14,
    ],
  ],
  SimpleLoopWorkflow: [[{ task_id: "t" }, { task_id: "t", iterations_completed: 3, final_status: "round 2" }, 3]],
  ComplexBranchingWorkflow: [
    [{ mode: "slow", items: [{ id: 1 }, { id: 2 }], enable_loop: true }, { status: "Epsilon exit" }, 14],
    [{ mode: "ultra", items: [] }, { status: "Epsilon exit" }, 12],
  ],
  JiraBugTriageWorkflow: [
    [
      { jira_id: "AB-1", force_duplicate_result: "duplicate" },
      { jira_id: "AB-1", final_comment: "a duplicate", workflow_path: "a duplicate", is_duplicate: true },
      2,
    ],
    [
      { jira_id: "AB-1" },
      { jira_id: "AB-1", final_comment: "a analysis", workflow_path: "a analysis", is_duplicate: false },
      3,
    ],
  ],
  DataProcessingSubWorkflow: [[{ value: 1 }, { original: 1, transformed: 11 }, 1]],
  SimpleChildWorkflow: [[{ message: "hi" }, { echoed: "hi" }, 1]],
  SimpleParentWorkflow: [[{ message: "hi" }, { result: "hi" }, 1]],
  StatisticalAnalysisWorkflow: [
    [
      { data_points: [{ value: 1 }] },
      { mean: 0.5, median: 0.5, std_dev: 0.4, data_range: 2, sample_size: 3, normalized_data: [0, 0.5, 1] },
      2,
    ],
  ],
  ReportGenerationWorkflow: [
    [
      { dataset_name: "d", statistics: { mean: 1 } },
      {
        report_title: "On d",
        sections: [{ a: 1 }],
        generated_at: "now",
        confidence: "high",
        insights: ["rising"],
        trend: "up",
      },
      2,
    ],
  ],
  DataAnalysisPipeline: [
    [
      { dataset_name: "d", data_points: [{ value: 1 }] },
      {
        ...{ executive_summary: "mean 0.5", dataset_analyzed: "d", pipeline_status: "completed" },
        ...{ key_finding: "rising", recommendation: "none" },
      },
      6,
    ],
  ],
};

function item(item_id: string) {
  return { item_id, quantity: 2, price: 5 };
}

const importing = /* GraphQL */ `
  mutation ($json: String!) {
    importWorkflows(input: { source: { json: $json } }) { workflows { name } errors { message path } }
  }
`;
const invoking = /* GraphQL */ `
  mutation ($input: InvokeWorkflowInput!) {
    invokeWorkflow(input: $input) {
      execution { status failure { message } output { value } steps { stepId status failure { message } } }
      errors { message }
    }
  }
`;
const limits = { maxModelCalls: 60, maxDepth: 5, maxParallel: 8 };

describe.skipIf(!exists)("workflow definitions of Solace Agent Mesh", () => {
  const model = startFunctionModel();
  const served = deployedWorld({ settings: async () => ({ MODELS: (await model).models }) });
  afterAll(async () => (await model).close());

  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const golden = exists ? (read("golden_level1_7.json") as { readonly rows: readonly Recorded[] }).rows : [];
  const names = exists ? readdirSync(join(folder, "workflows")).map((name) => name.replace(".json", "")) : [];

  async function imported(name: string): Promise<readonly string[]> {
    const definitions = read(`workflows/${name}.json`) as Definitions;
    const { importWorkflows } = await served.planwright.ask<{
      importWorkflows: { readonly workflows: readonly { readonly name: string }[]; readonly errors: readonly object[] };
    }>(importing, { json: JSON.stringify(definitions) });
    expect(importWorkflows.errors).toEqual([]);
    return importWorkflows.workflows.map((workflow) => workflow.name);
  }

  /** Agents of a file, with those of the first file, which others call too. */
  async function serve(name: string): Promise<void> {
    const all = [
      ...(read(`workflows/${name}.json`) as Definitions).agents,
      ...read("workflows/level1_simple_sequential.json").agents,
    ];
    const agents = all.map(({ agent_name, instruction }: Definitions["agents"][number]) => ({
      name: agent_name,
      words: instruction.trim(),
      answer: byFile[name]?.[agent_name] ?? functions[agent_name] ?? (() => failing),
    }));
    (await model).serve(agents);
    (await model).taken();
  }

  async function run(workflow: string, parameters: object) {
    const input = { workflow: { name: workflow }, payload: { parameters }, options: { waitMs: 25_000, limits } };
    const { invokeWorkflow } = await served.planwright.ask<{
      invokeWorkflow: {
        readonly execution: { readonly status: string; readonly output: { readonly value: object } | null };
        readonly errors: readonly object[];
      };
    }>(invoking, { input });
    expect(invokeWorkflow.errors).toEqual([]);
    return { ...invokeWorkflow.execution, calls: (await model).taken() };
  }

  it.each(["level1_simple_sequential", ...names])("%s is imported, and each of its workflows runs", async (name) => {
    await serve(name);
    const workflows = await imported(name);
    expect(workflows.length).toBeGreaterThan(0);
    for (const workflow of workflows) {
      const recorded = golden.filter((row) => row.workflow === workflow);
      for (const row of recorded) {
        const { calls, output, status, ...more } = await run(workflow, row.input);
        const isFailure = row.final !== "success";
        expect([status, output?.value ?? null], JSON.stringify(more)).toEqual([
          isFailure ? "FAILED" : "SUCCEEDED",
          row.final_output,
        ]);
        expect(sortedCalls(calls), workflow).toEqual(sortedCalls(expectedCalls(row, golden)));
      }
      for (const [input, expected, count] of furtherRuns[workflow] ?? []) {
        const { calls, output, status, ...more } = await run(workflow, input);
        expect(status, JSON.stringify(more)).toBe("SUCCEEDED");
        expect(output?.value).toMatchObject(expected);
        expect(calls).toHaveLength(count);
      }
      expect(recorded.length + (furtherRuns[workflow]?.length ?? 0), workflow).toBeGreaterThan(0);
    }
  });
});

interface CalledAgent {
  readonly agent: string;
  readonly input: object;
}

/** The calls of agents that were recorded, those below a workflow included. Of the exits only those that fit the end: that system ran all. */
function expectedCalls({ calls, final, workflow }: Recorded, golden: readonly Recorded[]): readonly CalledAgent[] {
  const isSuccess = final === "success";
  const ends = isSuccess ? ["SuccessNotifier", "CleanupService"] : ["FailureAlerter", "CleanupService"];
  const made = calls.flatMap(({ input, target }): readonly CalledAgent[] => {
    if (target === "workflow:DataProcessingSubWorkflow") return [{ agent: "DataTransformer", input }];
    const isExit = ["SuccessNotifier", "FailureAlerter", "CleanupService"].includes(target);
    return isExit && !ends.includes(target) ? [] : [{ agent: target, input }];
  });
  if (isSuccess || workflow !== "ErrorHandlingWorkflow") return made;
  const mode = golden.find((row) => row.workflow === workflow && row.final !== "success")?.input ?? {};
  return [...made, ...ends.map((agent) => ({ agent, input: mode }))];
}

/** Without the instruction, which is given as a member of the input here; in one order, as some run at the same time. */
function sortedCalls(calls: readonly CalledAgent[]): readonly string[] {
  return calls
    .map(({ agent, input }) => {
      const { instruction: _, ...own } = input as { readonly instruction?: string };
      return JSON.stringify([agent, own]);
    })
    .sort();
}
