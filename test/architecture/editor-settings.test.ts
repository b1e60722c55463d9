/** Editors that read `.editorconfig` write what the formatter writes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

it("the editor settings are those of the formatter", () => {
  const { formatter } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8")) as {
    readonly formatter: { readonly indentStyle: string; readonly indentWidth: number; readonly lineWidth: number };
  };
  const settings = new Map(
    [...readFileSync(join(root, ".editorconfig"), "utf8").matchAll(/^(\w+) = (.+)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  expect(settings.get("indent_style")).toBe(formatter.indentStyle);
  expect(settings.get("indent_size")).toBe(`${formatter.indentWidth}`);
  expect(settings.get("max_line_length")).toBe(`${formatter.lineWidth}`);
});
