/** The site of the documentation: what its pages are made of, and that a broken link does not pass. The gate builds the whole site. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildSchema, type GraphQLEnumType } from "graphql";
import { afterAll, describe, expect, it } from "vitest";
import { sections } from "../../docs/.vitepress/contents.mjs";
import { slugOf } from "../../docs/.vitepress/slug.mjs";
import { checkLinks } from "../../scripts/docs/check-links.mjs";
import { failureAdvice, requestCodes, userErrorAdvice } from "../../scripts/docs/error-advice.mjs";
import { llmsFiles } from "../../scripts/docs/llms.mjs";
import { pagesOf, withPageLinks } from "../../scripts/docs/write-pages.mjs";

const root = join(import.meta.dirname, "../..");
const schema = buildSchema(readFileSync(join(root, "schema.graphql"), "utf8"));
const pages = pagesOf(root);
const folder = mkdtempSync(join(tmpdir(), "planwright-site-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function site(files: { readonly [path: string]: string }): string {
  const place = mkdtempSync(join(folder, "site-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  return place;
}

describe("links of a built site", () => {
  const plans = '<h2 id="a-step">A step</h2><img src="images/run.png">';
  const good =
    '<a href="plans.html#a-step">a</a> <a href="/">b</a> <a href="https://x.test/">c</a> <a href="#top" id="top">d</a>';

  it("are counted and lead somewhere", () => {
    const place = site({ "index.html": good, "plans.html": plans, "images/run.png": "" });
    expect(checkLinks(place, "/")).toEqual({ pages: 2, links: 4, anchors: 2, others: 1, broken: [] });
  });

  it.each([
    ["a page", '<a href="plan.html">a</a>', "index.html: plan.html"],
    ["an anchor", '<a class="x" href="plans.html#a-stop">a</a>', "index.html: plans.html#a-stop"],
    ["an anchor of the page itself", '<a href="#a-step">a</a>', "index.html: #a-step"],
    ["an image", '<img alt="" src="images/none.png">', "index.html: images/none.png"],
  ])("that name %s which is not there are found", (_, html, expected) => {
    const place = site({ "index.html": html, "plans.html": plans, "images/run.png": "" });
    expect(checkLinks(place, "/").broken).toEqual([expected]);
  });

  it("of a site below a path stay below it", () => {
    const place = site({ "index.html": '<a href="/docs/">a</a> <a href="/">b</a>' });
    expect(checkLinks(place, "/docs/").broken).toEqual(["index.html: /"]);
  });
});

describe("pages of the site", () => {
  const places = new Map([
    ["docs/design.md", "design.md"],
    ["ARCHITECTURE.md", "architecture.md"],
  ]);

  it("have links to pages in place of links to files, outside code", () => {
    const written = "[map](../ARCHITECTURE.md#rooms), `[map](none.md)`, [x](https://x.test/a.md), ![p](images/a.png)";
    expect(withPageLinks(written, "docs/design.md", "design.md", places)).toBe(
      "[map](./architecture.md#rooms), `[map](none.md)`, [x](https://x.test/a.md), ![p](./images/a.png)",
    );
    expect(withPageLinks("[up](../design.md)", "docs/decisions/a.md", "decisions/a.md", places)).toBe(
      "[up](../design.md)",
    );
  });

  it("name a link after its page where the document names it after its file", () => {
    const titles = new Map([["design.md", "Design"]]);
    const written = "[design.md](design.md#invariants) and [the design](design.md)";
    expect(withPageLinks(written, "docs/a.md", "a.md", places, titles)).toBe(
      "[Design](./design.md#invariants) and [the design](./design.md)",
    );
  });

  it("cannot link to a file that the site does not have", () => {
    const link = () => withPageLinks("[code](../src/a.ts)", "docs/design.md", "design.md", places);
    expect(link).toThrow("Cannot link from docs/design.md: required a page of the site, found src/a.ts");
  });

  it("are all in the sidebar but the decisions and the parts of the schema, which their first page lists", () => {
    const listed = sections.flatMap((section) => section.pages.map(({ page }) => page));
    const others = [...pages.keys()].filter((page) => !listed.includes(page));
    expect(listed.filter((page) => !pages.has(page))).toEqual([]);
    for (const page of others) {
      const [, parent = "", name = ""] = /^(decisions|reference\/schema)\/([\w-]+\.md)$/.exec(page) ?? [];
      expect(pages.get(`${parent}/index.md`), page).toContain(`](${name})`);
    }
  });

  it("begin with one heading each", () => {
    for (const [page, text] of pages) expect(/^# \S/.test(text), page).toBe(true);
  });

  it.each([
    ["A first query", "a-first-query"],
    ["Effects: what a repeated call may do", "effects-what-a-repeated-call-may-do"],
    ["`when`, `after` & more", "when-after--more"],
    ["A2A 1.0/0.3", "a2a-1003"],
  ])("have for the heading %j the anchor that GitHub gives it", (heading, anchor) => {
    expect(slugOf(heading.replaceAll("`", ""))).toBe(anchor);
  });
});

describe("the reference", () => {
  it("has every type, field, argument and value of the schema", () => {
    const text = [...pages].flatMap(([page, one]) => (page.startsWith("reference/schema/") ? [one] : [])).join("\n");
    const types = Object.values(schema.getTypeMap()).filter(({ astNode }) => astNode !== undefined);
    expect(types.length).toBeGreaterThan(300);
    expect(types.filter(({ name }) => !text.includes(`\n## ${name}\n`)).map(({ name }) => name)).toEqual([]);
    const fields = types.flatMap((type) => ("getFields" in type ? Object.values(type.getFields()) : []));
    const shown = (name: string) => text.includes(`| \`${name}\` |`) || text.includes(`\n### ${name}\n`);
    expect(fields.filter(({ name }) => !shown(name)).map(({ name }) => name)).toEqual([]);
  });

  it("[N799] has every command of planwright with its options", () => {
    const page = pages.get("reference/commands.md") ?? "";
    for (const command of ["run", "tools add", "keys revoke", "webhooks secret", "serve"])
      expect(page).toContain(`\n## planwright ${command}\n`);
    expect(page).toMatch(/--grace <seconds>/);
    expect(page).toContain("\n### npm run bench\n");
  });

  it("has advice for every code and for no other", () => {
    const valuesOf = (name: string) => (schema.getType(name) as GraphQLEnumType).getValues().map((value) => value.name);
    expect(Object.keys(userErrorAdvice).sort()).toEqual(valuesOf("UserErrorCode").sort());
    expect(Object.keys(failureAdvice).sort()).toEqual(valuesOf("FailureCode").sort());
    const [, stable = ""] =
      /stable `extensions\.code`:([\s\S]*?)Clients must tolerate/.exec(schema.description ?? "") ?? [];
    const named = [...stable.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code);
    expect(Object.keys(requestCodes).sort()).toEqual(named.sort());
    for (const code of [...Object.keys(requestCodes), ...Object.keys(userErrorAdvice), ...Object.keys(failureAdvice)]) {
      expect(pages.get("reference/errors.md")).toContain(`| \`${code}\` |`);
    }
  });
});

describe("llms.txt", () => {
  const files = llmsFiles(pages, sections, "https://docs.test/");

  it("has a title, a summary and a described link for each page of the sidebar", () => {
    const lines = (files.get("llms.txt") ?? "").split("\n");
    expect(lines.slice(0, 5)).toEqual([
      "# Planwright",
      "",
      expect.stringMatching(/^> Planwright \S.*\.$/),
      "",
      "## Start",
    ]);
    const links = lines.filter((line) => line.startsWith("- "));
    expect(links).toHaveLength(sections.flatMap((section) => section.pages).length);
    for (const link of links) expect(link).toMatch(/^- \[[^\]]+\]\(https:\/\/docs\.test\/[\w./-]+\.md\): \S.*[.:]$/);
    expect(lines.filter((line) => line.startsWith("## "))).toEqual([
      "## Start",
      "## Concepts",
      "## Guides",
      "## Reference",
      "## Proof",
      "## Optional",
    ]);
  });

  it("has beside it the text of every page", () => {
    const whole = files.get("llms-full.txt") ?? "";
    for (const [page, text] of pages) expect(whole.includes(text.trim()), page).toBe(true);
  });
});
