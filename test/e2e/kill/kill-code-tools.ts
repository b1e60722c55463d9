/** Tools in code that tell a ledger outside of the process what they do: that they begin, and that they have ended. */
import * as z from "zod";
import { defineTool, type Effects } from "../../../packages/planwright/library/define-tool.ts";

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

export interface CodeLedgerEntry {
  readonly key: string;
  readonly attempt: number;
  readonly effects: Effects;
  readonly requestId: string;
  readonly done: boolean;
}
