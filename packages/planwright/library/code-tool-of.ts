/** Makes what the Worker calls of what somebody defined, or says what is wrong with it and where. */

import { keyedMetadataKey } from "../../../src/catalog/effect-class.ts";
import { inputSchemaProblem, outputSchemaProblem } from "../../../src/catalog/input-schema.ts";
import { isReservedName } from "../../../src/catalog/plan-name.ts";
import { isJsonObject, type JsonObject } from "../../../src/json/json.ts";
import { jsonOf } from "../../../src/json/json-of.ts";
import type { EffectClass } from "../../../src/plan/callable.ts";
import { declaredLabelsFinding } from "../../../src/plan/labels/declared-labels.ts";
import type { CodeTool, ReadValue } from "../../../src/tools/code/code-tool.ts";
import { ConfigurationError } from "./configuration-error.ts";
import type { AnyTool, Effects } from "./define-tool.ts";
import type { SchemaIssue, StandardSchema } from "./standard-schema.ts";

const effectClasses: { readonly [Name in Effects]: EffectClass } = {
  read: "READ_ONLY",
  idempotent: "IDEMPOTENT",
  keyed: "KEYED",
  unsafe: "UNSAFE",
};

const toolName = /^[A-Za-z0-9_-]{1,64}$/;
const secretName = /^[A-Z0-9_]{1,64}$/;
const longestDescription = 10_000;
const mostSecrets = 20;
const longestTimeoutMs = 86_400_000;
const members = [
  "name",
  "description",
  "input",
  "output",
  "effects",
  "destructive",
  "outputLabels",
  "timeoutMs",
  "secrets",
  "run",
];

/** The tool at `place` of the options, as the Worker calls it. */
export function codeToolOf(tool: AnyTool, place: string): CodeTool {
  if (typeof tool !== "object" || tool === null) refuse(place, "required what defineTool gave, found something else");
  const { description = "", destructive = false, effects, input, name, output, run, secrets = [], timeoutMs } = tool;
  if (typeof name !== "string" || !toolName.test(name))
    refuse(`${place}.name`, `required 1 to 64 letters, digits, \`_\` or \`-\`, found ${shown(name)}`);
  const at = `${place} (${JSON.stringify(name)})`;
  const unknown = Object.keys(tool).find((member) => !members.includes(member));
  if (unknown !== undefined) refuse(`${at}.${unknown}`, `required one of ${members.join(", ")}, found another member`);
  if (isReservedName(name)) refuse(`${at}.name`, "required a name that no tool of this software has. Choose another");
  if (typeof description !== "string" || description.length > longestDescription)
    refuse(`${at}.description`, `required a text of at most ${longestDescription} characters`);
  if (!Object.hasOwn(effectClasses, effects))
    refuse(`${at}.effects`, `required ${Object.keys(effectClasses).join(", ")}, found ${shown(effects)}`);
  if (typeof destructive !== "boolean")
    refuse(`${at}.destructive`, `required true or false, found ${shown(destructive)}`);
  if (destructive && effects === "read")
    refuse(
      `${at}.destructive`,
      'required no tool whose effects are "read", found one. A tool that destroys has effects',
    );
  const { outputLabels } = tool;
  if (outputLabels !== undefined) {
    const isList = Array.isArray(outputLabels) && outputLabels.every((label) => typeof label === "string");
    const finding = isList
      ? declaredLabelsFinding(outputLabels)
      : `required a list of texts, found ${shown(outputLabels)}`;
    if (finding !== undefined) refuse(`${at}.outputLabels`, finding);
  }
  if (timeoutMs !== undefined && !(Number.isSafeInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= longestTimeoutMs))
    refuse(`${at}.timeoutMs`, `required a whole number from 1 to ${longestTimeoutMs}, found ${shown(timeoutMs)}`);
  if (!Array.isArray(secrets) || secrets.length > mostSecrets)
    refuse(`${at}.secrets`, `required a list of at most ${mostSecrets} names`);
  const wrong = secrets.findIndex((secret) => typeof secret !== "string" || !secretName.test(secret));
  if (wrong >= 0)
    refuse(`${at}.secrets[${wrong}]`, `required capital letters, digits or \`_\`, found ${shown(secrets[wrong])}`);
  if (typeof run !== "function") refuse(`${at}.run`, `required a function, found ${shown(run)}`);
  const inputSchema = schemaOf(input, "input", `${at}.input`);
  const problem = inputSchemaProblem(inputSchema);
  if (problem !== undefined) refuse(`${at}.input`, `${problem.message}. Use a schema of objects, as z.object makes it`);
  const outputSchema = schemaOf(output, "output", `${at}.output`);
  const lack = outputSchemaProblem(outputSchema);
  if (lack !== undefined) refuse(`${at}.output`, lack.message);
  return {
    definition: {
      name,
      title: null,
      description,
      inputSchema,
      outputSchema,
      annotations: {
        readOnlyHint: effects === "read",
        idempotentHint: effects === "read" || effects === "idempotent",
        destructiveHint: destructive,
      },
      metadata: effects === "keyed" ? { [keyedMetadataKey]: true } : {},
      ...(outputLabels === undefined ? {} : { outputLabels: [...outputLabels] }),
    },
    effectClass: effectClasses[effects as Effects],
    timeoutMs,
    secrets: [...secrets],
    readInput: reader(input),
    readOutput: reader(output),
    run: run as CodeTool["run"],
  };
}

/** The JSON Schema of what comes in as input, and of what goes out as output. */
function schemaOf(schema: StandardSchema, side: "input" | "output", place: string): JsonObject {
  const standard = schema?.["~standard"];
  if (typeof standard?.validate !== "function")
    refuse(place, "required a schema, such as z.object({ … }) of zod, found something else");
  if (typeof standard.jsonSchema?.[side] !== "function") {
    const found = `found one of ${JSON.stringify(standard.vendor)} that cannot`;
    refuse(place, `required a schema that can be written as JSON Schema, ${found}. zod can from version 4.2`);
  }
  let written: unknown;
  try {
    written = standard.jsonSchema[side]({ target: "draft-2020-12" });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    refuse(place, `required a schema that can be written as JSON Schema, found one of which its library says: ${said}`);
  }
  const read = jsonOf(written);
  if (!read.ok || !isJsonObject(read.value)) refuse(place, "required a schema that is written as a JSON object");
  return read.value;
}

function reader(schema: StandardSchema): ReadValue {
  return (value) => {
    const result = schema["~standard"].validate(value);
    return result instanceof Promise ? result.then(readingOf) : readingOf(result);
  };
}

function readingOf(
  result: Awaited<ReturnType<StandardSchema["~standard"]["validate"]>>,
): Awaited<ReturnType<ReadValue>> {
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, problems: result.issues.map(({ message, path = [] }) => ({ path: pathOf(path), message })) };
}

function pathOf(path: NonNullable<SchemaIssue["path"]>): string {
  return path.map((segment) => String(typeof segment === "object" ? segment.key : segment)).join(".");
}

function shown(value: unknown): string {
  const read = jsonOf(value);
  return read.ok ? JSON.stringify(read.value).slice(0, 80) : read.found;
}

function refuse(place: string, finding: string): never {
  throw new ConfigurationError(place, finding);
}
