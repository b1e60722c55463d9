/**
 * A project: the files of its template, with its name, and the `wrangler.toml` and `.dev.vars` that the package `planwright` begins with.
 * The additions of a template to one of these are in a file of the same name with `_` before it, because neither git nor npm takes a
 * `.dev.vars`.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { TemplateName } from "./command-line.ts";

export interface ProjectOptions {
  readonly folder: string;
  readonly template: TemplateName;
  /** Folder of this package. */
  readonly from: string;
}

export type MadeProject =
  | { readonly kind: "MADE"; readonly files: number }
  | { readonly kind: "REFUSED"; readonly message: string; readonly next: string };

/** Makes the project in a folder that is empty or not there. Writes nothing if it refuses. */
export function makeProject({ folder, template, from }: ProjectOptions): MadeProject {
  const place = resolve(folder);
  const name = projectName(place);
  if (name === undefined) {
    const message = `Cannot make ${JSON.stringify(folder)}: required a name that has a letter or a digit`;
    return { kind: "REFUSED", message, next: "npm create planwright my-app" };
  }
  const found = existsSync(place) ? entriesOf(place) : [];
  if (found.length > 0) {
    const message = `Cannot make ${JSON.stringify(folder)}: required an empty folder, found ${found.slice(0, 3).join(", ")}`;
    return { kind: "REFUSED", message, next: "type the name of a folder that is not there" };
  }
  try {
    mkdirSync(place, { recursive: true });
  } catch (error) {
    const message = `Cannot make ${JSON.stringify(folder)}: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: "REFUSED", message, next: "type a folder in which you may make files" };
  }
  cpSync(join(from, "templates", template), place, { recursive: true });
  for (const [name, placeName] of starts)
    writeStart(readFileSync(join(from, "start", name), "utf8"), join(place, `_${name}`), join(place, placeName));
  writeFileSync(join(place, ".gitignore"), ignored);
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name: file, parentPath } of files) nameProject(join(parentPath, file), name);
  return { kind: "MADE", files: files.length };
}

/** Files of the start: their names there, and in the project. */
const starts = [
  ["wrangler.toml", "wrangler.toml"],
  ["dev.vars", ".dev.vars"],
] as const;

const ignored = ["node_modules/", ".wrangler/", "dist/", ".dev.vars", ".planwright/", ""].join("\n");

/** Writes `text`, followed by the file `addition` of the template, which is then removed. */
function writeStart(text: string, addition: string, place: string): void {
  const added = existsSync(addition) ? `\n${readFileSync(addition, "utf8")}` : "";
  rmSync(addition, { force: true });
  writeFileSync(place, `${text}${added}`);
}

/** `my-app` is the name of a project in every template and in the start. */
function nameProject(place: string, name: string): void {
  const text = readFileSync(place, "utf8");
  if (text.includes("my-app")) writeFileSync(place, text.replaceAll("my-app", name));
}

/** The name of a folder as a name of npm and of a Worker: `My App` gives `my-app`. */
function projectName(place: string): string | undefined {
  const name = basename(place)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50);
  return name === "" ? undefined : name;
}

function entriesOf(place: string): readonly string[] {
  try {
    // Files that an editor or a version control leaves in an empty folder do not count.
    return readdirSync(place).filter((entry) => entry !== ".git" && entry !== ".DS_Store");
  } catch {
    return [`the file ${basename(place)}`];
  }
}
