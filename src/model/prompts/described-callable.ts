/**
 * The description of a callable in a prompt, as one JSON value. Schemas are included as they are: listing the fields of hundreds of them takes
 * many times longer than the rest of a prompt and saves about a third of its bytes.
 */

import type { JsonObject } from "../../json/json.ts";
import type { CallableDefinition } from "../../plan/callable.ts";

/** How to read `output`; stands once beside the list. */
export const outputLegend =
  '"input" is the JSON Schema of its arguments. "output" is that of its output, whose fields a plan can refer to as $N.output.field; null means that none are declared, so refer to its text, $N.text; "unknown" is an agent that declares none. Every tool and agent has a text, what it wrote for people.';

/** Name, kind, description, and what its arguments and its output are (C4). */
export function describedCallable(callable: CallableDefinition): JsonObject {
  const { name, kind, description, inputSchema, outputSchema } = callable;
  const undeclared = kind === "AGENT" ? "unknown" : null;
  return { name, kind: kind.toLowerCase(), description, input: inputSchema, output: outputSchema ?? undeclared };
}
