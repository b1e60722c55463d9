/** Puts the tables of a bench between their marks in `docs/performance.md`. */
import { writeSection } from "../../scripts/generate/marked-section.mjs";
import { report, summaryReport } from "./report.mjs";

/** Of a run of all parts. Throws if a file has no marks. */
export function writeReports(result) {
  writeSection("docs/performance.md", "bench", report(result));
  writeSection("docs/performance.md", "bench-summary", summaryReport(result));
}
