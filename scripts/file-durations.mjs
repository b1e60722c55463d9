/** A reporter of the test runner: appends a line of JSON for each file of tests, its path and how long its tests and hooks took. */
import { appendFileSync } from "node:fs";

export default class FileDurations {
  onTestModuleEnd(module) {
    const { duration } = module.diagnostic();
    appendFileSync(
      process.env.PLANWRIGHT_FILE_DURATIONS,
      `${JSON.stringify({ path: module.relativeModuleId, milliseconds: duration })}\n`,
    );
  }
}
