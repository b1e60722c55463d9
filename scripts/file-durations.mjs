/**
 * A reporter of the test runner: appends a line of JSON for each file of tests, its path and how long its tests and hooks took. It also ends
 * a run whose files have all ended and that does not end itself: the runtime of the workerd project is sometimes waited for without end.
 */
import { appendFileSync } from "node:fs";

/** How long a run may take to end after its last file. */
const endsWithinMs = 60_000;

export default class FileDurations {
  #left = 0;
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #hasFailed = false;
  #vitest;

  onInit(vitest) {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications) {
    this.#left = specifications.length;
  }

  onTestModuleEnd(module) {
    const { duration } = module.diagnostic();
    appendFileSync(
      process.env.PLANWRIGHT_FILE_DURATIONS,
      `${JSON.stringify({ path: module.relativeModuleId, milliseconds: duration })}\n`,
    );
    this.#hasFailed ||= !module.ok();
    for (const test of module.children.allTests()) this.#counts[test.result().state] += 1;
    this.#left -= 1;
    if (this.#left === 0) setTimeout(() => this.#end(), endsWithinMs).unref();
  }

  #end() {
    const counts = Object.entries(this.#counts).map(([state, count]) => `${count} ${state}`);
    console.log(`The run had not ended ${endsWithinMs / 1000} s after its last file, and was ended.`);
    console.log(`Tests  ${counts.join(" | ")}`);
    const errors = this.#vitest.state.getUnhandledErrors();
    if (errors.length > 0) console.error(...errors);
    process.exit(this.#hasFailed || errors.length > 0 ? 1 : 0);
  }
}
