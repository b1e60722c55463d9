/** The official conformance suite of MCP: runs one side of one revision, and reads the checks that it leaves in files. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "../run-program.ts";
import type { Scenario } from "../suite.ts";

export const revisions = ["2026-07-28", "2025-11-25"] as const;
export type Revision = (typeof revisions)[number];

const cli = join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

interface Check {
  readonly id: string;
  readonly name?: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly description?: string;
  readonly errorMessage?: string;
  readonly details?: { readonly message?: string };
}

/** Runs everything that `revision` requires of one side. Each check of each scenario is a scenario here. */
export async function runMcpConformance(
  side: "server" | "client",
  revision: Revision,
  args: readonly string[],
  folder: string,
): Promise<readonly Scenario[]> {
  const all = [cli, side, ...args, "--requirements", revision, "--output-dir", folder];
  const { output } = await runProgram(process.execPath, all, { limitMs: 900_000 });
  const files = existsSync(folder) ? globSync("**/checks.json", { cwd: folder }).toSorted() : [];
  if (files.length === 0) throw new Error(`The conformance suite of MCP left no checks:\n${output.slice(-2_000)}`);
  return files.flatMap((file) => {
    const scenario = dirname(file)
      .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "")
      .replace(/^server-/, "");
    return scenariosOf(`${revision} ${scenario}`, JSON.parse(readFileSync(join(folder, file), "utf8")));
  });
}

/** One scenario for each id, failed if any of its checks is, because an id may come several times. */
export function scenariosOf(name: string, checks: readonly Check[]): readonly Scenario[] {
  const judged = checks.filter(({ status }) => status !== "INFO");
  if (judged.length === 0) return [{ name, outcome: "skipped", detail: "the scenario made no check" }];
  const byId = Map.groupBy(judged, ({ id }) => id);
  return [...byId].map(([id, same]) => {
    const worst =
      ["FAILURE", "WARNING", "SUCCESS"].map((status) => same.find((check) => check.status === status)).find(Boolean) ??
      same[0];
    const status = worst?.status ?? "SKIPPED";
    return {
      name: `${name}: ${id}`,
      outcome: status === "SUCCESS" ? "passed" : status === "SKIPPED" ? "skipped" : "failed",
      detail: worst?.errorMessage ?? worst?.details?.message ?? worst?.description ?? "",
    };
  });
}
