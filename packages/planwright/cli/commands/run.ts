/** `planwright run PLAN|PROMPT`: starts an execution, and with `--watch` follows it to its end. */
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { refusal, type UserError } from "../base/deployment-failure.ts";
import type { ExitCode } from "../base/exit-code.ts";
import { objectOption } from "../base/input-file.ts";
import { type PlanSource, planSource } from "../base/plan-source.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { executionFields, exitCodeOf, printResult, type WatchedExecution, watch } from "../base/watch.ts";

export interface RunOptions extends TargetOptions {
  readonly json?: boolean;
  readonly watch?: boolean;
  readonly wait?: number;
  readonly input?: string;
  readonly key?: string;
  readonly label?: readonly string[];
  readonly model?: string;
  readonly agent?: string;
  readonly respond?: boolean;
}

export const runDocument = /* GraphQL */ `
  mutation CliRun($input: ExecutePlanInput!) {
    executePlan(input: $input) {
      replayed
      execution { ...CliExecution }
      warnings { code message path }
      errors { code message path ... on UnknownCallableError { nearestNames } }
    }
  }
  ${executionFields}
`;

interface RunAnswer {
  readonly executePlan: {
    readonly replayed: boolean;
    readonly execution: WatchedExecution | null;
    readonly warnings: readonly UserError[];
    readonly errors: readonly UserError[];
  };
}

export async function run(words: string, options: RunOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  const source = await planSource(words, surroundings);
  const given = options.input === undefined ? undefined : await objectOption("--input", options.input, surroundings);
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const { agent, key, label = [], model, respond, wait } = options;
  const bindings = { ...(source.kind === "DOCUMENT" && source.bindings), ...given };
  const prompt = source.kind === "PROMPT" && {
    prompt: {
      text: source.text,
      ...(model !== undefined && { model }),
      ...(agent !== undefined && { agentName: agent }),
    },
  };
  const labels = label.map((text) => {
    const [name = "", ...value] = text.split("=");
    return { key: name, value: value.join("=") };
  });
  const runOptions = {
    ...(key !== undefined && { idempotencyKey: key }),
    ...(labels.length > 0 && { labels }),
    ...(wait !== undefined && !options.watch && { waitMs: wait * 1_000 }),
  };
  const { executePlan } = await deployment.ask<RunAnswer>(runDocument, {
    input: {
      source: prompt || (source.kind === "DOCUMENT" && { document: source.document }),
      ...(Object.keys(bindings).length > 0 && { bindings }),
      ...(respond !== undefined && { respond }),
      options: runOptions,
    },
  });
  const { errors, execution, replayed, warnings } = executePlan;
  if (execution === null)
    throw refusal(`Cannot run ${source.kind === "PROMPT" ? "the prompt" : source.name}`, withLines(errors, source));
  for (const { code, message } of warnings) err.line(`${code}: ${message}`);
  if (replayed) err.line("An earlier request with this key had started it.");
  if (options.watch) {
    if (options.json) out.json({ started: { id: execution.id } }, true);
    else err.line("Started ", execution.id);
    return watch(deployment, execution.id, { json: options.json ?? false, events: err }, surroundings);
  }
  if (options.json) out.json(execution);
  else if (wait === undefined) {
    out.line(execution.id);
    err.line("To follow it: npx planwright tail ", execution.id);
  } else {
    err.line("Started ", execution.id);
    printResult(execution, surroundings);
  }
  return exitCodeOf(execution);
}

/** The errors of a plan that a module built, each with the line that made its step. */
function withLines(errors: readonly UserError[], source: PlanSource): readonly UserError[] {
  const placeOf = source.kind === "DOCUMENT" ? source.placeOf : undefined;
  return errors.map((error) => {
    const line = placeOf?.(error.path ?? []);
    return line === undefined ? error : { ...error, message: `${error.message} (${line})` };
  });
}
