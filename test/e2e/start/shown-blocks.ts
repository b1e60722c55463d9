/** What a document shows: its blocks of code, in their order. */
import { readFileSync } from "node:fs";

export interface ShownBlock {
  readonly language: string;
  readonly text: string;
}

export function documentText(name: string): { readonly text: string; readonly blocks: readonly ShownBlock[] } {
  const text = readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = "", block = ""]) => ({
    language,
    text: block,
  }));
  return { text, blocks };
}
