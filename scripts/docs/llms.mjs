/** `llms.txt` and `llms-full.txt` of the site (llmstxt.org), made from the pages that people read. */

/**
 * The files by name. `pages` is the Markdown of each page by its place, `sections` the contents of the site, `origin` the address before
 * every link, such as `https://docs.example.com/`.
 *
 * @example
 * ```js
 * llmsFiles(pages, sections, "/").get("llms.txt"); // "# Planwright\n\n> Planwright runs …\n\n## Start\n\n- [What …](/index.md): …"
 * ```
 */
export function llmsFiles(pages, sections, origin) {
  const text = (page) => {
    const found = pages.get(page);
    if (found === undefined) throw new Error(`Cannot list the pages: required ${page} among the pages of the site`);
    return found;
  };
  // Sections that the sidebar folds are for those who change Planwright: a reader with little room leaves them out.
  const lists = sections.map(({ title, collapsed, pages: listed }) => {
    const lines = listed.map(({ title: name, page }) => `- [${name}](${origin}${page}): ${summary(text(page))}`);
    return [`## ${collapsed === true ? "Optional" : title}`, "", ...lines].join("\n");
  });
  const head = `# Planwright\n\n> ${summary(text("index.md"))}`;
  const rest = [...pages.keys()].filter(
    (page) => !sections.some((one) => one.pages.some((listed) => listed.page === page)),
  );
  const order = [...sections.flatMap((section) => section.pages.map(({ page }) => page)), ...rest];
  const whole = order.map((page) => `<!-- ${origin}${page} -->\n\n${text(page).trim()}\n`);
  return new Map([
    ["llms.txt", `${[head, ...lists].join("\n\n")}\n`],
    ["llms-full.txt", whole.join("\n")],
  ]);
}

/** The first sentence below the heading of a page, in one line and without links. */
function summary(markdown) {
  const prose = markdown
    .split("\n\n")
    .map((block) => block.trim())
    .find((block) => /^[A-Z`\d]/.test(block));
  const line = (prose ?? "").replaceAll(/\s*\n\s*/g, " ").replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  return /^.*?[.:](?= [A-Z`]|$)/.exec(line)?.[0] ?? line;
}
