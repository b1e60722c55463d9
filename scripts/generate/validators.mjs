// Compiles the JSON Schemas that are fixed and come from elsewhere into plain modules, ahead of time: the platform compiles
// no code at run time, and neither ajv nor its helpers are needed there.
import { readFile, writeFile } from "node:fs/promises";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { standardOutputSchema } from "../../src/plan/standard-output-schema.ts";

/** RFC 3339, the meaning of the format `date-time`. */
const dateTime =
  /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const modules = [{ name: "standard-artifact", schema: standardOutputSchema }];
const header = "// Made by scripts/generate/validators.mjs from src/plan/standard-output-schema.ts. Do not edit.\n";
const declaration = `${header}declare function isValid(value: unknown): boolean;\nexport default isValid;\n`;

/** Writes the modules whose text has changed. Returns the names of their files. */
export async function generateValidators() {
  const changed = [];
  for (const { name, schema } of modules) {
    const ajv = new Ajv({ code: { source: true, esm: true, lines: true }, formats: { "date-time": dateTime } });
    const code = standaloneCode(ajv, ajv.compile(schema));
    if (/\brequire\(/.test(code)) throw new Error(`The validator of ${name} would need ajv at run time`);
    const outputs = { [`${name}.generated.js`]: header + code, [`${name}.generated.d.ts`]: declaration };
    for (const [file, text] of Object.entries(outputs)) {
      const url = new URL(`../../src/catalog/${file}`, import.meta.url);
      if ((await readFile(url, "utf8").catch(() => null)) === text) continue;
      await writeFile(url, text);
      changed.push(`src/catalog/${file}`);
    }
  }
  return changed;
}
