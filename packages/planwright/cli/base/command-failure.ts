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

/** What the codes of the system mean for a file or a folder. */
const fileFindings: { readonly [code: string]: string } = {
  EACCES: "this user may not use it",
  EISDIR: "it is a folder, not a file",
  ENOENT: "it does not exist and cannot be made",
  ENOSPC: "no space is left on the disk",
  ENOTDIR: "a part of this path is a file, not a folder",
  EPERM: "this user may not use it",
  EROFS: "its file system is read-only",
};

/** A failure of the system at a file or folder, such as one that cannot be written. Undefined for every other error. */
export function fileFailure(error: unknown): CommandFailure | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("path" in error)) return undefined;
  const { code, path } = error;
  if (typeof code !== "string" || typeof path !== "string" || !Object.hasOwn(fileFindings, code)) return undefined;
  return usageFailure(
    `Cannot use ${path}: ${fileFindings[code]} (${code})`,
    "name another place, or change the rights of this one",
  );
}

/** The command line, or a file that it names, cannot be used. */
export function usageFailure(message: string, ...next: readonly string[]): CommandFailure {
  return new CommandFailure({ exitCode: exitCodes.usage, code: "USAGE", message, next });
}
