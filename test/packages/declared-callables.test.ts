/** Plans checked without a deployment against what code defines: tools, agents and workflows by their schemas. */
import { expect, it } from "vitest";
import * as z from "zod";
import { checkedOffline } from "../../packages/planwright/cli/commands/check.ts";
import { declaredCallables } from "../../packages/planwright/library/declared-callables.ts";
import { defineTool } from "../../packages/planwright/library/define-tool.ts";
import { deployedCodeOf } from "../../packages/planwright/library/deployed-code-of.ts";

const greet = defineTool({
  ...{ name: "greet", description: "Greets", effects: "read" },
  input: z.object({ name: z.string() }),
  output: z.object({ text: z.string() }),
  run: ({ name }) => ({ text: name }),
});
const schema = (name: string) => ({
  ...{ type: "object", properties: { [name]: { type: "string" } }, required: [name], additionalProperties: false },
});
const { definitions } = deployedCodeOf({
  tools: [greet],
  agents: [
    { name: "host", description: "Hosts", instructions: "Greet", tools: ["greet"] },
    ...[
      {
        name: "judge",
        description: "Judges",
        instructions: "Judge",
        inputSchema: schema("essay"),
        outputSchema: schema("mark"),
      },
    ],
  ],
  workflows: [
    {
      ...{ name: "welcome", description: "Welcomes", inputSchema: schema("name"), outputSchema: schema("text") },
      plan: { steps: [{ tool: { toolName: "greet", stepId: "g", arguments: { name: "{{input.name}}" } } }] },
      output: "{{g.output}}",
    },
  ],
});
const callables = declaredCallables(definitions);

const step = (toolName: string, given: object, stepId = "a") => ({ tool: { toolName, stepId, arguments: given } });
const check = (...steps: readonly object[]) =>
  checkedOffline({ document: { steps } }, {}, { format: "planwright.catalog/1", origin: "", callables }).errors.map(
    ({ message }) => message,
  );

it("[N495] a plan is checked offline against the agents and workflows of code by their schemas, called by either of their names", () => {
  expect(callables.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    ...["TOOL greet", "AGENT peer_host", "AGENT peer_judge", "WORKFLOW workflow_welcome"],
  ]);
  expect(check(step("host", { text: "Hello" }))).toEqual([]);
  expect(check(step("judge", { essay: "x" }), step("greet", { name: "{{a.output.mark}}" }, "b"))).toEqual([]);
  for (const name of ["welcome", "workflow_welcome"]) {
    expect(check(step(name, { name: "Ann" }), step("greet", { name: "{{a.output.text}}" }, "b"))).toEqual([]);
    expect(check(step(name, { input_artifact: "guest.json" }))).toEqual([]);
    expect(check(step(name, { nam: "Ann" }))).toHaveLength(1);
    expect(check(step(name, { name: "Ann" }), step("greet", { name: "{{a.output.words}}" }, "b"))[0]).toContain(
      "words",
    );
  }
  expect(check(step("judge", { text: "x" }))).not.toEqual([]);
  expect(check(step("judge", { essay: "x" }), step("greet", { name: "{{a.output.text}}" }, "b"))[0]).toContain("text");
  expect(check(step("host", { words: "Hello" }))).not.toEqual([]);
});
