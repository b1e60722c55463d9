/** The deployed Worker with the servers of the attack plans, and what becomes of a case there. */
import { afterAll, beforeAll } from "vitest";
import type { FlowRule } from "../../../src/plan/callable.ts";
import { startAttackedServers } from "../../support/callees/attacked-servers.ts";
import type { McpServers } from "../../support/callees/mcp-servers.ts";
import { type DeployedOptions, type DeployedWorld, deployedWorld } from "../../support/deployed/deployed-world.ts";
import { eventually, type UserError } from "../../support/deployed/planwright.ts";
import { attackDocument, attackedServers, type LabelledCase } from "../../support/plan/attack-plans.ts";

export interface AttackedRun {
  readonly id: string;
  readonly status: string;
  readonly pendingHumanInputs: readonly {
    readonly id: string;
    readonly purpose: string;
    readonly flows: readonly {
      readonly label: string;
      readonly argument: string | null;
      readonly path: readonly string[];
    }[];
  }[];
}

/** The fields of an `AttackedRun`. */
export const seen = "id status pendingHumanInputs { id purpose flows { label argument path } }";

export interface AttackedWorld {
  readonly served: DeployedWorld;
  /** Names of the tools that were called, oldest first. */
  calls(): readonly string[];
  /** Runs the case until it rests, under its own rules. `calls` are then those of this case. */
  run(case_: LabelledCase): Promise<AttackedRun>;
  /** Declines the question, and gives the execution once it has ended. */
  decline(run: AttackedRun): Promise<AttackedRun>;
}

export function attackedWorld(options: DeployedOptions = {}): AttackedWorld {
  const served = deployedWorld({ servers: {}, ...options });
  let servers: McpServers | undefined;
  beforeAll(async () => {
    servers = await startAttackedServers();
    for (const one of attackedServers) await register(served, one, servers.url);
  });
  afterAll(() => servers?.close());
  return {
    served,
    calls: () => servers?.calls ?? [],
    run: async (case_) => {
      await setRules(served, case_.rules ?? []);
      servers?.calls.splice(0);
      if (case_.author === "MODEL") await script(served, case_);
      const { executePlan } = await served.planwright.ask<{
        executePlan: { execution: AttackedRun | null; errors: readonly UserError[] };
      }>(
        `mutation ($input: ExecutePlanInput!) { executePlan(input: $input) { execution { ${seen} } errors { code message } } }`,
        { input: { source: sourceOf(case_), options: { waitMs: 25_000 } } },
      );
      if (executePlan.execution === null) throw new Error(JSON.stringify(executePlan.errors));
      return executePlan.execution;
    },
    decline: async ({ id, pendingHumanInputs: [asked] }) => {
      const errors = await served.planwright.answer(asked?.id ?? "", { decline: "not this one" });
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return eventually(async () => {
        const query = `query ($id: ID!) { execution(by: { id: $id }) { ${seen} } }`;
        const { execution } = await served.planwright.ask<{ execution: AttackedRun }>(query, { id });
        return !["RUNNING", "WAITING"].includes(execution.status) && execution;
      });
    },
  };
}

async function register(
  { planwright }: DeployedWorld,
  { server: { name, outputLabels, tools, trusted } }: (typeof attackedServers)[number],
  url: string,
): Promise<void> {
  const { registerMcpServer } = await planwright.ask<{ registerMcpServer: { errors: readonly UserError[] } }>(
    "mutation ($input: RegisterMcpServerInput!) { registerMcpServer(input: $input) { errors { message } } }",
    { input: { name, url: `${url}/${name}/mcp`, trusted, outputLabels, tools } },
  );
  if (registerMcpServer.errors.length > 0) throw new Error(JSON.stringify(registerMcpServer.errors));
}

async function setRules({ planwright }: DeployedWorld, rules: readonly FlowRule[]): Promise<void> {
  const { setFlowRules } = await planwright.ask<{ setFlowRules: { errors: readonly UserError[] } }>(
    "mutation ($input: SetFlowRulesInput!) { setFlowRules(input: $input) { errors { message } } }",
    { input: { rules } },
  );
  if (setFlowRules.errors.length > 0) throw new Error(JSON.stringify(setFlowRules.errors));
}

/** The plans of the model, and then its answer. A plan that is refused is followed by that too. */
function script(served: DeployedWorld, { calls, next }: LabelledCase): Promise<void> {
  const plans = [attackDocument(calls), ...(next === undefined ? [] : [attackDocument(next)])];
  const end = { type: "direct_response", content: "done" };
  return served.script(
    ...[...plans, end].map((plan) => ({
      for: "PLAN",
      answer: { functions: [{ name: "__planning__", arguments: JSON.stringify(plan) }] },
    })),
  );
}

function sourceOf({ author, calls, next, title }: LabelledCase): object {
  if (author === "CALLER") return { document: attackDocument(calls) };
  const callables = [...new Set([...calls, ...(next ?? [])].map(([name]) => name))];
  return { prompt: { text: title, callables, maxCorrections: 1, maxRounds: next === undefined ? 1 : 2 } };
}
