/** A document that names a file names one that exists. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { usages } from "../../scripts/usages.mjs";

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
  if (filesOfUsers.has(name)) return true;
  return existsSync(join(root, name)) || existsSync(join(root, document, "..", name)) || sources.has(name);
}

/** Files that a project of a user has. */
const filesOfUsers = new Set(["plan.json", "planwright.json", "planwright.catalog.json", "planwright.d.ts"]);

const sources = new Set(
  ["src", "test", "scripts", "examples", "bench"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
    .flatMap((path) => [path, path.split("/").at(-1) ?? path]),
);

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: { readonly [name: string]: string };
};

/** Commands of npm and Node in code: `npm run bench`, `npm test`, `node scripts/a.mjs`. */
function namedCommands(markdown: string): readonly string[] {
  const code = [...markdown.matchAll(/```sh\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    ([, block, quoted]) => block ?? quoted ?? "",
  );
  return code.flatMap((text) =>
    [...text.matchAll(/\b(npm (?:run )?[a-z]+|npx [a-z-]+|node [\w./-]+)/g)].map(([command]) => command),
  );
}

/** Programs that the packages bring and that run under the oldest supported Node, and npm itself. */
const known = new Set([
  ...["npm install", "npm ci", "npm run", "npm pack", "npm init", "npm create"],
  ...["npx wrangler", "npx planwright", "npx vite"],
  // Of packages that the page installs.
  "npx graphql-codegen",
  // Of a project that somebody makes.
  "npm run dev",
]);

function isKnownCommand(command: string): boolean {
  const [program, ...words] = command.split(" ");
  const last = words.at(-1) ?? "";
  if (known.has(command)) return true;
  if (program === "npm" && Object.hasOwn(scripts, last)) return words.length === 2 || ["start", "test"].includes(last);
  // In the Dockerfile, which has the command installed.
  if (last === "node_modules/planwright/dist/cli/planwright.js") return true;
  // An older Node does not run TypeScript.
  if (program === "node" && last.includes("/")) return last.endsWith(".mjs") && existsSync(join(root, last));
  return program === "node" && !last.includes("/");
}

const documents = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].filter((name) => existsSync(join(root, name))),
  ...(existsSync(join(root, "docs")) ? readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }) : [])
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`),
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

  it.each(documents)("[N147] %s names only commands that exist and run under every supported Node", (document) => {
    const commands = namedCommands(readFileSync(join(root, document), "utf8"));
    expect(commands.filter((command) => !isKnownCommand(command))).toEqual([]);
  });

  it("[N147] every script of package.json that a person types answers --help", () => {
    const names = Object.keys(scripts).filter((name) => !["start", "format", "types", "prepack"].includes(name));
    for (const name of names) expect(scripts[name], name).toBe(`node scripts/run.mjs ${name}`);
    expect(Object.keys(usages).sort()).toEqual(names.sort());
    for (const name of names) {
      const output = execFileSync(process.execPath, [join(root, "scripts/run.mjs"), name, "--help"], {
        encoding: "utf8",
      });
      expect(output).toMatch(/^Usage: npm (run )?\w+/);
    }
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
