/**
 * The product with tools in code: one that does what `echo` of the tool server does, to compare the two, and one whose calls always fail and may be
 * tried again, which makes long logs quickly.
 */
import * as z from "zod";
import { defineTool } from "../../packages/planwright/library/define-tool.ts";
import { deployedCodeOf } from "../../packages/planwright/library/deployed-code-of.ts";
import { ToolError } from "../../packages/planwright/library/tool-error.ts";
import { declareCode } from "../../src/worker/platform/deployed-code.ts";
import product from "../../src/worker/worker.ts";

const echo = defineTool({
  name: "echo_code",
  input: z.object({ v: z.number() }),
  output: z.object({ v: z.number() }),
  effects: "read",
  run: ({ v }) => ({ v: v + 1 }),
});
const fail = defineTool({
  name: "fail_code",
  input: z.object({ v: z.number() }),
  output: z.object({ v: z.number() }),
  effects: "read",
  run: () => {
    throw new ToolError("busy", { retryable: true });
  },
});
declareCode(deployedCodeOf({ tools: [echo, fail] }));

export * from "../../src/worker/worker.ts";
export default product;
