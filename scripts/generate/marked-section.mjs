/** Figures in documents: the text between `<!-- name -->` and `<!-- /name -->` is written by the command that measured it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../setup.mjs";

/** `document` with `text` between its marks `name`. Null if it does not have both. */
export function withSection(document, name, text) {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [document.indexOf(opening), document.indexOf(closing)];
  if (start === -1 || end < start) return null;
  return `${document.slice(0, start + opening.length)}\n${text.trim()}\n${document.slice(end)}`;
}

/** Puts `text` between the marks `name` of `file`, a path within the project. Throws if the file does not have them. */
export function writeSection(file, name, text) {
  const path = join(projectRoot, file);
  const written = withSection(readFileSync(path, "utf8"), name, text);
  if (written === null) {
    throw new Error(
      `Cannot write figures into ${file}: required the marks <!-- ${name} --> and <!-- /${name} -->, found not both`,
    );
  }
  writeFileSync(path, written);
}
