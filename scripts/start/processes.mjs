/**
 * The processes of `npm start`. Each leads a process group of its own, so that Ctrl-C reaches only the parent, which then ends
 * them in order, and so that nothing is left behind when one of them is killed.
 */
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { projectRoot } from "../setup.mjs";
import { quietWrangler } from "./quiet-wrangler.mjs";

const roomyArena = `--import=${new URL("roomy-arena.mjs", import.meta.url)}`;

/**
 * Starts a Node program. `ended` resolves with a description of how it ended. `onLine` gets every line that the program prints and
 * says whether to show it.
 */
export function startProgram(name, args, environment = {}, onLine = () => true) {
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => onLine(line) && console.log(line));
  }
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve(`${name} could not be started: ${error.message}`));
    child.once("exit", (code, signal) =>
      resolve(`${name} (pid ${child.pid}) ended with ${signal ?? `exit code ${code}`}`),
    );
  });
  return { name, pid: child.pid, ended };
}

/**
 * Starts `wrangler dev` without npx, so that the pid is the real one, and without anything that needs the network. `crashed`
 * resolves when the process of the Worker dies; when wrangler replaces it because a source file was changed, it does not.
 */
export function startWorker({ port, storageFolder, settingsFile, settings }, onProgramLine) {
  const args = [
    ...[roomyArena, join(projectRoot, "node_modules/wrangler/wrangler-dist/cli.js"), "dev"],
    ...["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0", "--log-level", "warn"],
    ...["--persist-to", storageFolder, "--env-file", settingsFile, "--show-interactive-dev-session=false"],
    ...Object.entries(settings).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
  ];
  const { promise: crashed, resolve: crash } = Promise.withResolvers();
  const onLine = (line) => {
    const isCrash = line.includes("runtime crashed unexpectedly");
    if (isCrash) crash();
    return onProgramLine(line) && !isCrash;
  };
  return { ...startProgram("wrangler dev", args, quietWrangler, onLine), crashed };
}

/**
 * The process that holds the Worker and its objects: of the two runtimes below `wrangler dev`, the one that is not its proxy.
 * Null where processes cannot be listed.
 */
export function runtimePid(wranglerPid, port) {
  if (process.platform === "win32") return null;
  const rows = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const runtimes = rows
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((match) => match && Number(match[2]) === wranglerPid && /\bworkerd\b.* serve /.test(match[3]))
    .filter((match) => !match[3].includes(`entry=127.0.0.1:${port}`));
  return runtimes.length > 0 ? Number(runtimes.at(-1)[1]) : null;
}

/** Asks a program to end, and ends its whole group after five seconds. Resolves when it has ended. */
export async function stopProgram(program) {
  signalGroup(program.pid, "SIGTERM");
  const ended = await Promise.race([program.ended, delay(5_000, null)]);
  if (ended === null) signalGroup(program.pid, "SIGKILL");
  await program.ended;
}

/** Ends a program and what it started at once. */
export function killProgram(program) {
  signalGroup(program.pid, "SIGKILL");
}

function signalGroup(pid, signal) {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // It has ended already.
  }
}
