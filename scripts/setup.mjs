/**
 * Makes a fresh clone ready: installs what the lockfile names, then continues under the Node of the project. Every script that a
 * person types calls `ensureInstalled` before it imports anything else, so this file needs no package and runs on Node 20.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const requiredMajor = 24;

/** Root folder of the project. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

const nodeOfProject = join(projectRoot, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

/**
 * Resolves when packages are installed and this process is Node 24 or later. Under an older Node the script runs again under the
 * installed one, and this process ends with its exit code. Changes into the root folder of the project.
 */
export async function ensureInstalled() {
  process.chdir(projectRoot);
  if (!isInstalled()) install();
  const folders = [dirname(nodeOfProject), join(projectRoot, "node_modules/.bin")];
  process.env.PATH = [...folders, process.env.PATH].join(delimiter);
  if (Number.parseInt(process.versions.node, 10) < requiredMajor) await continueUnderNodeOfProject();
}

/** Whether `node_modules` holds every package of the lockfile in its version. npm leaves a lockfile of its own there. */
function isInstalled() {
  const installedFile = join(projectRoot, "node_modules/.package-lock.json");
  if (!existsSync(installedFile) || !existsSync(nodeOfProject)) return false;
  const installed = readPackages(installedFile);
  return Object.entries(readPackages(join(projectRoot, "package-lock.json"))).every(
    ([path, { version, optional, devOptional }]) =>
      // What lies elsewhere is the repository itself and its packages.
      !path.startsWith("node_modules/") ||
      (path in installed ? installed[path].version : optional || devOptional ? version : null) === version,
  );
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function install() {
  console.log("Installing what package-lock.json names (npm ci), about a minute …");
  // Run by npm, the script finds npm's own program here; otherwise it is looked up on the path.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const { status, error } = spawnSync(command, [...first, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: projectRoot,
    stdio: "inherit",
    shell: process.platform === "win32" && command === "npm",
  });
  if (status === 0 && isInstalled()) return;
  console.error(`Could not install the packages: npm ci ended with ${error?.message ?? `exit code ${status}`}`);
  process.exit(1);
}

async function continueUnderNodeOfProject() {
  const child = spawn(nodeOfProject, process.argv.slice(1), { stdio: "inherit", env: process.env });
  // A terminal signals both processes, `kill` only this one: pass it on, and wait for the child to finish its cleaning.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  await new Promise((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  });
}
