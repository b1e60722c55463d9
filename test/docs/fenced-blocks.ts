/** The fenced blocks of the documents that people read. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface FencedBlock {
  /** Path from the root of the project. */
  readonly document: string;
  readonly line: number;
  /** The word behind the fence, empty if there is none. */
  readonly language: string;
  readonly text: string;
}

export const projectRoot = join(import.meta.dirname, "../..");

const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...globSync(["docs/**/*.md", "packages/*/README.md"], { cwd: projectRoot }),
];

/**
 * The blocks of a text in their order, also those that are indented.
 *
 * @example fencedBlocks("a.md", "# A\n```sh\nls\n```\n"); // [{ document: "a.md", line: 2, language: "sh", text: "ls\n" }]
 */
export function fencedBlocks(document: string, text: string): readonly FencedBlock[] {
  return [...text.matchAll(/^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    document,
    line: text.slice(0, match.index).split("\n").length,
    language: match[1] ?? "",
    text: match[2] ?? "",
  }));
}

/** The blocks of every document. */
export const shownBlocks: readonly FencedBlock[] = documents
  .sort()
  .flatMap((document) => fencedBlocks(document, readFileSync(join(projectRoot, document), "utf8")));
