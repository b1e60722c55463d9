/** Servers that others wrote, as they come from the registry: their tools are joined in one plan, by text and by structure. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { prompt } from "../../support/deployed/model-executions.ts";
import { type PublicServers, startPublicServers } from "./public-servers.ts";

interface Registered {
  readonly mcpServer: {
    readonly status: string;
    readonly droppedTools: readonly unknown[];
    readonly tools: { readonly nodes: readonly { readonly name: string; readonly outputSchema: object | null }[] };
  } | null;
  readonly errors: readonly { readonly message: string }[];
}

interface Ran {
  readonly execution: {
    readonly status: string;
    readonly steps: readonly {
      readonly stepId: string;
      readonly status: string;
      readonly failure: { readonly code: string; readonly message: string } | null;
      readonly output: { readonly value: unknown } | null;
      readonly text: { readonly value: string } | null;
      readonly attachments: readonly { readonly kind: string; readonly mediaType: string | null }[];
    }[];
  } | null;
  readonly errors: readonly { readonly message: string }[];
  readonly warnings: readonly { readonly message: string }[];
}

const requestSchema = {
  type: "object",
  properties: { requestId: { type: "string" }, totalTasks: { type: "integer" } },
  required: ["requestId", "totalTasks"],
};

describe("servers of the registry", () => {
  const served = deployedWorld({ models: {} });
  let servers: PublicServers;
  const registered = new Map<string, Registered>();

  beforeAll(async () => {
    servers = await startPublicServers();
    const declared = { tasks: [{ name: "request_planning", outputSchema: requestSchema }] };
    for (const [name, url] of Object.entries(servers.urls)) {
      const tools = name === "tasks" ? declared.tasks : undefined;
      const { registerMcpServer } = await served.planwright.ask<{ registerMcpServer: Registered }>(
        `mutation ($input: RegisterMcpServerInput!) {
          registerMcpServer(input: $input) {
            mcpServer { status droppedTools { name reason } tools(first: 100) { nodes { name outputSchema } } }
            errors { message }
          }
        }`,
        // Programs of the registry on this machine: what they say may go on without a person.
        { input: { name, url, outputLabels: ["TRUSTED"], ...(tools !== undefined && { tools }) } },
      );
      registered.set(name, registerMcpServer);
    }
  });
  afterAll(() => servers?.close());

  const run = async (steps: readonly object[]): Promise<Ran> => {
    const { executePlan } = await served.planwright.ask<{ executePlan: Ran }>(
      /* GraphQL */ `
        mutation ($steps: [PlanStepInput!]!) {
          executePlan(input: { source: { plan: { steps: $steps } }, options: { waitMs: 20000 } }) {
            execution {
              status
              steps {
                stepId status failure { code message } output { value }
                ... on ToolStep { text { value } attachments { kind mediaType } }
              }
            }
            errors { message }
            warnings { message }
          }
        }
      `,
      { steps },
    );
    return executePlan;
  };

  it("[N160, N848] are registered with every tool that they list and that can be called", () => {
    for (const name of ["everything", "filesystem", "memory", "tasks"]) {
      const answer = registered.get(name);
      expect(answer?.errors, name).toEqual([]);
      // One tool of it refuses every call without a task.
      const dropped = name === "everything" ? [{ name: "simulate-research-query" }] : [];
      expect(answer?.mcpServer, name).toMatchObject({ status: "READY", droppedTools: dropped });
      expect(answer?.mcpServer?.tools.nodes.length, name).toBeGreaterThan(5);
    }
    const declares = (name: string) =>
      registered.get(name)?.mcpServer?.tools.nodes.filter(({ outputSchema }) => outputSchema !== null).length;
    expect(declares("filesystem")).toBeGreaterThan(5);
    expect(declares("tasks")).toBe(1);
  });

  it("[N160, P19] are joined in one plan, by the text of one tool and by the structure of another", async () => {
    const entity = { name: "note", entityType: "file", observations: ["{{steps.note.output.content}}"] };
    const { execution, errors, warnings } = await run([
      { tool: { stepId: "sum", toolName: "get-sum", arguments: { a: 12, b: 3 } } },
      { tool: { stepId: "note", toolName: "read_text_file", arguments: { path: `${servers.folder}/note.txt` } } },
      { tool: { stepId: "remember", toolName: "create_entities", arguments: { entities: [entity] } } },
      {
        tool: {
          stepId: "request",
          toolName: "request_planning",
          arguments: {
            originalRequest: "{{steps.sum.text}}",
            tasks: [
              { title: "Look at {{steps.remember.output.entities[0].name}}", description: "{{steps.note.text}}" },
            ],
          },
        },
      },
      {
        tool: {
          stepId: "next",
          toolName: "get_next_task",
          arguments: { requestId: "{{steps.request.output.requestId}}" },
        },
      },
      { tool: { stepId: "echo", toolName: "echo", arguments: { message: "{{steps.next.text}}" } } },
    ]);
    expect(errors).toEqual([]);
    // A list may be empty; nothing else of this plan is uncertain.
    const uncertain = expect.stringContaining(
      "{{steps.remember.output.entities[0].name}} in step request: the value may be absent",
    );
    expect(warnings).toEqual([{ message: uncertain }]);
    const step = (id: string) => execution?.steps.find(({ stepId }) => stepId === id);
    expect(execution?.steps.map(({ failure }) => failure)).toEqual([null, null, null, null, null, null]);
    expect(execution?.status).toBe("SUCCEEDED");
    expect(step("sum")).toMatchObject({ output: null, text: { value: "The sum of 12 and 3 is 15." } });
    expect(step("note")?.output?.value).toEqual({ content: "The kettle is on.\n" });
    expect(step("request")?.output?.value).toMatchObject({ totalTasks: 1 });
    expect(step("echo")?.text?.value).toContain("Look at note");
    expect(step("echo")?.text?.value).toContain("The kettle is on.");
  });

  it("[N160] have an image named that comes beside a text, and a field that no structure holds reported with a warning", async () => {
    const image = await run([{ tool: { stepId: "image", toolName: "get-tiny-image", arguments: {} } }]);
    expect(image.execution?.steps[0]?.attachments).toEqual([{ kind: "IMAGE", mediaType: "image/png" }]);
    const wrong = await run([
      { tool: { stepId: "sum", toolName: "get-sum", arguments: { a: 1, b: 2 } } },
      { tool: { stepId: "echo", toolName: "echo", arguments: { message: "{{steps.sum.output.total}}" } } },
    ]);
    expect(wrong.warnings[0]?.message).toContain("{{steps.sum.text}}");
    expect(wrong.execution?.steps[1]?.failure).toMatchObject({ code: "UNRESOLVED_REFERENCE" });
  });

  it("[N160, P7] answer a prompt whose only tool speaks in text: the answer holds the tool's words", async () => {
    const calls = [{ tool_name: "get-sum", arguments: { a: 40, b: 2 } }];
    const planned = JSON.stringify({ type: "tool_calls", reasoning: "one sum", calls });
    await served.script({ for: "PLAN", answer: { functions: [{ name: "__planning__", arguments: planned }] } });
    const execution = await prompt(served.planwright, "What is 40 and 2?");
    expect(execution.status).toBe("SUCCEEDED");
    expect(execution.response).toContain("The sum of 40 and 2 is 42.");
  });
});
