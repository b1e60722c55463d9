/** The system under test of the TCK of A2A: the Worker with one workflow, behind the front that conducts it. */
import { startExampleTools } from "../../support/deployed/example-tools.ts";
import { tool } from "../../support/deployed/planwright.ts";
import type { WorkerBuild } from "../worker-under-test.ts";
import { agentPath, startA2aFront } from "./a2a-front.ts";

export interface A2aUnderTest {
  /** Address of the agent. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startA2aUnderTest(
  build: WorkerBuild,
  asks: (messageId: string) => boolean,
): Promise<A2aUnderTest> {
  const tools = await startExampleTools();
  const worker = await build.start();
  await worker.planwright.register("example", tools.mcpUrl, true);
  const steps = [
    { humanInput: { stepId: "ask", prompt: "May it go on?", when: "{{input.ask}} == true" } },
    tool("keep", "set_note", { name: "tck", text: "Hello from TCK" }),
  ];
  const inputSchema = {
    type: "object",
    properties: { ask: { type: "boolean" }, result: { type: "object" } },
    required: ["ask", "result"],
  };
  await worker.planwright.saveWorkflow({
    name: "tck",
    description: "Does what the suite asks for",
    public: true,
    inputSchema,
    source: { plan: { steps } },
    output: "{{input.result}}",
  });
  const front = await startA2aFront(new URL(worker.planwright.endpoint).origin, asks);
  return {
    url: `${front.url}${agentPath}`,
    async close() {
      await front.close();
      await worker.close();
      await tools.close();
    },
  };
}
