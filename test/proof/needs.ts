/** What a suite needs of the machine beside the packages of the project, and how to get what is missing. */
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";
import type { Checkout, Suite } from "./suite.ts";

export type Need = { readonly ok: true; readonly found: string } | { readonly ok: false; readonly missing: string };

/** The folder of a checkout at its commit below `folder`; empty for a suite without one. */
export async function checkoutOf({ checkout }: Pick<Suite, "checkout">, folder: string): Promise<Need> {
  if (checkout === undefined) return { ok: true, found: "" };
  const path = join(folder, checkout.folder);
  if (!existsSync(path)) return { ok: false, missing: `Missing ${path}. To get it:\n${commandsFor(checkout, path)}` };
  const { output } = await runProgram("git", ["-C", path, "rev-parse", "HEAD"], { limitMs: 30_000 });
  // pytest names tests by where they really are.
  if (output.startsWith(checkout.commit)) return { ok: true, found: realpathSync(path) };
  const missing = `${path} is at ${output.trim().slice(0, 100)}, required ${checkout.commit}. To get it:\ngit -C ${path} fetch && git -C ${path} checkout ${checkout.commit}`;
  return { ok: false, missing };
}

function commandsFor({ commit, repository }: Checkout, path: string): string {
  return `git clone ${repository} ${path} && git -C ${path} checkout ${commit}`;
}

/** The folder that the variable names, with all that must be in it; empty for a suite without one. */
export function folderOf(
  { folder }: Pick<Suite, "folder">,
  environment: Readonly<Record<string, string | undefined>>,
): Need & { readonly isLeftOut?: boolean } {
  if (folder === undefined) return { ok: true, found: "" };
  const { files, variable } = folder;
  const path = environment[variable] ?? "";
  if (path === "") {
    const missing = `${variable} is not set: it names the folder with ${files.join(", ")}, which are no part of this project`;
    return { ok: false, missing, isLeftOut: true };
  }
  const absent = files.filter((file) => !existsSync(join(path, file)));
  if (absent.length === 0) return { ok: true, found: realpathSync(path) };
  return {
    ok: false,
    missing: `${variable} names ${path}: required ${files.join(", ")} in it, missing ${absent.join(", ")}`,
  };
}

/** The first Python of `candidates` that has every package of the suite; empty for a suite that needs none. */
export async function pythonFor(
  { pythonPackages = {} }: Pick<Suite, "pythonPackages">,
  candidates: readonly string[],
): Promise<Need> {
  const modules = Object.keys(pythonPackages);
  if (modules.length === 0) return { ok: true, found: "" };
  const lacks: string[] = [];
  for (const python of candidates) {
    const absent = await absentModules(python, modules);
    if (absent?.length === 0) return { ok: true, found: python };
    lacks.push(absent === null ? `${python}: cannot be run` : `${python}: lacks ${absent.join(", ")}`);
  }
  const packages = Object.values(pythonPackages).join(" ");
  const missing = `Missing Python 3 with ${modules.join(", ")} (${lacks.join("; ")}). On Debian: apt-get install ${packages}; name another Python with --python`;
  return { ok: false, missing };
}

const probe = `import importlib.util, sys
print("absent:" + ",".join(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))`;

/** Modules that `python` cannot import. Null if it cannot be run. */
async function absentModules(python: string, modules: readonly string[]): Promise<readonly string[] | null> {
  try {
    const { output } = await runProgram(python, ["-c", probe, ...modules], { limitMs: 30_000 });
    const [, names] = /absent:(.*)/.exec(output) ?? [];
    return names === undefined ? null : names.split(",").filter((name) => name !== "");
  } catch {
    return null;
  }
}
