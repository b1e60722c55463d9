/**
 * The argument of `run`: a plan in a file, or a prompt. A file holds a document in one of the dialects of plans, as `executePlan` takes it,
 * or a whole request with `plan` and `bindings`; a module builds one with `definePlan`. The name of another file is no prompt.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { usageFailure } from "./command-failure.ts";
import { fileText, namesDocument, parsedDocument } from "./input-file.ts";
import { namesModule, planOfModule } from "./plan-module.ts";
import type { Surroundings } from "./surroundings.ts";

export type PlanSource =
  | { readonly kind: "PROMPT"; readonly text: string }
  | {
      readonly kind: "DOCUMENT";
      readonly name: string;
      readonly document: { readonly [name: string]: unknown };
      /** Initial bindings that stand in the file. */
      readonly bindings?: { readonly [name: string]: unknown };
      /** The line of the module that made the step at a path. Absent for a plan that no module built. */
      readonly placeOf?: (path: readonly (string | number)[]) => string | undefined;
    };

const requestMembers = ["plan", "bindings", "$schema"];

export async function planSource(
  words: string,
  surroundings: Pick<Surroundings, "cwd" | "stdin">,
): Promise<PlanSource> {
  if (namesModule(words)) {
    const { placeOf, plan } = await planOfModule(words, surroundings);
    return { kind: "DOCUMENT", name: words, document: plan, placeOf };
  }
  if (!namesDocument(words)) {
    if (words.trim() === "")
      throw usageFailure("Cannot run nothing: required a plan file or a prompt, found empty text");
    demandNoFile(words, surroundings);
    return { kind: "PROMPT", text: words };
  }
  const value = await parsedDocument(await fileText(words, surroundings), words);
  if (!isObject(value))
    throw usageFailure(
      `Cannot run ${words}: required a plan, which is an object, found ${JSON.stringify(value)?.slice(0, 100)}`,
      ...(Array.isArray(value) ? ['{"steps": […]} makes a plan of a list of steps'] : []),
    );
  if (!isObject(value.plan)) {
    const { $schema: _, ...document } = value;
    return { kind: "DOCUMENT", name: words, document };
  }
  const unknown = Object.keys(value).filter((name) => !requestMembers.includes(name));
  if (unknown.length > 0)
    throw usageFailure(
      `Cannot run ${words}: beside plan it may hold ${requestMembers.join(", ")}, found ${unknown.join(", ")}`,
    );
  const { bindings, plan } = value;
  if (bindings !== undefined && !isObject(bindings))
    throw usageFailure(`Cannot run ${words}: required an object as bindings`);
  return { kind: "DOCUMENT", name: words, document: plan, ...(bindings !== undefined && { bindings }) };
}

/** A model would be paid for a plan of the name of a file. */
function demandNoFile(words: string, { cwd }: Pick<Surroundings, "cwd">): void {
  if (
    /\s/.test(words) ||
    !(/^[\w./\\-]+\.(jsonc|json5|toml|txt|md|xml)$/i.test(words) || existsSync(resolve(cwd, words)))
  )
    return;
  throw usageFailure(
    `Cannot run ${words}: required a plan in a file with the ending .json, .yaml, .yml, .ts or .js, or a prompt, found the name of another file`,
    `planwright run - < ${words}, if it holds JSON`,
  );
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
