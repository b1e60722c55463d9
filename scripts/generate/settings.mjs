// The table of settings in `docs/settings.md`, made from what the Worker reads.
import { readFile, writeFile } from "node:fs/promises";
import { settingsTable } from "../../src/worker/settings/settings.ts";
import { withSection } from "./marked-section.mjs";

const file = "docs/settings.md";

/** Writes the table, or with `check` only compares. Returns the name of the document if it was or would be changed. */
export async function generateSettings({ check = false } = {}) {
  const url = new URL(`../../${file}`, import.meta.url);
  const document = await readFile(url, "utf8");
  const written = withSection(document, "settings", settingsTable());
  if (written === null) {
    throw new Error(
      `Cannot write the settings into ${file}: required the marks <!-- settings --> and <!-- /settings -->, found not both`,
    );
  }
  if (written === document) return [];
  if (!check) await writeFile(url, written);
  return [file];
}
