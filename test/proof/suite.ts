/** A suite that others wrote, as `npm run proof` runs it: where it comes from, what it needs, and what of it does not apply here. */
import type { WorkerBuild } from "./worker-under-test.ts";

/** A git repository at the commit that the figures in the documents belong to. */
export interface Checkout {
  /** Folder below the folder of checkouts. */
  readonly folder: string;
  readonly repository: string;
  readonly commit: string;
}

/** Files that are no part of this project and cannot be fetched by a command: whoever has them names their folder. */
export interface FolderNeed {
  /** The variable that names it. Without it the suite is left out, by name. */
  readonly variable: string;
  /** What must be in it. */
  readonly files: readonly string[];
}

/** The verdict of a suite on one scenario. Skipped: the suite, or a typed refusal of the product, says why nothing was judged. */
export interface Scenario {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly detail: string;
}

/** Scenarios that do not apply. Whatever it names must exist and must not pass. */
export interface Declaration {
  /** Names of scenarios; `*` stands for any text. */
  readonly scenarios?: readonly string[];
  /** Text in the detail of skipped scenarios. */
  readonly skippedBecause?: string;
  readonly reason: string;
}

/** What a suite finds when it runs. */
export interface Surroundings {
  /** Builds the Worker when it is first asked for. */
  worker(): WorkerBuild;
  /** Folder of the checkout that the suite needs; empty for none. */
  readonly checkout: string;
  /** A Python that has the packages that the suite needs; empty for none. */
  readonly python: string;
  /** A folder for what the suite writes, deleted afterwards. */
  readonly scratch: string;
}

export interface Suite {
  readonly name: string;
  readonly title: string;
  /** Package or repository, with version or commit. */
  readonly version: string;
  readonly checkout?: Checkout;
  readonly folder?: FolderNeed;
  /** Python packages by the name that imports them, with that of their Debian package. */
  readonly pythonPackages?: { readonly [module: string]: string };
  readonly declared: readonly Declaration[];
  run(surroundings: Surroundings): Promise<readonly Scenario[]>;
}
