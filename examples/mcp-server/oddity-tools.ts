/** Tools that answer in ways which a client has to cope with: late, without schema, without structure, wrongly, with an error. */
import { setTimeout as delay } from "node:timers/promises";
import { structuredResult } from "../../packages/planwright/artifact-tool/artifact-tool.ts";
import { type ExampleTool, integer, objectSchema, string, textResult } from "./tool.ts";

export const flakyModes = [
  "RATE_LIMITED",
  "UNAVAILABLE",
  "RESET",
  "MALFORMED",
  "OVERSIZE",
  "WRONG_ID",
  "HANG",
] as const;
export type FlakyMode = (typeof flakyModes)[number];

export function oddityTools(): ExampleTool[] {
  return [
    {
      name: "slow",
      description: "Answers after `ms` milliseconds.",
      inputSchema: objectSchema({ ms: integer }),
      outputSchema: objectSchema({ ms: integer }),
      annotations: { readOnlyHint: true },
      async run({ ms }, { signal }) {
        await delay(Number(ms), undefined, { signal });
        return structuredResult({ ms });
      },
    },
    {
      // What goes wrong is done to the HTTP exchange, see `sabotage.ts`. Whatever arrives here succeeds.
      name: "flaky",
      description: "Fails as `mode` says the first `times` times per idempotency key, then succeeds.",
      inputSchema: objectSchema({ mode: { enum: flakyModes }, times: integer }, ["mode"]),
      outputSchema: objectSchema({ mode: string }),
      annotations: { readOnlyHint: true },
      run: ({ mode }) => structuredResult({ mode }),
    },
    {
      name: "structured_without_schema",
      description: "Returns structured content that no schema describes.",
      inputSchema: objectSchema({}),
      annotations: { readOnlyHint: true },
      run: () => structuredResult({ free: "form" }),
    },
    {
      name: "text_json",
      description: "Declares an output schema and returns its JSON as text only.",
      inputSchema: objectSchema({}),
      outputSchema: objectSchema({ answer: integer }),
      annotations: { readOnlyHint: true },
      run: () => textResult(JSON.stringify({ answer: 42 })),
    },
    {
      name: "text_only",
      description: "Declares an output schema and returns prose.",
      inputSchema: objectSchema({}),
      outputSchema: objectSchema({ answer: integer }),
      annotations: { readOnlyHint: true },
      run: () => textResult("The answer is forty-two."),
    },
    {
      name: "wrong_output",
      description: "Returns structured content that its own schema forbids.",
      inputSchema: objectSchema({}),
      outputSchema: objectSchema({ answer: integer }),
      annotations: { readOnlyHint: true },
      run: () => structuredResult({ answer: "forty-two" }),
    },
    {
      name: "is_error",
      description: "Runs and reports that it could not do what was asked.",
      inputSchema: objectSchema({}),
      outputSchema: objectSchema({ answer: integer }),
      annotations: { readOnlyHint: true },
      run: () => ({ ...textResult("There is no answer today."), isError: true }),
    },
  ];
}
