/** A document that names a file names one that exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Names in code quotes and targets of links that are written as paths of the project: with a folder of it, or with a known ending. */
function namedFiles(markdown: string): readonly string[] {
  const quoted = [...markdown.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name ?? "");
  const linked = [...markdown.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target]) => target ?? "");
  const inProject = /^(src|test|docs|examples|scripts|bench|dashboard|\.ci)\/[\w./-]*$/;
  const file = /^[\w./-]+\.(ts|mjs|md|graphql|toml|json)$/;
  return [
    ...quoted.filter((name) => inProject.test(name) || (file.test(name) && !name.startsWith("."))),
    ...linked.filter((target) => !/^[a-z]+:/.test(target)),
  ];
}

/** Whether a name means something in the project: from the root, beside the document, or the ending of a path of the source. */
function exists(document: string, name: string): boolean {
  return existsSync(join(root, name)) || existsSync(join(root, document, "..", name)) || sources.has(name);
}

const sources = new Set(
  ["src", "test", "scripts", "examples", "bench"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
    .flatMap((path) => [path, path.split("/").at(-1) ?? path]),
);

const documents = [
  ...["README.md", "ARCHITECTURE.md"].filter((name) => existsSync(join(root, name))),
  ...(existsSync(join(root, "docs")) ? readdirSync(join(root, "docs")) : [])
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

describe("documents", () => {
  it("are found, and so are the names of files in them", () => {
    expect(documents.length).toBeGreaterThan(0);
    expect(
      namedFiles("see `src/plan/a.ts`, [b](docs/b.md#part), `npm test`, `a.b`, `c.ts`, [d](https://x.test/d.md)"),
    ).toEqual(["src/plan/a.ts", "c.ts", "docs/b.md"]);
    expect(exists("docs/a.md", "src/plan/no-such-file.ts")).toBe(false);
  });

  it.each(documents)("%s names only files that exist", (document) => {
    const names = namedFiles(readFileSync(join(root, document), "utf8"));
    expect(names.filter((name) => !exists(document, name))).toEqual([]);
  });

  it("docs/clients.md shows every recipe as it is run by its test", () => {
    const document = readFileSync(join(root, "docs/clients.md"), "utf8");
    const shown = [...document.matchAll(/`examples\/clients\/([\w.-]+)`\n\n```ts\n([\s\S]*?)\n```/g)];
    const recipes = readdirSync(join(root, "examples/clients"));
    expect(shown.map(([, name]) => name).sort()).toEqual(recipes.sort());
    for (const [, name = "", code = ""] of shown) {
      expect(code, name).toBe(readFileSync(join(root, "examples/clients", name), "utf8").trimEnd());
    }
  });
});
