/** Tools in code that tell a ledger outside of the process what they do: that they begin, and that they have ended. */
import * as z from "zod";
import { defineTool, type Effects } from "../../../packages/planwright/library/define-tool.ts";
import type { HookContext, HookEvents, Hooks } from "../../../packages/planwright/library/hooks.ts";

const schema = z.object({ text: z.string() });

/** A tool for each class of effects, under the name of the class. */
export const ledgerTools = (["read", "keyed", "unsafe"] satisfies readonly Effects[]).map((effects) =>
  defineTool({
    name: `code_${effects}`,
    input: schema,
    output: schema,
    effects,
    async run({ text }, { attempt, env, execution, idempotencyKey: key }) {
      const { CODE_LEDGER = "" } = env as { CODE_LEDGER?: string };
      const entry = { key, attempt, effects, requestId: execution.requestId };
      await fetch(CODE_LEDGER, { method: "POST", body: JSON.stringify({ ...entry, done: false }) });
      await fetch(CODE_LEDGER, { method: "POST", body: JSON.stringify({ ...entry, done: true }) });
      return { text: `${text} ${effects}` };
    },
  }),
);

/** An agent and a workflow in code, over these tools. */
export const codeDefinitions = {
  agents: [{ name: "code_reader", description: "Reads", instructions: "Read it.", tools: ["code_read"] }],
  workflows: [
    {
      name: "code_flow",
      description: "Reads what it is given",
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      plan: { steps: [{ tool: { stepId: "r", toolName: "code_read", arguments: { text: "{{input.text}}" } } }] },
      output: "{{r.output}}",
    },
  ],
};

/** Hooks that tell the same ledger. */
export const ledgerHooks: Hooks = {
  onStepFinished: (event, context) => toldOf(event, context),
  onExecutionFinished: (event, context) => toldOf(event, context),
};

async function toldOf(
  event: HookEvents["onStepFinished" | "onExecutionFinished"],
  { deliveryId, env }: HookContext,
): Promise<void> {
  const { CODE_LEDGER = "" } = env as { CODE_LEDGER?: string };
  const { execution, id, type } = event;
  const stepId = event.type === "STEP_FINISHED" ? event.stepId : null;
  const hook: HookLedgerEntry = { hook: type, id, deliveryId, execution: execution.id, stepId };
  await fetch(CODE_LEDGER, { method: "POST", body: JSON.stringify(hook) });
}

export interface HookLedgerEntry {
  readonly hook: string;
  readonly id: string;
  readonly deliveryId: string;
  readonly execution: string;
  readonly stepId: string | null;
}

export interface CodeLedgerEntry {
  readonly key: string;
  readonly attempt: number;
  readonly effects: Effects;
  readonly requestId: string;
  readonly done: boolean;
}
