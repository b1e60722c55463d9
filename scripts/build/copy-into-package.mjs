/**
 * Copies files of the repository into the package whose folder this runs in, because npm packs nothing that lies outside of a package:
 * `node ../../scripts/build/copy-into-package.mjs schema.graphql`. The copies keep their paths and are not committed.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../setup.mjs";

for (const path of process.argv.slice(2))
  cpSync(join(projectRoot, path), join(process.cwd(), path), { recursive: true });
