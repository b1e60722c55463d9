/**
 * The argument of `run`: a plan in a file, or a prompt. A file holds a document in one of the dialects of plans, as `executePlan` takes it,
 * or a whole request with `plan`, `bindings` and `options`.
 */
import { usageFailure } from "./command-failure.ts";
import { fileText, namesDocument, parsedDocument } from "./input-file.ts";
import type { Surroundings } from "./surroundings.ts";

export type PlanSource =
  | { readonly kind: "PROMPT"; readonly text: string }
  | {
      readonly kind: "DOCUMENT";
      readonly name: string;
      readonly document: { readonly [name: string]: unknown };
      /** Initial bindings that stand in the file. */
      readonly bindings?: { readonly [name: string]: unknown };
    };

const requestMembers = ["plan", "bindings", "$schema"];

export async function planSource(
  words: string,
  surroundings: Pick<Surroundings, "cwd" | "stdin">,
): Promise<PlanSource> {
  if (!namesDocument(words)) {
    if (words.trim() === "")
      throw usageFailure("Cannot run nothing: required a plan file or a prompt, found empty text");
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

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
