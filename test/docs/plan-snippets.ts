/** Plans of the documents against the compiler, with the tools of the example that `npm start` runs. */
import { blogTools } from "../../examples/mcp-server/blog-tools.ts";
import { meetingTools } from "../../examples/mcp-server/meeting-tools.ts";
import { noteTools } from "../../examples/mcp-server/note-tools.ts";
import { oddityTools } from "../../examples/mcp-server/oddity-tools.ts";
import type { JsonSchema } from "../../src/json/json.ts";
import { compilePlan, type PlanSource } from "../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../src/plan/limits.ts";
import { builtInCallables } from "../../src/plan/waits/built-in-callables.ts";
import { callableOf, toolOf } from "../support/plan/callables.ts";

const exampleTools = [...blogTools(0), ...meetingTools(), ...noteTools(), ...oddityTools()].map((tool) =>
  toolOf(tool.name, tool.inputSchema as JsonSchema, (tool.outputSchema ?? null) as JsonSchema | null),
);

/**
 * What the compiler says against a plan. A callable that the example does not have, such as a tool of an imagined shop, takes and gives
 * everything.
 */
export function planProblems(source: PlanSource, bindings: object | null = null): readonly string[] {
  const compilation = compilePlan({
    source,
    bindings,
    requestedLimits: {},
    callable: (name) =>
      exampleTools.find((tool) => tool.name === name) ?? builtInCallables.get(name)?.callable ?? callableOf({ name }),
    callableNames: () => exampleTools.map(({ name }) => name),
    settings: builtInLimits,
    sourcePath: [],
  });
  return compilation.ok ? [] : compilation.problems.map(({ message }) => message);
}
