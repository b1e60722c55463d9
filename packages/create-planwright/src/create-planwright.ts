#!/usr/bin/env node
/**
 * The command `npm create planwright`: reads its arguments, asks for missing ones where somebody can answer, makes the project and prints
 * the next command. It installs nothing and needs no network. Templates and the files of a project are in `project.ts`.
 */
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { help, type Request, readCommandLine, templates } from "./command-line.ts";
import { makeProject } from "./project.ts";

const folderOfPackage = dirname(dirname(fileURLToPath(import.meta.url)));
const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const read = readCommandLine(args);
  if (read.kind === "HELP") {
    console.log(help);
    return exitCodes.ok;
  }
  if (read.kind === "REFUSED") {
    console.error(`✗ ${read.message}\n→ npm create planwright -- --help lists what there is`);
    return exitCodes.usage;
  }
  const { folder = "my-app", template = "minimal" } = process.stdin.isTTY
    ? await completed(read.request)
    : read.request;
  const made = makeProject({ folder, template, from: folderOfPackage });
  if (made.kind === "REFUSED") {
    console.error(`✗ ${made.message}\n→ ${made.next}`);
    return exitCodes.failed;
  }
  console.log(`✓ ${folder} is made from the template ${template}: ${made.files} files. Next:\n`);
  const typed = /^[\w./\\:~@-]+$/.test(folder) ? folder : `"${folder}"`;
  for (const line of [`cd ${typed}`, "npm install", "npm run dev"]) console.log(`  ${line}`);
  console.log(`\n${join(folder, "README.md")} says what it has.`);
  return exitCodes.ok;
}

/** The request with the answers of the person at the terminal. An empty line accepts the default. */
async function completed({ folder, template }: Request): Promise<Request> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const where = folder ?? ((await lines.question("Folder (my-app): ")).trim() || "my-app");
    if (template !== undefined) return { folder: where, template };
    for (const [name, { about }] of Object.entries(templates)) console.log(`  ${name.padEnd(8)} ${about}`);
    for (;;) {
      const answer = (await lines.question("Template (minimal): ")).trim() || "minimal";
      const read = readCommandLine([where, "--template", answer]);
      if (read.kind === "CREATE") return read.request;
      console.log(`  There is no template ${JSON.stringify(answer)}.`);
    }
  } finally {
    lines.close();
  }
}
