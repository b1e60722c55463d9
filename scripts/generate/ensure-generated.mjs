/**
 * The modules that are made from other files and not committed: types of the schema and its resolvers, operations of the dashboard,
 * validators of fixed schemas. Every command and every build calls `ensureGenerated` first.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../setup.mjs";

/** Names the modules that were written, and the digests of all inputs and outputs. */
const stampFile = join(projectRoot, "dist/generated.json");
/** Whatever decides the text of a generated module. */
const inputs = [
  "schema.graphql",
  "package-lock.json",
  "dashboard/**/*.graphql",
  "src/plan/standard-output-schema.ts",
  "scripts/generate/*.mjs",
];
const outputs = ["src/**/*.generated.{ts,js,d.ts}", "dashboard/**/*.generated.ts"];

/**
 * Writes the modules whose text is not what their inputs say. Inputs and outputs that are those of the last time are only read, which
 * takes some ten milliseconds. Returns the names of the files that were written.
 */
export async function ensureGenerated() {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stampOf(projectRoot)) return [];
  const [{ generateSchema }, { generateValidators }, { generateOperations }] = await Promise.all([
    import("./schema.mjs"),
    import("./validators.mjs"),
    import("./operations.mjs"),
  ]);
  const changed = [...(await generateSchema()), ...(await generateValidators()), ...(await generateOperations())];
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stampOf(projectRoot));
  return changed;
}

/** A text that differs as soon as an input or a generated module below `root` is added, removed or edited. */
export function stampOf(root) {
  return JSON.stringify({ inputs: digest(root, inputs), outputs: digest(root, outputs) });
}

function digest(root, patterns) {
  const hash = createHash("sha256");
  for (const file of globSync(patterns, { cwd: root }).sort()) {
    const text = readFileSync(join(root, file));
    hash.update(`${file} ${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}
