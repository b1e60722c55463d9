/**
 * Where the parts of a call of a typed plan stand in the request. Each place is made when it is asked for, because most plans have no
 * problem that names one.
 */
import type { DraftToolStep } from "../plan-draft.ts";

export class CallPlaces implements CallPlacesOfDraft {
  /** Place of the call. */
  readonly step: readonly string[];
  readonly #policyPlace: (member: "continueOnFailure" | "timeoutMs") => readonly string[];

  /** `policyPlace` gives the place of a member of its policy, which may be that of the defaults. */
  constructor(step: readonly string[], policyPlace: (member: "continueOnFailure" | "timeoutMs") => readonly string[]) {
    this.step = step;
    this.#policyPlace = policyPlace;
  }

  get id(): readonly string[] {
    return [...this.step, "stepId"];
  }

  get resultKey(): readonly string[] {
    return [...this.step, "resultKey"];
  }

  get after(): readonly string[] {
    return [...this.step, "after"];
  }

  get independent(): readonly string[] {
    return [...this.step, "independent"];
  }

  get when(): readonly string[] {
    return [...this.step, "when"];
  }

  get callableName(): readonly string[] {
    return [...this.step, "toolName"];
  }

  get arguments(): readonly string[] {
    return [...this.step, "arguments"];
  }

  get timeoutMs(): readonly string[] {
    return this.#policyPlace("timeoutMs");
  }

  get continueOnFailure(): readonly string[] {
    return this.#policyPlace("continueOnFailure");
  }

  get inputSchema(): readonly string[] {
    return [...this.step, "inputSchema"];
  }

  get outputSchema(): readonly string[] {
    return [...this.step, "outputSchema"];
  }
}

type CallPlacesOfDraft = DraftToolStep["places"];
