#!/usr/bin/env node
/**
 * The command `planwright`. Commands are in `commands`, their common parts in `base`; `program.ts` is the command line. A command reaches
 * the outside through `Surroundings` alone.
 */
import { homedir } from "node:os";
import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { hasColours, Output } from "./base/output.ts";
import { main } from "./program.ts";

const required = 22;
if (Number.parseInt(process.versions.node, 10) < required) {
  console.error(
    `✗ Cannot run planwright: required Node ${required} or later, found ${process.versions.node}\n→ https://nodejs.org`,
  );
  process.exit(7);
}

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    // The second time there is no waiting.
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort(new Error(signal));
  });
// The reader may close the pipe early, as `head` does.
process.stdout.on("error", () => process.exit(0));

process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  out: new Output(process.stdout, hasColours(process.stdout, process.env)),
  err: new Output(process.stderr, hasColours(process.stderr, process.env)),
  ...(process.stdin.isTTY && process.stderr.isTTY && { ask: askAtTerminal }),
  stdin: () => text(process.stdin),
  signal: stopping.signal,
  fetch: globalThis.fetch,
  nodeVersion: process.versions.node,
});

async function askAtTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question, { signal: stopping.signal });
  } finally {
    lines.close();
  }
}
