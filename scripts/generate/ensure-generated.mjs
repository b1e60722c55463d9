/**
 * The modules that are made from other files and not committed: types of the schema and its resolvers, the schema without descriptions, operations of the dashboard and
 * of the client packages, validators of fixed schemas. Every command and every build calls `ensureGenerated` first.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../setup.mjs";

/** Names the modules that were written, and the digests of all inputs and outputs. */
const stampFile = join(projectRoot, "dist/generated.json");
/** Whatever decides the text of a generated module. */
const isInput = (file) =>
  ["schema.graphql", "package-lock.json", "src/plan/standard-output-schema.ts"].includes(file) ||
  /^((dashboard|packages\/client\/src)\/.*\.graphql|scripts\/generate\/.*\.mjs)$/.test(file);
const isGenerated = (file) =>
  /^(src|dashboard|packages\/client\/src)\/.*\.generated((\.d)?\.[jt]s|\.graphql)$|^clients\/python\/.*_generated\.py$/.test(
    file,
  );
/** Where inputs and generated modules lie, beside the files of the root. */
const folders = ["src", "dashboard", "packages/client/src", "clients/python/planwright", "scripts/generate"];

/**
 * Writes the modules whose text is not what their inputs say. Inputs and outputs that are those of the last time are only read, which
 * takes some ten milliseconds. Returns the names of the files that were written.
 */
export async function ensureGenerated() {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stampOf(projectRoot)) return [];
  const [
    { generateSchema },
    { generateBareSchema },
    { generateValidators },
    { generateOperations },
    { generatePython },
  ] = await Promise.all([
    import("./schema.mjs"),
    import("./bare-schema.mjs"),
    import("./validators.mjs"),
    import("./operations.mjs"),
    import("./python.mjs"),
  ]);
  const changed = [];
  const all = [generateSchema, generateBareSchema, generateValidators, generateOperations, generatePython];
  for (const generate of all) changed.push(...(await generate()));
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stampOf(projectRoot));
  return changed;
}

/** A text that differs as soon as an input or a generated module below `root` is added, removed or edited. */
export function stampOf(root) {
  const inFolders = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
    );
  const files = [...readdirSync(root), ...inFolders].sort();
  return JSON.stringify({
    inputs: digest(root, files.filter(isInput)),
    outputs: digest(root, files.filter(isGenerated)),
  });
}

function digest(root, files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const text = readFileSync(join(root, file));
    hash.update(`${file} ${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}
