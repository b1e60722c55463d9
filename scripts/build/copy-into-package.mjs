/**
 * Copies files of the repository into the package whose folder this runs in, because npm packs nothing that lies outside of a package:
 * `node ../../scripts/build/copy-into-package.mjs schema.graphql`. The copies keep their paths, from the root or from the folder that
 * `--from` names, and are not committed.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "../setup.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: "string", default: "." } },
});
for (const path of positionals)
  cpSync(join(projectRoot, values.from, path), join(process.cwd(), path), { recursive: true });
