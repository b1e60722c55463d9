/** What is wrong with the configuration in code, and where. Thrown while the Worker starts, so that such a version is not deployed. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  /** Where in the options of `createPlanwright`, such as `tools[2].input`. */
  readonly place: string;

  constructor(place: string, finding: string) {
    super(`Cannot use ${place} of createPlanwright: ${finding}`);
    this.place = place;
  }
}
