/** Agents as `registerAgent` takes them. Each parameter that a node passes to an agent beside its input becomes a member of that input. */
import { isJsonObject, type JsonObject, type JsonSchema, objectOf, ownValue } from "../../json/json.ts";
import type { MeshAgent } from "./mesh-document.ts";

/** The member of an agent's input that has the instruction of the node which calls it. */
export const instructionMember = "instruction";

const instructionSchema = {
  type: "string",
  description: "What this call is for, in the words of the workflow.",
} as const;

const instructionWords = `If the input has a member "${instructionMember}", it says what this call is for. Follow it.`;

/** The input of an agent without a schema of its own. */
const textInput: JsonObject = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/** The input of `registerAgent`; `isInstructed` if a node of the file gives it an instruction. */
export function translateAgent(agent: MeshAgent, isInstructed: boolean): JsonObject {
  const { agent_card, agent_name, input_schema, instruction, output_schema } = agent;
  const skills = agent_card?.skills ?? [];
  const tags = [...new Set(skills.flatMap((skill) => skill.tags ?? []).filter((tag) => !/\s/.test(tag)))];
  const inputSchema = isInstructed ? instructed(input_schema ?? textInput) : (input_schema ?? undefined);
  return {
    name: agent_name,
    description: agent_card?.description || agent_name,
    ...(tags.length === 0 ? {} : { tags }),
    source: {
      local: {
        instructions: isInstructed ? `${instruction.trimEnd()}\n\n${instructionWords}` : instruction,
        ...(inputSchema === undefined ? {} : { inputSchema }),
        ...(output_schema == null ? {} : { outputSchema: output_schema }),
      },
    },
  };
}

/** The schema of the agent's input with the instruction. */
export function instructed(schema: JsonSchema): JsonSchema {
  if (!isJsonObject(schema)) return schema;
  const properties = ownValue(schema, "properties");
  const known = isJsonObject(properties) ? properties : {};
  return { ...schema, properties: objectOf([...Object.entries(known), [instructionMember, instructionSchema]]) };
}

/** Whether the agent has another use for the name of the instruction. */
export function declaresInstruction(schema: JsonSchema | null | undefined): boolean {
  const properties = isJsonObject(schema) ? ownValue(schema, "properties") : undefined;
  return isJsonObject(properties) && Object.hasOwn(properties, instructionMember);
}
