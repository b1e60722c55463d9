/** The product with a tool in code that does the same as `echo` of the tool server, to compare the two. */
import * as z from "zod";
import { defineTool } from "../../packages/planwright/library/define-tool.ts";
import { deployedCodeOf } from "../../packages/planwright/library/deployed-code-of.ts";
import { declareCode } from "../../src/worker/platform/deployed-code.ts";
import product from "../../src/worker/worker.ts";

const echo = defineTool({
  name: "echo_code",
  input: z.object({ v: z.number() }),
  output: z.object({ v: z.number() }),
  effects: "read",
  run: ({ v }) => ({ v: v + 1 }),
});
declareCode(deployedCodeOf({ tools: [echo] }));

export * from "../../src/worker/worker.ts";
export default product;
