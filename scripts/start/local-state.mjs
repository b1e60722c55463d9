/** What `npm start` keeps between two starts, in `.planwright/`: the secret of this clone, the runtime's storage, the latest run. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../setup.mjs";

const folder = join(projectRoot, ".planwright");
const latestRunFile = join(folder, "latest-run");

/** Where the runtime stores the objects. */
export const storageFolder = join(folder, "state");

/** The settings file with the secret that seals ids. Made once, so that ids stay valid from start to start. */
export function settingsFile() {
  const file = join(folder, "local.env");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, `ID_SEALING_SECRET=${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  return file;
}

/** Remembers which run to follow if this process dies: the list of executions may not know it yet. */
export function rememberRun(executionId) {
  writeFileSync(latestRunFile, executionId);
}

export function forgetRun() {
  rmSync(latestRunFile, { force: true });
}

/** ID of a run that was started and not seen to finish, else null. */
export function rememberedRun() {
  return existsSync(latestRunFile) ? readFileSync(latestRunFile, "utf8").trim() : null;
}
