/**
 * `planwright check PLAN`: the compiler of the deployment over a plan in a file, without a deployment. The schemas of callables are read
 * from the file of exported tools, or from the module that configures the Worker of the project. `--online` lets the deployment check
 * instead.
 */

import { workflowCallable } from "../../../../src/catalog/agents/generated-tool.ts";
import type { JsonSchema } from "../../../../src/json/json.ts";
import type { CallableDefinition, EffectClass, NamedCallable } from "../../../../src/plan/callable.ts";
import { type Compilation, compilePlan } from "../../../../src/plan/compile/compile.ts";
import { builtInLimits } from "../../../../src/plan/limits.ts";
import { builtInCallables } from "../../../../src/plan/waits/built-in-callables.ts";
import { StepBudget, withinBudget } from "../../../../src/schema/document/step-budget.ts";
import type { ExportedCallable, ExportedCatalog } from "../base/catalog-file.ts";
import { usageFailure } from "../base/command-failure.ts";
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import type { UserError } from "../base/deployment-failure.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { objectOption } from "../base/input-file.ts";
import { styled } from "../base/output.ts";
import { type PlanSource, planSource } from "../base/plan-source.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { offlineCatalog } from "./offline-catalog.ts";

export interface CheckOptions extends TargetOptions {
  readonly json?: boolean;
  readonly catalog?: string;
  readonly module?: string | true;
  readonly input?: string;
  readonly online?: boolean;
}

export const validateDocument = /* GraphQL */ `
  query CliValidate($input: ValidatePlanInput!) {
    validatePlan(input: $input) {
      valid
      waves
      warnings { code message path }
      errors { code message path ... on UnknownCallableError { nearestNames } }
    }
  }
`;

interface Checked {
  readonly valid: boolean;
  /** Steps that may run at the same time, in order. */
  readonly waves?: readonly (readonly string[])[];
  readonly warnings: readonly Pick<UserError, "code" | "message" | "path">[];
  readonly errors: readonly UserError[];
}

type Document = Extract<PlanSource, { kind: "DOCUMENT" }>;

export async function check(words: string, options: CheckOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  const source = await planSource(words, surroundings);
  if (source.kind === "PROMPT")
    throw usageFailure(
      `Cannot check a prompt: required a plan in a file (.json, .yaml, .ts, or - for the standard input), found ${JSON.stringify(words.slice(0, 60))}`,
    );
  const given = options.input === undefined ? {} : await objectOption("--input", options.input, surroundings);
  const bindings = { ...source.bindings, ...given };
  const checked = options.online
    ? await checkedOnline(source, bindings, options, surroundings)
    : checkedOffline(source, bindings, await offlineCatalog(options, surroundings));
  if (options.json) out.json(checked);
  else {
    for (const { message, path = [] } of checked.errors) {
      const line = source.placeOf?.(path);
      out.line(styled("red", "✗ "), placed(path), message, line === undefined ? "" : ` (${line})`);
    }
    for (const { message, path = [] } of checked.warnings) out.line(styled("yellow", "! "), placed(path), message);
    if (checked.valid) err.line(styled("green", "✓ "), `${words} can run`);
    else err.line(`${checked.errors.length === 1 ? "One problem" : `${checked.errors.length} problems`} in ${words}.`);
  }
  return checked.valid ? exitCodes.ok : exitCodes.failed;
}

function placed(path: readonly string[]): string {
  const place = path.filter((part) => part !== "input" && part !== "source" && part !== "document").join(".");
  return place === "" ? "" : `${place}: `;
}

async function checkedOnline(
  { document }: Document,
  bindings: { readonly [name: string]: unknown },
  options: CheckOptions,
  surroundings: Surroundings,
): Promise<Checked> {
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const input = { source: { document }, ...(Object.keys(bindings).length > 0 && { bindings }) };
  return (await deployment.ask<{ validatePlan: Checked }>(validateDocument, { input })).validatePlan;
}

/** Checks a document against exported callables. Nothing is asked of anybody. */
export function checkedOffline(
  { document }: Pick<Document, "document">,
  bindings: { readonly [name: string]: unknown },
  catalog: ExportedCatalog,
): Checked {
  const byName = new Map<string, ExportedCallable>();
  for (const one of catalog.callables) for (const name of [...one.otherNames, one.name]) byName.set(name, one);
  const callable = (name: string): NamedCallable => {
    const builtIn = builtInCallables.get(name);
    if (builtIn !== undefined) return builtIn.callable;
    const found = byName.get(name);
    return found === undefined ? undefined : definitionOf(found, name);
  };
  const compilation = withinBudget(new StepBudget(), () =>
    compilePlan({
      source: { kind: "DOCUMENT", document, dialect: undefined },
      bindings,
      requestedLimits: {},
      schedule: undefined,
      callable,
      callableNames: () => byName.keys(),
      settings: builtInLimits,
      sourcePath: ["source", "document"],
      bindingsPath: ["bindings"],
      limitsPath: ["limits"],
    }),
  );
  return compilation.ok
    ? valid(compilation)
    : { valid: false, warnings: [], errors: compilation.problems.map(errorOf) };
}

function valid({ warnings }: Extract<Compilation, { ok: true }>): Checked {
  return { valid: true, warnings: warnings.map(({ code, message, path }) => ({ code, message, path })), errors: [] };
}

function errorOf(problem: Extract<Compilation, { ok: false }>["problems"][number]): UserError {
  const { kind, message, path } = problem;
  return { code: kind, message, path, ...(kind === "UNKNOWN_CALLABLE" && { nearestNames: problem.nearestNames }) };
}

function definitionOf(exported: ExportedCallable, name: string): CallableDefinition | "CHANGED" {
  if (exported.status === "CHANGED") return "CHANGED";
  if (exported.kind === "WORKFLOW" && exported.inputSchema !== null) {
    const { description, effectClass, inputSchema, outputSchema } = exported;
    const schemas = { inputSchema: inputSchema as JsonSchema, outputSchema: outputSchema as JsonSchema | null };
    return { ...workflowCallable({ name, description, ...schemas }, effectClass as EffectClass), name };
  }
  return {
    name,
    kind: exported.kind,
    description: exported.description,
    usageHints: "",
    inputSchema: (exported.inputSchema ?? {}) as JsonSchema,
    outputSchema: exported.outputSchema as JsonSchema | null,
    ...(exported.outputSchemaIsGiven === true && { outputSchemaIsGiven: true as const }),
    effectClass: exported.effectClass as EffectClass,
    declaredDestructive: exported.destructive,
    outputValidation: "STRICT",
    provider: exported.server ?? "",
    remoteName: name,
  };
}
