/** The licenses of packages whose code is bundled, which demand to be shown with it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../setup.mjs";

/** The licence texts of the packages in a bundle, by the metafile of esbuild. */
export function licenseTexts(metafile) {
  const roots = new Set(
    Object.keys(metafile.inputs).flatMap(
      (path) => /^(?:[\w-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
    ),
  );
  const texts = [...roots].sort().flatMap((root) => {
    const place = root.startsWith("/") ? root : join(projectRoot, root);
    const manifest = join(place, "package.json");
    if (!existsSync(manifest)) return [];
    const { license, name, version } = JSON.parse(readFileSync(manifest, "utf8"));
    const file = readdirSync(place).find((entry) => /^(licen[sc]e|copying)/i.test(entry));
    const text = file === undefined ? `License: ${license}` : readFileSync(join(place, file), "utf8").trim();
    return [`${name} ${version} (${license})\n\n${text}\n`];
  });
  return `The modules of this folder contain code of these packages.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
