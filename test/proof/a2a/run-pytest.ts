/** Runs tests of a checkout with pytest, whatever its version, and reads their results. */
import { existsSync, readFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { scenariosOfJunit } from "../junit.ts";
import { runProgram } from "../run-program.ts";
import type { Scenario, Surroundings } from "../suite.ts";

/** `args` are the tests and what they take. Throws if there are no results. */
export async function runPytest(
  { checkout, python, scratch }: Pick<Surroundings, "checkout" | "python" | "scratch">,
  args: readonly string[],
): Promise<readonly Scenario[]> {
  const junit = join(scratch, "junit.xml");
  const own = [
    ...["-p", "a2a_tck_without_grpc", "-p", "no:cacheprovider"],
    // Without the configuration of the checkout, which demands a newer pytest than distributions have.
    ...["-c", devNull, "--rootdir", checkout, "-o", "asyncio_mode=auto"],
    ...["--tb=line", "-q", `--junitxml=${junit}`],
  ];
  const { output } = await runProgram(python, ["-m", "pytest", ...own, ...args], {
    cwd: checkout,
    env: { PYTHONPATH: `${import.meta.dirname}:${checkout}`, PYTHONDONTWRITEBYTECODE: "1" },
    limitMs: 540_000,
  });
  if (!existsSync(junit)) throw new Error(`pytest left no results:\n${output.slice(-2_000)}`);
  return scenariosOfJunit(readFileSync(junit, "utf8"));
}
