/** Runs a command line in this process, as the bin does, with streams that are read afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Output } from "../../../packages/planwright/cli/base/output.ts";
import type { Surroundings } from "../../../packages/planwright/cli/base/surroundings.ts";
import { main } from "../../../packages/planwright/cli/program.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Typed {
  readonly env?: { readonly [name: string]: string };
  /** Answers of the person at the terminal, in order. Without them nobody sits there. */
  readonly answers?: readonly string[];
  readonly signal?: AbortSignal;
  readonly stdin?: string;
  readonly fetch?: typeof fetch;
  readonly nodeVersion?: string;
  /** Called with each text that is written to either stream. */
  readonly onText?: (text: string) => void;
}

/** A folder to type commands in. */
export class Terminal {
  readonly folder = mkdtempSync(join(tmpdir(), "planwright-cli-"));
  readonly #env: { readonly [name: string]: string };

  constructor(env: { readonly [name: string]: string } = {}) {
    this.#env = env;
  }

  write(name: string, content: unknown): string {
    writeFileSync(join(this.folder, name), typeof content === "string" ? content : JSON.stringify(content));
    return name;
  }

  async type(args: readonly string[], typed: Typed = {}): Promise<Ran> {
    const { answers, env = {}, nodeVersion = process.versions.node, onText, signal, stdin = "" } = typed;
    const written = { out: "", err: "" };
    const stream = (name: "out" | "err") => ({
      write: (text: string) => {
        written[name] += text;
        onText?.(text);
      },
    });
    const left = [...(answers ?? [])];
    const surroundings: Surroundings = {
      env: { ...this.#env, ...env },
      cwd: this.folder,
      home: this.folder,
      out: new Output(stream("out"), false),
      err: new Output(stream("err"), false),
      ...(answers !== undefined && { ask: async () => left.shift() ?? "" }),
      stdin: async () => stdin,
      signal: signal ?? new AbortController().signal,
      fetch: typed.fetch ?? fetch,
      nodeVersion,
    };
    const code = await main(args, surroundings);
    return { code, ...written };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
