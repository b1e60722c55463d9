// The site of the documentation. `scripts/docs.mjs` writes its pages first: those of this folder, those of the root and the generated ones.
import { defineConfig } from "vitepress";
import { sections } from "./contents.mjs";
import { slugOf } from "./slug.mjs";

const link = (page) => `/${page.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")}`;
const work = "../.planwright/docs";

export default defineConfig({
  title: "Planwright",
  description: "Runs agent plans at the edge, durably, behind a typed GraphQL API",
  lang: "en",
  base: process.env.PLANWRIGHT_DOCS_BASE ?? "/",
  srcDir: `${work}/pages`,
  outDir: `${work}/site`,
  cacheDir: `${work}/cache`,
  head: [["meta", { name: "referrer", content: "no-referrer" }]],
  markdown: { anchor: { slugify: slugOf }, config },
  // The index of the search is one file.
  vite: { build: { chunkSizeWarningLimit: 5_000 } },
  themeConfig: {
    outline: [2, 3],
    search: { provider: "local" },
    sidebar: sections.map(({ title, pages, collapsed }) => ({
      text: title,
      collapsed: collapsed ?? false,
      items: pages.map(({ title: text, page }) => ({ text, link: link(page) })),
    })),
    nav: sections
      .filter(({ collapsed }) => collapsed !== true)
      .map(({ title, pages: [first] }) => ({ text: title, link: link(first?.page ?? "") })),
  },
});

function config(md) {
  withBracesAsText(md);
  withBlocksOnce(md);
}

/** The site renders every page for itself and once more for its search. A block of code takes most of that time, and looks the same. */
function withBlocksOnce({ options }) {
  const { highlight } = options;
  const known = new Map();
  options.highlight = (...block) => {
    const key = JSON.stringify(block);
    if (!known.has(key)) known.set(key, highlight(...block));
    return known.get(key);
  };
}

/** The pages show templates such as `{{save.output}}`, which the site would take for expressions of its own. */
function withBracesAsText({ renderer: { rules } }) {
  for (const name of ["text", "code_inline"]) {
    const render = rules[name];
    rules[name] = (...rendered) => render(...rendered).replaceAll("{{", "&#123;&#123;");
  }
}
