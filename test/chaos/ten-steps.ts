/**
 * The plan of the crash tests: ten steps with one of everything that an execution can wait for. A call that is refused once (READ_ONLY), a
 * group (IDEMPOTENT and READ_ONLY), a person, KEYED, UNSAFE, a child, a remote task (KEYED), READ_ONLY. Beside it the world that it is run
 * in: the example MCP server and the example A2A agent, whose ledgers tell what was really called.
 */
import type { A2aLedger } from "../../examples/a2a-agent/ledger.ts";
import { startA2aAgent } from "../../examples/a2a-agent/server.ts";
import { exampleToolsOf, type LedgerEntry } from "../support/deployed/example-tools.ts";
import { type Planwright, tool } from "../support/deployed/planwright.ts";
import { startSlowTools } from "./slow-tools.ts";

/** Every effect class with the steps of the plan that have it; `keep` is that of the child. */
export const stepsByClass = {
  READ_ONLY: ["look", "other", "read"],
  IDEMPOTENT: ["set"],
  KEYED: ["add", "translate", "keep"],
  UNSAFE: ["once"],
} as const;

export type EffectClass = keyof typeof stepsByClass;

/** The person is asked for a word, which the next step appends: the note tells how often the answer counted. */
export const word = "b";

/** The plan of the execution with the key `name`, which is also the name of its note. */
export function tenSteps(name: string) {
  const form = { type: "object", properties: { word: { type: "string" } }, required: ["word"] };
  const steps = [
    tool(
      "look",
      "example.flaky",
      { mode: "UNAVAILABLE", times: 1 },
      { policy: { maxAttempts: 2, initialBackoffMs: 1 } },
    ),
    {
      parallel: {
        stepId: "both",
        steps: [
          tool("set", "example.set_note", { name, text: "a" }),
          tool("other", "example.read_note", { name: "another" }),
        ],
      },
    },
    { humanInput: { stepId: "ask", prompt: "Which word?", responseSchema: form } },
    tool("add", "example.keyed_append", { name, text: "{{steps.ask.output.word}}" }),
    tool("once", "example.append_note", { name, text: "c" }, { policy: { continueOnFailure: true } }),
    tool("child", "workflow_keep", { text: name }),
    tool("translate", "translator", { text: name, language: "de", delay_ms: 300 }),
    tool("read", "example.read_note", { name }),
  ];
  return { source: { plan: { steps } }, options: { idempotencyKey: name, schedule: "SEQUENTIAL" } };
}

export interface TenStepCallees {
  /** Calls of tools that arrived, oldest first. */
  calls(): Promise<readonly LedgerEntry[]>;
  /** What the agent worked on, and the identifier of each message that reached it, once for each time. */
  agent(): Promise<{ readonly works: A2aLedger["works"]; readonly messages: readonly string[] }>;
  close(): Promise<void>;
  readonly mcpUrl: string;
  readonly agentUrl: string;
}

/** A request to a tool takes up to `networkMs` on its way there, and as long on its way back. */
export async function startTenStepCallees(networkMs: number): Promise<TenStepCallees> {
  const [tools, agent] = await Promise.all([startSlowTools(networkMs).then(exampleToolsOf), startA2aAgent(0)]);
  return {
    mcpUrl: tools.mcpUrl,
    agentUrl: agent.url,
    calls: () => tools.ledger(),
    async agent() {
      const { requests, works } = (await (await fetch(`${agent.url}/ledger`)).json()) as A2aLedger;
      const messages = requests
        .filter(({ method }) => method === "SendMessage")
        .map(({ params }) => (params as { readonly message: { readonly messageId: string } }).message.messageId);
      return { messages, works };
    },
    close: async () => {
      await Promise.all([tools.close(), agent.close()]);
    },
  };
}

/** Registers the server and the agent and saves the workflow of the child, whose step appends to a note of its own. */
export async function registerTenStepCallees(
  planwright: Planwright,
  { agentUrl, mcpUrl }: TenStepCallees,
): Promise<void> {
  await planwright.register("example", mcpUrl, true);
  const steps = [tool("keep", "example.keyed_append", { name: "child {{input.text}}", text: "d" })];
  const answers = await planwright.ask<{ [name: string]: { errors: readonly unknown[] } }>(
    `mutation ($agent: RegisterAgentInput!, $workflow: SaveWorkflowInput!) {
      registerAgent(input: $agent) { errors { message } }
      saveWorkflow(input: $workflow) { errors { message } }
    }`,
    {
      agent: { source: { a2a: { url: agentUrl, effectClass: "KEYED" } } },
      workflow: { name: "keep", description: "Keeps a text", source: { plan: { steps } } },
    },
  );
  const problems = Object.values(answers).flatMap(({ errors }) => errors);
  if (problems.length > 0) throw new Error(`Cannot register what the plan calls: ${JSON.stringify(problems)}`);
}
