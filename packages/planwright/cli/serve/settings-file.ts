/** The file of `planwright serve --settings`: a line `NAME=value` for each setting. Nothing in it is ignored. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { nearestNames, suggested } from "../../../../src/json/nearest-name.ts";
import { specs } from "../../../../src/worker/settings/setting-specs.ts";
import { usageFailure } from "../base/command-failure.ts";

/** Whether the Worker reads a setting or a secret of this name. */
export function isSettingName(name: string): boolean {
  return Object.hasOwn(specs, name) || /^(?:TOOL|MODEL)_SECRET_\w+$/.test(name);
}

/** The settings in the file at `path`. A line that is none, and a name that the Worker does not read, is refused. */
export function settingsInFile(path: string): NodeJS.Dict<string> {
  if (!existsSync(path)) throw usageFailure(`Cannot read ${path}: found no file there`);
  const text = readFileSync(path, "utf8");
  // Values in quotes may go over several lines.
  const lines = text
    .replace(/(=\s*)(["'`])[\s\S]*?\2/g, (quoted, equals: string) => equals + quoted.replace(/[^\n]/g, ""))
    .split("\n");
  const wrong = lines.findIndex((line) => !/^\s*(?:$|#|(?:export\s+)?[\w.-]+\s*=)/.test(line));
  // Not its text: it can be a part of a secret.
  if (wrong !== -1)
    throw usageFailure(
      `Cannot use ${path}: required a line NAME=value for each setting, found line ${wrong + 1}, which is none`,
      "a value of several lines stands in quotes",
    );
  const settings = parseEnv(text);
  const unknown = Object.keys(settings).find((name) => !isSettingName(name));
  if (unknown !== undefined)
    throw usageFailure(
      `Cannot use ${path}: found ${unknown}, which is no setting${suggested(nearestNames(unknown, Object.keys(specs)))}`,
      "the page Settings of the documentation lists all of them; secrets are named TOOL_SECRET_X and MODEL_SECRET_X",
    );
  return settings;
}
