// What the tests use of `llms.mjs`.
import type { Section } from "../../docs/.vitepress/contents.mjs";

export function llmsFiles(
  pages: ReadonlyMap<string, string>,
  sections: readonly Section[],
  origin: string,
): ReadonlyMap<string, string>;
