/**
 * What `npm start` keeps between two starts, in `.planwright/` or the folder that `STATE_FOLDER` names: the secret of this clone, the
 * runtime's storage, the latest run, the lines that its programs printed.
 */
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { projectRoot } from "../setup.mjs";

const folder = resolve(projectRoot, process.env.STATE_FOLDER ?? ".planwright");
const latestRunFile = join(folder, "latest-run");
const stoppedFile = join(folder, "stopped");
const logFile = join(folder, "npm-start.log");

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

/** Notes that the user ended this start, so that the next one does not report a crash. */
export function noteStop() {
  writeFileSync(stoppedFile, "");
}

/** Whether the last start was stopped, and forgets it. */
export function takeStopNote() {
  const wasStopped = existsSync(stoppedFile);
  rmSync(stoppedFile, { force: true });
  return wasStopped;
}

/** A new file for the lines of all programs. */
export function openLog() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(logFile, "");
  return { path: logFile, write: (line) => appendFileSync(logFile, `${line}\n`) };
}
