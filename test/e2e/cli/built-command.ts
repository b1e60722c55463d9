/** The command as it is in the packed archive, which tests of packages need too, and programs that are started with it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packPackages } from "../../../scripts/build/pack.mjs";
import { projectRoot } from "../../../scripts/setup.mjs";

let unpacked: string | undefined;

/** Path of the command. Files of tests that run at the same time have a place of their own each. */
export function builtCommand(): string {
  unpacked ??= unpackedCommand(join(projectRoot, `dist/cli-of-tests-${process.env.VITEST_POOL_ID ?? "0"}`));
  return unpacked;
}

function unpackedCommand(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [archive = ""] = packPackages(["planwright"], folder).values();
  execFileSync("tar", ["xzf", archive], { cwd: folder });
  return join(folder, "package/dist/cli/planwright.js");
}

export interface Program {
  readonly child: ChildProcess;
  /** All that it wrote so far, on both streams. */
  text(): string;
  /** Resolves with the first match in what it writes. Rejects if it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Starts the command; no variable of this process reaches it but PATH. */
export async function startCommand(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: { readonly [name: string]: string } },
): Promise<Program> {
  const { cwd, env = {} } = options;
  const child = spawn(process.execPath, [builtCommand(), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      text += `${line}\n`;
      for (const look of waiting) look();
    });
  const ended = once(child, "close").then(([code, signal]) => (signal ?? code) as number | string);
  const says = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text);
        if (found === null) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      void ended.then((how) => reject(new Error(`It ended with ${how} and never said ${pattern}:\n${text}`)));
      look();
    });
  return { child, ended, says, text: () => text };
}
