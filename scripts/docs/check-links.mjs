/** Checks the links of a built site: pages, files, images and anchors. Addresses of other hosts are counted, not asked. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/**
 * What is broken among the links of the HTML files in `folder`, which is served below `base`, and how many links were looked at.
 *
 * @example
 * ```js
 * checkLinks("site", "/").broken; // ["plans.html: tools.html#no-such-heading"]
 * ```
 */
export function checkLinks(folder, base) {
  const pages = new Map(
    globSync("**/*.html", { cwd: folder }).map((path) => {
      const html = readFileSync(join(folder, path), "utf8");
      return [
        path.replaceAll("\\", "/"),
        { html, anchors: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decoded(id))) },
      ];
    }),
  );
  const counts = { pages: pages.size, links: 0, anchors: 0, others: 0 };
  const broken = [];
  for (const [path, { html }] of pages) {
    const targets = [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, target]) =>
      decoded(target),
    );
    for (const target of new Set(targets)) {
      if (/^(?:[a-z]+:|\/\/)/.test(target)) counts.others += 1;
      else {
        counts.links += 1;
        if (target.includes("#")) counts.anchors += 1;
        if (!leadsSomewhere(target, path)) broken.push(`${path}: ${target}`);
      }
    }
  }
  return { ...counts, broken };

  function leadsSomewhere(target, from) {
    const [place = "", anchor] = target.split("#");
    const [path = ""] = place.split("?");
    if (path.startsWith("/") && !path.startsWith(base)) return false;
    const below = path.startsWith("/") ? path.slice(base.length) : posix.join(posix.dirname(from), path);
    const file = path === "" ? from : [below, `${below}.html`, posix.join(below, "index.html")].find(isFile);
    if (file === undefined) return false;
    return (
      anchor === undefined ||
      anchor === "" ||
      !pages.has(file) ||
      pages.get(file).anchors.has(decodeURIComponent(anchor))
    );
  }

  function isFile(path) {
    const file = join(folder, path);
    return existsSync(file) && statSync(file).isFile();
  }
}

/** An attribute of HTML as the text that it stands for. */
function decoded(text) {
  const characters = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => characters[name]);
}
