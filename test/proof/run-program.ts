/** Runs a program of a suite and gives what it printed, whatever its exit code. */
import { spawn } from "node:child_process";

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `file` for at most `limitMs`, then kills it with everything that it started. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: { readonly [name: string]: string };
    readonly limitMs: number;
  },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    const timer = setTimeout(() => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    }, options.limitMs);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output: Buffer.concat(chunks).toString() });
    });
  });
}
