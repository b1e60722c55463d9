/** `npm start` as a person types it, on ports and in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { join } from "node:path";

export interface StartedByNpm {
  /** Address of the deployment. */
  readonly origin: string;
  /** Everything that was printed so far. */
  output(): string;
  /** Resolves when the output holds a match. Throws with the output when the program has ended without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Types a line and presses Enter. */
  type(line: string): void;
  /** Presses Ctrl-C. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Resolves with the exit code when it ends by itself. */
  ended(): Promise<number | null>;
}

/** The last line that it prints before it only serves. */
export const servesAtLast = /^Ctrl-C stops everything\..*$/m;

/** Ports that are free now, for every server of the example world. */
export async function startPorts(): Promise<{ readonly [setting: string]: string }> {
  const settings = ["PORT", "EXAMPLE_PORT", "EXAMPLE_MODEL_PORT", "EXAMPLE_AGENT_PORT", "EXAMPLE_A2A_PORT"];
  const listeners = settings.map(() => net.createServer().listen(0, "127.0.0.1"));
  await Promise.all(listeners.map((listener) => once(listener, "listening")));
  const ports = listeners.map((listener) => String((listener.address() as net.AddressInfo).port));
  await Promise.all(listeners.map((listener) => once(listener.close(), "close")));
  return Object.fromEntries(settings.map((setting, at) => [setting, ports[at] ?? ""]));
}

/** Starts it with these arguments and these variables of the environment, `PORT` and `STATE_FOLDER` among them. */
export function npmStart(environment: { readonly [name: string]: string }, ...args: readonly string[]): StartedByNpm {
  const script = join(process.cwd(), "scripts/start.mjs");
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exit = new Promise<number | null>((resolve) => {
    child.once("close", (code) => resolve(code));
  });
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  return {
    origin: `http://127.0.0.1:${environment.PORT ?? ""}`,
    output: () => output,
    async printed(pattern) {
      const { promise, reject, resolve } = Promise.withResolvers<RegExpExecArray>();
      const look = () => {
        const match = pattern.exec(output);
        if (match !== null) resolve(match);
      };
      listeners.add(look);
      look();
      void exit.then((code) =>
        reject(new Error(`npm start ended with ${code} before it printed ${pattern}:\n${output}`)),
      );
      return promise.finally(() => listeners.delete(look));
    },
    type(line) {
      child.stdin?.write(`${line}\n`);
    },
    async stop() {
      child.kill("SIGINT");
      return exit;
    },
    ended: () => exit,
  };
}
