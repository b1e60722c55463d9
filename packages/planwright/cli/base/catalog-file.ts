/** The file of callables that `tools export` writes and `check` and `types` read. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { usageFailure } from "./command-failure.ts";
import { findConfig } from "./config.ts";
import { fileText, parsedDocument } from "./input-file.ts";
import type { Surroundings } from "./surroundings.ts";

export const exportedFormat = "planwright.catalog/1";
const usualName = "planwright.catalog.json";

export interface ExportedCallable {
  readonly kind: "TOOL" | "AGENT" | "WORKFLOW";
  /** Name in plans. */
  readonly name: string;
  /** Other names that mean it. */
  readonly otherNames: readonly string[];
  readonly description: string;
  /** Schema of the arguments. Null for agents over A2A, whose arguments are checked by the deployment alone. */
  readonly inputSchema: unknown;
  /** Null if unknown: references into the output then pass with a warning. */
  readonly outputSchema: unknown;
  readonly outputSchemaIsGiven?: boolean;
  readonly effectClass: string;
  readonly destructive: boolean;
  readonly server?: string;
  /** CHANGED for a tool that is not as it was accepted. */
  readonly status: string;
}

export interface ExportedCatalog {
  readonly format: typeof exportedFormat;
  /** Where it was exported from. */
  readonly origin: string;
  readonly callables: readonly ExportedCallable[];
}

/** Path of the file: that of the option, of `planwright.json`, or the usual one beside it. */
export function catalogFile(option: string | undefined, surroundings: Pick<Surroundings, "cwd">): string {
  if (option !== undefined) return resolve(surroundings.cwd, option);
  const { config, folder } = findConfig(surroundings);
  return join(folder, config.catalog ?? usualName);
}

/** The catalog in a file. */
export async function readCatalogFile(
  option: string | undefined,
  surroundings: Pick<Surroundings, "cwd" | "stdin">,
): Promise<ExportedCatalog> {
  const file = catalogFile(option, surroundings);
  if (!existsSync(file))
    throw usageFailure(
      `Cannot check without a deployment: required the exported tools in ${file}, found no file there`,
      "npx planwright tools export, which asks the deployment once and writes it",
      "or npx planwright check --online PLAN, which lets the deployment check",
    );
  const value = await parsedDocument(await fileText(file, surroundings), file);
  if (!isCatalog(value))
    throw usageFailure(
      `Cannot read ${file}: required a file that planwright tools export wrote (format ${exportedFormat}), found another one`,
      "npx planwright tools export, which writes it anew",
    );
  return value;
}

function isCatalog(value: unknown): value is ExportedCatalog {
  if (typeof value !== "object" || value === null || !("format" in value) || !("callables" in value)) return false;
  if (value.format !== exportedFormat || !Array.isArray(value.callables)) return false;
  return value.callables.every(
    (one: unknown) =>
      typeof one === "object" &&
      one !== null &&
      ["kind", "name", "otherNames", "inputSchema", "outputSchema", "effectClass", "status"].every(
        (name) => name in one,
      ) &&
      "otherNames" in one &&
      Array.isArray(one.otherNames),
  );
}
