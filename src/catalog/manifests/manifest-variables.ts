/**
 * Variables of a manifest: those that people set, those that the text of an agent sets (T31, T32), and those that the result of a tool sets. All
 * of them stand in the state of an execution, so they are kept small.
 */
import * as z from "zod";
import { type Json, type JsonObject, utf8Bytes } from "../../json/json.ts";
import type { OutputModel, VariableDefinition } from "../../plan/turn-work.ts";
import { documentSchema } from "../../schema/document/located-schema.ts";
import { declaredMembers } from "../../schema/target-schema.ts";
import { violations } from "../../schema/validator.ts";
import { toolParameters } from "./manifest-bindings.ts";
import type { ManifestBundle } from "./manifest-bundle.ts";
import { manifestNamePattern, manifestNameRule, words } from "./manifest-names.ts";
import { type ManifestFindings, type ManifestPlace, shown } from "./manifest-problem.ts";
import type { ToolDraft } from "./manifest-tools.ts";
import { readToolTrigger, type ToolSources, toolTriggerShape } from "./tool-triggers.ts";

const maxDefaultsBytes = 65_536;
const longestTrigger = 1_000;
/** Of an output, the words that its agent says. */
const spokenField = "agent_message";
const triggerType = "agent_text_equals";

const derivedShape = z.strictObject({
  name: z.string("expected the name of the variable"),
  trigger_type: z.string("expected the type of the trigger"),
  source_agent: z.string("expected the name of an agent"),
  trigger_value: z
    .string("expected the text that sets it")
    .max(longestTrigger, `expected at most ${longestTrigger} characters`),
  description: words.nullish(),
  ui_hidden: z.boolean().nullish(),
});

/** Types of variables, by the names that the fields of models have and by those of JSON Schema. */
const variableTypes: ReadonlyMap<string, string> = new Map([
  ...["string", "integer", "number", "boolean", "array", "object"].map((name) => [name, name] as const),
  ...Object.entries({ str: "string", int: "integer", float: "number", bool: "boolean", list: "array", dict: "object" }),
]);

const variableShape = z.strictObject({
  type: z.string("expected the name of a type").nullish(),
  description: words.nullish(),
  default: z.custom<Json>((value) => value !== undefined, "expected a value").optional(),
  trigger: toolTriggerShape.nullish(),
});

/** The facts against which a trigger is checked. */
export interface TriggerSources extends ToolSources {
  readonly agents: ReadonlySet<string>;
  /** Undefined for an agent that answers with text. */
  readonly outputOf: (agentName: string) => OutputModel | undefined;
}

/** Reads the variables. A variable without a default is null before it is set, a derived one false. */
export function readVariables(
  { derived, variables }: Pick<ManifestBundle, "derived" | "variables">,
  sources: TriggerSources,
  findings: ManifestFindings,
): readonly VariableDefinition[] {
  const found = new Map<string, VariableDefinition>();
  let bytes = 0;
  for (const [name, given] of Object.entries(variables.value)) {
    const at = [...variables.place, name];
    checkName(name, at, findings);
    const variable = findings.read(variableShape, given, at);
    if (variable === undefined) continue;
    const initial = variable.default ?? null;
    bytes += utf8Bytes(JSON.stringify(initial));
    const schema = typeOf(variable.type, initial, at, findings);
    const typed = schema === undefined ? {} : { schema };
    const set = readToolTrigger(variable.trigger, schema, [...at, "trigger"], sources, findings);
    found.set(name, { name, description: variable.description ?? "", initial, ...typed, trigger: null, ...set });
  }
  if (bytes > maxDefaultsBytes) findings.limit(variables.place, "maxVariableBytes", maxDefaultsBytes, bytes);
  for (const [position, given] of derived.value.entries()) {
    const variable = readDerived(given, [...derived.place, position], sources, findings);
    if (variable === undefined) continue;
    const { name } = variable;
    if (found.has(name)) {
      findings.add(
        [...derived.place, position, "name"],
        `required a name that no other variable has, found ${shown(name)}`,
      );
    }
    found.set(name, variable);
  }
  return [...found.values()];
}

/** The schema of values of the variable. Undefined if it may be anything, or if its type is wrong, which is reported. */
function typeOf(
  name: string | null | undefined,
  initial: Json,
  place: ManifestPlace,
  findings: ManifestFindings,
): JsonObject | undefined {
  if (name === null || name === undefined) return undefined;
  const type = variableTypes.get(name);
  if (type === undefined) {
    findings.unknown([...place, "type"], "the name of a type", name, variableTypes.keys());
    return undefined;
  }
  const schema = { type: [type, "null"] };
  const [first] = violations(schema, initial);
  if (first !== undefined) {
    findings.add([...place, "default"], `required a value of the type ${name}, found: ${first.message}`);
  }
  return schema;
}

function readDerived(
  given: Json,
  place: ManifestPlace,
  { agents, bound, outputOf }: TriggerSources,
  findings: ManifestFindings,
): VariableDefinition | undefined {
  const derived = findings.read(derivedShape, given, place);
  if (derived === undefined) return undefined;
  const { description, name, source_agent: sourceAgent, trigger_value: value } = derived;
  checkName(name, [...place, "name"], findings);
  if (derived.trigger_type !== triggerType) {
    findings.add([...place, "trigger_type"], `required ${triggerType}, found ${shown(derived.trigger_type)}`);
  }
  if (!agents.has(sourceAgent)) {
    findings.unknown([...place, "source_agent"], "the name of an agent", sourceAgent, agents);
  }
  if (value === "" || value !== value.trim()) {
    const required = "required text without space around it, because texts are compared without theirs";
    findings.add([...place, "trigger_value"], `${required}, found ${shown(value)}`);
  }
  const output = outputOf(sourceAgent);
  if (output !== undefined) reportUnproduced(output, sourceAgent, place, findings);
  const shower = derived.ui_hidden === true ? bound.get(sourceAgent) : undefined;
  if (shower !== undefined && takesMessage(shower)) {
    const finding = `required words that the tool of ${shown(sourceAgent)} is not given, found ${spokenField} among its parameters, which it would show`;
    findings.add([...place, "ui_hidden"], finding);
  }
  const trigger = { sourceAgent, value, uiHidden: derived.ui_hidden ?? false };
  return { name, description: description ?? "", initial: false, trigger };
}

/** Reports an agent whose output has no field for its message, so that it would say nothing. */
function reportUnproduced(
  { name, schema }: OutputModel,
  agentName: string,
  place: ManifestPlace,
  findings: ManifestFindings,
): void {
  if (declaredMembers(documentSchema(schema)).includes(spokenField)) return;
  const required = `required an agent that answers with text, or a field ${spokenField} of the model ${shown(name)}`;
  findings.add([...place, "source_agent"], `${required}, found ${shown(agentName)}, which would say nothing`);
}

/** A tool that a person answers is shown the whole output. */
function takesMessage({ does }: ToolDraft): boolean {
  if (does.kind === "PERSON") return true;
  return toolParameters(does.callable.inputSchema).names.some((name) => name.toLowerCase() === spokenField);
}

function checkName(name: string, place: ManifestPlace, findings: ManifestFindings): void {
  if (manifestNamePattern.test(name)) return;
  findings.add(place, `required ${manifestNameRule} as the name of a variable, found ${shown(name)}`);
}
