/**
 * The trigger of a variable that a tool sets: `{"tool": …, "response_key": …}`. The tool has to be one that some turn calls, and the member
 * one that its result may have, of the type of the variable. Values that the schemas leave open are checked against the type when the tool
 * has answered.
 */
import * as z from "zod";
import type { JsonSchema } from "../../json/json.ts";
import type { VariableDefinition } from "../../plan/turn-work.ts";
import { relate } from "../../schema/claims/relation.ts";
import { documentSchema, within } from "../../schema/document/located-schema.ts";
import { declaredMembers } from "../../schema/target-schema.ts";
import { typeName } from "../../schema/type-name.ts";
import { memberSchema } from "./manifest-bindings.ts";
import { type ManifestFindings, type ManifestPlace, shown } from "./manifest-problem.ts";
import type { ToolDraft } from "./manifest-tools.ts";

const longestKey = 256;

export const toolTriggerShape = z.strictObject(
  {
    tool: z.string("expected the function of a tool"),
    response_key: z
      .string("expected the name of a member of the result")
      .min(1, "expected the name of a member of the result")
      .max(longestKey, `expected at most ${longestKey} characters`),
  },
  "expected an object with tool and response_key",
);

/** The facts against which the trigger of a tool is checked. */
export interface ToolSources {
  /** The tool that the output of an agent starts, by agent. */
  readonly bound: ReadonlyMap<string, ToolDraft>;
  /** Functions of all tools, also of those that are wrong themselves. */
  readonly functions: ReadonlySet<string>;
}

/** The trigger as the variable has it: no member for none, and for one that is wrong, which is reported. `schema` is that of the variable. */
export function readToolTrigger(
  trigger: z.output<typeof toolTriggerShape> | null | undefined,
  schema: JsonSchema | undefined,
  place: ManifestPlace,
  { bound, functions }: ToolSources,
  findings: ManifestFindings,
): Pick<VariableDefinition, "toolTrigger"> {
  if (trigger === null || trigger === undefined) return {};
  const { response_key: responseKey, tool: toolName } = trigger;
  const called = [...bound.values()].filter(({ name }) => name === toolName);
  if (!functions.has(toolName)) findings.unknown([...place, "tool"], "the function of a tool", toolName, functions);
  else if (called.length === 0) {
    const required = "required a tool that the output of an agent starts, so that a turn calls it";
    findings.add([...place, "tool"], `${required}, found ${shown(toolName)}`);
  }
  for (const tool of called) checkMember(tool, responseKey, schema, [...place, "response_key"], findings);
  return { toolTrigger: { toolName, responseKey } };
}

function checkMember(
  tool: ToolDraft,
  key: string,
  schema: JsonSchema | undefined,
  place: ManifestPlace,
  findings: ManifestFindings,
): void {
  const { does } = tool;
  const result = does.kind === "PERSON" ? does.responseSchema : does.callable.outputSchema;
  if (result === null || result === undefined) return;
  const document = documentSchema(result);
  const declared = declaredMembers(document);
  if (declared.length > 0 && !declared.includes(key)) {
    findings.unknown(place, `the name of a member of the result of ${shown(tool.name)}`, key, declared);
    return;
  }
  const member = memberSchema(result, key);
  if (member === undefined || schema === undefined) return;
  const [given, wanted] = [within(document, member), documentSchema(schema)];
  if (relate(given, wanted) !== "disjoint") return;
  findings.add(
    place,
    `required a member that gives ${typeName(wanted)}, found ${shown(key)}, which gives ${typeName(given)}`,
  );
}
