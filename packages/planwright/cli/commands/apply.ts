/**
 * `planwright apply FILE`: registers definitions that a repository keeps as a file: agents and workflows, or the manifest of conversations.
 * All of the file is registered or nothing is, and the same file again changes nothing.
 */
import { basename } from "node:path";
import { usageFailure } from "../base/command-failure.ts";
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { refusal, type UserError } from "../base/deployment-failure.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { fileText, parsedDocument } from "../base/input-file.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";

export interface ApplyOptions extends TargetOptions {
  readonly json?: boolean;
  /** Of a manifest. */
  readonly name?: string;
  readonly dryRun?: boolean;
}

export const importDocument = /* GraphQL */ `
  mutation CliImport($input: ImportWorkflowsInput!) {
    importWorkflows(input: $input) {
      agents { name toolName }
      workflows { name toolName }
      warnings { message line column }
      errors { code message path }
    }
  }
`;

export const manifestDocument = /* GraphQL */ `
  mutation CliManifest($input: ApplyManifestInput!) {
    applyManifest(input: $input) {
      manifest { name agents { name } }
      warnings { message }
      errors { code message path }
    }
  }
`;

interface Registered {
  readonly name: string;
  readonly toolName: string;
}

interface FileWarning {
  readonly message: string;
  readonly line?: number | null;
  readonly column?: number | null;
}

export async function apply(file: string, options: ApplyOptions, surroundings: Surroundings): Promise<ExitCode> {
  const text = await fileText(file, surroundings);
  const document = await parsedDocument(text, file);
  if (!isObject(document))
    throw usageFailure(`Cannot apply ${file}: required an object, found ${JSON.stringify(document)?.slice(0, 60)}`);
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  return isManifest(document)
    ? applyManifest(file, document, deployment, options, surroundings)
    : importFile(file, text, deployment, options, surroundings);
}

async function importFile(
  file: string,
  text: string,
  deployment: Deployment,
  { dryRun = false, json, name }: ApplyOptions,
  { err, out }: Surroundings,
): Promise<ExitCode> {
  if (name !== undefined)
    throw usageFailure(`Cannot use --name with ${file}: agents and workflows have their names in the file`);
  const source = /\.ya?ml$/i.test(file) ? { yaml: text } : { json: text };
  const { importWorkflows: payload } = await deployment.ask<{
    importWorkflows: {
      readonly agents: readonly Registered[];
      readonly workflows: readonly Registered[];
      readonly warnings: readonly FileWarning[];
      readonly errors: readonly UserError[];
    };
  }>(importDocument, { input: { source, ...(dryRun && { dryRun }) } });
  const { agents, errors, warnings, workflows } = payload;
  if (errors.length > 0) throw refusal(`Cannot apply ${file}`, errors);
  if (json) out.json({ agents, workflows, warnings });
  else {
    for (const warning of warnings) err.line(styled("yellow", "! "), `${placeOf(warning)}${warning.message}`);
    for (const { toolName } of [...agents, ...workflows]) out.line(toolName);
    if (dryRun) err.line(styled("green", "✓ "), `${file} can be applied. Nothing was registered.`);
  }
  return exitCodes.ok;
}

async function applyManifest(
  file: string,
  manifest: object,
  deployment: Deployment,
  { dryRun = false, json, name = basename(file).replace(/\.[^.]+$/, "") }: ApplyOptions,
  { err, out }: Surroundings,
): Promise<ExitCode> {
  const { applyManifest: payload } = await deployment.ask<{
    applyManifest: {
      readonly manifest: { readonly name: string; readonly agents: readonly { readonly name: string }[] } | null;
      readonly warnings: readonly FileWarning[];
      readonly errors: readonly UserError[];
    };
  }>(manifestDocument, { input: { name, manifest, ...(dryRun && { dryRun }) } });
  if (payload.errors.length > 0) throw refusal(`Cannot apply ${file}`, payload.errors);
  if (json) out.json({ manifest: payload.manifest, warnings: payload.warnings });
  else {
    for (const { message } of payload.warnings) err.line(styled("yellow", "! "), message);
    if (payload.manifest !== null) out.line(payload.manifest.name);
    if (dryRun) err.line(styled("green", "✓ "), `${file} can be applied. Nothing was stored.`);
  }
  return exitCodes.ok;
}

function placeOf({ column, line }: FileWarning): string {
  return line == null ? "" : `${line}:${column}: `;
}

/** A manifest has its agents by name, and parts that files of agents and workflows do not have. */
function isManifest(document: { readonly [name: string]: unknown }): boolean {
  const parts = ["tools", "structured_outputs", "handoffs", "handoff_rules", "context_variables", "derived_variables"];
  return isObject(document.agents) || parts.some((part) => Object.hasOwn(document, part));
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
