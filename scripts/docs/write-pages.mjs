/**
 * Writes the Markdown of the site into a folder: documents of the project with their links turned to pages of the site, generated pages, and
 * images. A link to a file that is no page is refused, because the site would not have its target.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { sections, standIns } from "../../docs/.vitepress/contents.mjs";
import { commandPage, decisionPage, errorPage } from "./reference-pages.mjs";
import { schemaPages } from "./schema-reference.mjs";

/**
 * Writes every page into an empty folder and returns the Markdown of each by its place in the site. With `changed` the folder stays, and only
 * pages with another text are written, for a server that watches them.
 */
export function writePages(root, folder, { changed = false } = {}) {
  const pages = pagesOf(root);
  if (!changed) rmSync(folder, { recursive: true, force: true });
  for (const [page, text] of pages) {
    const file = join(folder, page);
    if (changed && existsSync(file) && readFileSync(file, "utf8") === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  cpSync(join(root, "docs/images"), join(folder, "images"), { recursive: true });
  // As the schema of a deployment, for tools that read it.
  mkdirSync(join(folder, "public"), { recursive: true });
  cpSync(join(root, "schema.graphql"), join(folder, "public/schema.graphql"));
  return pages;
}

/** The Markdown of each page by its place. */
export function pagesOf(root) {
  const read = (name) => readFileSync(join(root, name), "utf8");
  const schema = read("schema.graphql");
  const decisions = globSync("docs/decisions/*.md", { cwd: root })
    .sort()
    .map((source) => ({ source, name: posix.basename(source), text: read(source) }));
  const sources = new Map([
    ...sections
      .flatMap(({ pages }) => pages)
      .flatMap(({ source, page }) => (source === undefined ? [] : [[source, page]])),
    ...decisions.map(({ source, name }) => [source, `decisions/${name}`]),
  ]);
  const places = new Map([...sources, ...standIns]);
  const titles = new Map(sections.flatMap(({ pages }) => pages.map(({ page, title }) => [page, title])));
  return new Map([
    ...[...sources].map(([source, page]) => [page, withPageLinks(read(source), source, page, places, titles)]),
    ["decisions/index.md", decisionPage(decisions)],
    ["reference/errors.md", errorPage(schema)],
    ["reference/commands.md", commandPage()],
    ...schemaPages(schema),
  ]);
}

/**
 * `text` of the file `source` with links as the page `page` needs them. `places` gives the page of each file of the project, `titles` the words
 * for links that are named after their file.
 *
 * @example
 * ```js
 * withPageLinks("[map](../ARCHITECTURE.md#rooms)", "docs/design.md", "design.md", places); // "[map](architecture.md#rooms)"
 * ```
 */
export function withPageLinks(text, source, page, places, titles = new Map()) {
  const fileOf = (target) => posix.normalize(posix.join(posix.dirname(source), target));
  const named = (prose) =>
    prose.replaceAll(/\[[\w-]+\.md\]\(([^)\s#]+)/g, (link, target) => {
      const title = titles.get(places.get(fileOf(target)));
      return title === undefined ? link : `[${title}](${target}`;
    });
  return outsideCode(text, (prose) =>
    named(prose).replaceAll(/\]\(([^)\s#]+)(#[^)\s]*)?\)/g, (link, target, anchor = "") => {
      if (/^[a-z]+:/.test(target)) return link;
      const file = fileOf(target);
      const place = places.get(file) ?? (file.startsWith("docs/images/") ? file.slice("docs/".length) : undefined);
      if (place === undefined)
        throw new Error(`Cannot link from ${source}: required a page of the site, found ${file}`);
      const path = posix.relative(posix.dirname(page), place);
      return `](${path.startsWith(".") ? path : `./${path}`}${anchor})`;
    }),
  );
}

/** `text` with `change` applied to what lies outside fenced blocks and code quotes. */
function outsideCode(text, change) {
  return text
    .split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}
