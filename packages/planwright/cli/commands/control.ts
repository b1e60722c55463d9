/** `planwright cancel`, `retry`, `fork` and `export` of one execution. */
import { createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandFailure, fileFailure, usageFailure } from "../base/command-failure.ts";
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { refusal, type UserError } from "../base/deployment-failure.ts";
import { executionId } from "../base/execution-id.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { objectOption } from "../base/input-file.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { executionFields, exitCodeOf, type WatchedExecution, watch } from "../base/watch.ts";

interface Common extends TargetOptions {
  readonly json?: boolean;
}

export const cancelDocument = /* GraphQL */ `
  mutation CliCancel($input: CancelExecutionInput!) {
    cancelExecution(input: $input) { execution { id status } errors { code message path } }
  }
`;

export const retryDocument = /* GraphQL */ `
  mutation CliRetry($input: RetryExecutionInput!) {
    retryExecution(input: $input) { execution { ...CliExecution } errors { code message path } }
  }
  ${executionFields}
`;

export const forkDocument = /* GraphQL */ `
  mutation CliFork($input: ForkExecutionInput!) {
    forkExecution(input: $input) { execution { ...CliExecution } errors { code message path } }
  }
  ${executionFields}
`;

export interface CancelOptions extends Common {
  readonly reason?: string;
  readonly force?: boolean;
}

export async function cancel(words: string, options: CancelOptions, surroundings: Surroundings): Promise<ExitCode> {
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const { force, reason } = options;
  const input = {
    executionId: await executionId(words, deployment),
    ...(reason !== undefined && { reason }),
    ...(force && { force }),
  };
  const { cancelExecution: payload } = await deployment.ask<{
    cancelExecution: { execution: { id: string; status: string } | null; errors: readonly UserError[] };
  }>(cancelDocument, { input });
  if (payload.execution === null) throw refusal("Cannot cancel it", payload.errors);
  if (options.json) surroundings.out.json(payload.execution);
  else surroundings.err.line(styled("yellow", payload.execution.status), ", cancelling was asked for");
  return exitCodes.ok;
}

export interface RetryOptions extends Common {
  readonly from?: string;
  readonly callAgain?: readonly string[];
  readonly watch?: boolean;
}

export async function retry(words: string, options: RetryOptions, surroundings: Surroundings): Promise<ExitCode> {
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const input = {
    executionId: await executionId(words, deployment),
    ...(options.from !== undefined && { fromStepId: options.from }),
    ...(options.callAgain !== undefined && { callAgain: options.callAgain }),
  };
  const { retryExecution: payload } = await deployment.ask<{ retryExecution: Derived }>(retryDocument, { input });
  return derived("Cannot retry it", payload, deployment, options, surroundings);
}

export interface ForkOptions extends RetryOptions {
  readonly from: string;
  readonly input?: string;
  readonly arguments?: readonly string[];
}

export async function fork(words: string, options: ForkOptions, surroundings: Surroundings): Promise<ExitCode> {
  const changed = [];
  for (const text of options.arguments ?? []) {
    const [, stepId, json] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (stepId === undefined || json === undefined)
      throw usageFailure(`Cannot use --arguments: required STEP={…}, found ${JSON.stringify(text)}`);
    changed.push({ stepId, arguments: await objectOption("--arguments", json, surroundings) });
  }
  const bindings = options.input === undefined ? undefined : await objectOption("--input", options.input, surroundings);
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const input = {
    executionId: await executionId(words, deployment),
    fromStepId: options.from,
    ...(changed.length > 0 && { arguments: changed }),
    ...(bindings !== undefined && { bindings }),
    ...(options.callAgain !== undefined && { callAgain: options.callAgain }),
  };
  const { forkExecution: payload } = await deployment.ask<{ forkExecution: Derived }>(forkDocument, { input });
  return derived("Cannot fork it", payload, deployment, options, surroundings);
}

interface Derived {
  readonly execution: WatchedExecution | null;
  readonly errors: readonly UserError[];
}

async function derived(
  what: string,
  { errors, execution }: Derived,
  deployment: Deployment,
  options: RetryOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { err, out } = surroundings;
  if (execution === null) throw refusal(what, errors);
  if (options.watch) {
    if (options.json) out.json({ started: { id: execution.id } }, true);
    else err.line("Started ", execution.id);
    return watch(deployment, execution.id, { json: options.json ?? false, events: err }, surroundings);
  }
  if (options.json) out.json(execution);
  else {
    out.line(execution.id);
    err.line("To follow it: npx planwright tail ", execution.id);
  }
  return exitCodeOf(execution);
}

export interface ExportOptions extends TargetOptions {
  readonly output?: string;
}

/** The whole execution as one JSON document, on the standard output or in a file. A file that was begun and not ended is no JSON. */
export async function exportExecution(
  words: string,
  options: ExportOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { cwd, err, out } = surroundings;
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const id = await executionId(words, deployment);
  const body = await deployment.read(`/export/${encodeURIComponent(id)}`);
  try {
    if (options.output === undefined) {
      const text = body === null ? "" : await new Response(body).text();
      out.json(JSON.parse(text));
      return exitCodes.ok;
    }
    const path = resolve(cwd, options.output);
    if (body !== null) await pipeline(Readable.fromWeb(body as never), createWriteStream(path, { flags: "wx" }));
    err.line("Wrote ", path);
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST")
      throw usageFailure(
        `Cannot write ${options.output}: there is a file of this name already`,
        "another name after --output",
      );
    const ofFile = fileFailure(error);
    if (ofFile !== undefined) throw ofFile;
    const finding = error instanceof Error ? error.message : String(error);
    throw new CommandFailure({
      exitCode: exitCodes.unreachable,
      code: "INTERRUPTED_EXPORT",
      message: `Cannot export it to its end: ${finding}`,
      next: ["the same again"],
    });
  }
}
