// Builds the site of the documentation into .planwright/docs/site and checks every link of it.
// Usage: npm run docs -- [--serve] [--port N] [--url ADDRESS]
// --serve writes the pages again whenever a document changes, and shows them at once; --url is the address under which the site will be served.
// Exits 1 if a link leads nowhere, 2 on arguments that cannot be used.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { sections } from "../docs/.vitepress/contents.mjs";
import { checkLinks } from "./docs/check-links.mjs";
import { llmsFiles } from "./docs/llms.mjs";
import { writePages } from "./docs/write-pages.mjs";
import { projectRoot } from "./setup.mjs";
import { usages } from "./usages.mjs";

const work = join(projectRoot, ".planwright/docs");
const pagesFolder = join(work, "pages");
const siteFolder = join(work, "site");

function readArguments() {
  try {
    const text = { type: "string" };
    const { values } = parseArgs({ options: { serve: { type: "boolean" }, port: text, url: text } });
    const port = Number(values.port ?? 5173);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new Error(`Cannot read --port: found ${values.port}`);
    return { serve: values.serve ?? false, port, url: values.url === undefined ? null : new URL(values.url) };
  } catch (error) {
    console.error(error.message);
    console.error(usages.docs);
    process.exit(2);
  }
}

const { serve, port, url } = readArguments();
const base = url === null ? "/" : `${url.pathname.replace(/\/$/, "")}/`;
process.env.PLANWRIGHT_DOCS_BASE = base;
// Read when the configuration is loaded, so imported after the base is set.
const { build, createServer } = await import("vitepress");

if (serve) await serveSite();
else await buildSite();

async function buildSite() {
  const startedAt = performance.now();
  const pages = writePages(projectRoot, pagesFolder);
  await build(join(projectRoot, "docs"));
  const origin = url === null ? base : `${url.origin}${base}`;
  // Readers of llms.txt ask for the Markdown of a page beside its HTML.
  for (const [name, text] of [...pages, ...llmsFiles(pages, sections, origin)]) {
    const file = join(siteFolder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  cpSync(join(projectRoot, "docs/images"), join(siteFolder, "images"), { recursive: true });
  const { broken, ...counts } = checkLinks(siteFolder, base);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${counts.pages} pages, ${counts.links} links, ${counts.anchors} of them with an anchor, ${counts.others} to other hosts (not asked); ${seconds} s`,
  );
  if (broken.length === 0) return console.log(`Built ${siteFolder}`);
  console.error(`Links that lead nowhere:\n${broken.join("\n")}`);
  process.exit(1);
}

/** A document that is half written may have a link to nowhere: that is said, and the page stays as it is. */
function writeChanged() {
  try {
    writePages(projectRoot, pagesFolder, { changed: true });
  } catch (error) {
    console.error(error.message);
  }
}

async function serveSite() {
  writePages(projectRoot, pagesFolder);
  const server = await createServer(join(projectRoot, "docs"), { base, port });
  await server.listen();
  server.printUrls();
  const places = ["docs", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "schema.graphql"];
  const watched = places.map((place) => join(projectRoot, place));
  let due;
  server.watcher.add(watched).on("all", (_, path) => {
    if (!watched.some((place) => path.startsWith(place))) return;
    clearTimeout(due);
    due = setTimeout(writeChanged, 100);
  });
}
