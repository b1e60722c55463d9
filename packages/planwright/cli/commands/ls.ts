/** `planwright ls`: the latest executions. */
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";
import { shortened } from "../base/terminal-text.ts";

export interface LsOptions extends TargetOptions {
  readonly json?: boolean;
  readonly limit: number;
  readonly status?: readonly string[];
  readonly waiting?: boolean;
  readonly all?: boolean;
}

export const lsDocument = /* GraphQL */ `
  query CliLs($first: Int!, $filter: ExecutionFilter) {
    executions(first: $first, filter: $filter) {
      nodes { id status waitingFor title createdAt durationMs }
    }
  }
`;

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly waitingFor: string | null;
  readonly title: string;
  readonly createdAt: string;
  readonly durationMs: number | null;
}

export async function ls(options: LsOptions, surroundings: Surroundings): Promise<ExitCode> {
  const { err, out } = surroundings;
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const { all = false, limit, status, waiting = false } = options;
  const filter = {
    ...(!all && { root: true }),
    ...(status !== undefined && { status }),
    ...(waiting && { waitingFor: ["PERSON"] }),
  };
  const { executions } = await deployment.ask<{ executions: { nodes: readonly Listed[] } }>(lsDocument, {
    first: limit,
    filter,
  });
  if (options.json) {
    out.json(executions.nodes);
    return exitCodes.ok;
  }
  for (const one of executions.nodes) {
    const state = one.waitingFor === null ? one.status : `${one.status} for ${one.waitingFor}`;
    const time = `${one.createdAt.slice(0, 10)} ${one.createdAt.slice(11, 19)}Z`;
    out.line(
      styled(colourOf(one.status), state.padEnd(18)),
      ` ${time}  ${shortened(one.title, 50).padEnd(50)}  ${one.id}`,
    );
  }
  if (executions.nodes.length === 0) err.line("There is none yet. To start one: npx planwright run plan.json --watch");
  return exitCodes.ok;
}

function colourOf(status: string) {
  if (status === "SUCCEEDED") return "green";
  if (status === "FAILED" || status === "PARTIAL" || status === "CANCELLED") return "red";
  return status === "WAITING" ? "yellow" : "cyan";
}
