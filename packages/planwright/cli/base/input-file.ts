/** Files of a person: JSON or YAML, from a path or the standard input, with the places of problems. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { usageFailure } from "./command-failure.ts";
import type { Surroundings } from "./surroundings.ts";

/** More is not read: a deployment takes no document that is longer. */
export const maxFileBytes = 10_000_000;

/** The text of a file of so many bytes at most; `-` is the standard input. */
export async function fileText(
  name: string,
  { cwd, stdin }: Pick<Surroundings, "cwd" | "stdin">,
  maxBytes = maxFileBytes,
): Promise<string> {
  if (name === "-") return stdin();
  const path = resolve(cwd, name);
  try {
    const { size } = statSync(path);
    if (size > maxBytes) throw usageFailure(`Cannot read ${path}: required at most ${maxBytes} bytes, found ${size}`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const finding = error.code === "ENOENT" ? "found no file there" : error.message;
    throw usageFailure(`Cannot read ${path}: ${finding}`);
  }
}

/** The value of a JSON or YAML document. */
export async function parsedDocument(text: string, name: string): Promise<unknown> {
  if (/\.ya?ml$/i.test(name)) {
    const { parsedYaml } = await import("./yaml-text.ts");
    try {
      return parsedYaml(text);
    } catch (error) {
      throw usageFailure(`Cannot read ${name}: required YAML, found ${error instanceof Error ? error.message : error}`);
    }
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageFailure(`Cannot read ${name}: required JSON, found ${error instanceof Error ? error.message : error}`);
  }
}

/** Whether the words name a document rather than being a prompt. */
export function namesDocument(words: string): boolean {
  return words === "-" || /\.(json|ya?ml)$/i.test(words);
}

/** A JSON object that stands in an option such as `--input`, or in the file of `@name`. */
export async function objectOption(
  option: string,
  text: string,
  surroundings: Pick<Surroundings, "cwd" | "stdin">,
): Promise<{ readonly [name: string]: unknown }> {
  const isFile = text.startsWith("@");
  const name = isFile ? text.slice(1) : option;
  const value = await parsedDocument(isFile ? await fileText(name, surroundings) : text, name);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw usageFailure(`Cannot use ${option}: required a JSON object, found ${JSON.stringify(value).slice(0, 100)}`);
}
