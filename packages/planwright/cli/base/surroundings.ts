/** All that a command has around it. Tests give their own; `planwright.ts` gives that of the process. */
import type { Output } from "./output.ts";

export type Environment = { readonly [name: string]: string | undefined };

export interface Surroundings {
  readonly env: Environment;
  /** Folder in which the command was typed. */
  readonly cwd: string;
  /** Folder of the user, for credentials. */
  readonly home: string;
  /** Results. */
  readonly out: Output;
  /** Output that is no result: failures, hints, progress. */
  readonly err: Output;
  /** Asks the person at the terminal. Absent where nobody sits there. */
  readonly ask?: (question: string) => Promise<string>;
  /** All of the standard input, for the file name `-`. */
  readonly stdin: () => Promise<string>;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  readonly nodeVersion: string;
}
