/** Figures in documents: the text between `<!-- name -->` and `<!-- /name -->` is written by the command that measured it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./setup.mjs";

/** Puts `text` between the marks `name` of `file`, a path within the project. Throws if the file does not have them. */
export function writeSection(file, name, text) {
  const path = join(projectRoot, file);
  const before = readFileSync(path, "utf8");
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [before.indexOf(opening), before.indexOf(closing)];
  if (start === -1 || end < start) {
    throw new Error(`Cannot write figures into ${file}: required the marks ${opening} and ${closing}, found not both`);
  }
  writeFileSync(path, `${before.slice(0, start + opening.length)}\n${text.trim()}\n${before.slice(end)}`);
}
