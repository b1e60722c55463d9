/** Why a command failed: the one error that ends a command, so that `main.ts` prints it in one way. */
import { type ExitCode, exitCodes } from "./exit-code.ts";

export interface FailureFacts {
  readonly exitCode: ExitCode;
  /** Stable code in `--json`, such as `NOT_FOUND`: that of the API where there is one. */
  readonly code: string;
  /** The failed action and its value, and "required …, found …". */
  readonly message: string;
  /** The next commands or actions, best first. */
  readonly next: readonly string[];
  /** Facts for `--json`, such as the problems of a plan. */
  readonly details?: unknown;
}

export class CommandFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.name = "CommandFailure";
    this.facts = facts;
  }
}

/** The command line, or a file that it names, cannot be used. */
export function usageFailure(message: string, ...next: readonly string[]): CommandFailure {
  return new CommandFailure({ exitCode: exitCodes.usage, code: "USAGE", message, next });
}
