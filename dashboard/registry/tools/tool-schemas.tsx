/** The schemas of a tool, read when a row of the table is opened. */
import { useAnswer } from "../../api/use-answer.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { SchemaFields } from "../call/schema-fields.tsx";
import { registeredTool } from "./tool-entry.generated.ts";

export function ToolSchemas({ name }: { readonly name: string }) {
  const { data, problem } = useAnswer(registeredTool, { name });
  const tool = data?.tool ?? null;
  if (problem !== null) return <ProblemNote {...problem} />;
  if (tool === null) return <p class="soft small">{data === null ? "Reading" : "It is not registered any more."}</p>;
  return (
    <div class="schemas">
      <SchemaFields title="Input" schema={tool.inputSchema} none="Nothing." />
      <SchemaFields title="Output" schema={tool.outputSchema} none={noOutputSchema} />
    </div>
  );
}

export const noOutputSchema = "It declares no schema, so that plans cannot refer to fields of its output.";
