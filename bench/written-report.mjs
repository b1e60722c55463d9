/** Puts the tables of a bench between their markers in `docs/performance.md` and `README.md`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../scripts/setup.mjs";
import { report, summaryReport } from "./report.mjs";

/** Of a run of all parts. Throws if a file has no markers. */
export function writeReports(result) {
  write("docs/performance.md", report(result));
  write("README.md", summaryReport(result));
}

function write(name, text) {
  const file = join(projectRoot, name);
  const before = readFileSync(file, "utf8");
  const markers = /<!-- bench -->\n.*<!-- \/bench -->/s;
  if (!markers.test(before))
    throw new Error(`Cannot write the figures into ${name}: required the markers of the bench`);
  writeFileSync(
    file,
    before.replace(markers, () => `<!-- bench -->\n${text}\n<!-- /bench -->`),
  );
}
