/**
 * The order of test files: those that take longest begin first, so that the last ones to end are short. A clean checkout has no durations
 * of an earlier run, and the size of a file says little of a file that waits or starts programs.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of half a minute and more, the longest first. */
export const longest: readonly string[] = [
  "test/e2e/access/tenant-isolation.test.ts",
  "test/e2e/kill/kill.test.ts",
  "test/browser/events.proof.test.ts",
  "test/e2e/start/npm-start.test.ts",
  "test/e2e/start/npm-start-world.proof.test.ts",
  "test/e2e/sockets/hibernation.proof.test.ts",
  "test/e2e/start/first-hour.test.ts",
  "test/e2e/sockets/slow-readers.proof.test.ts",
  "test/e2e/access/tenant-caps.proof.test.ts",
  "test/e2e/access/request-limits.test.ts",
  "test/e2e/kill/long-calls.proof.test.ts",
  "test/e2e/kill/conversation-kills.proof.test.ts",
  "test/e2e/tools/chaos-upstreams.proof.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((path) => moduleId.endsWith(path));
      return at === -1 ? longest.length : at;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
