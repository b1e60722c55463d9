/** The exit codes of the command. Scripts rely on the numbers: they are in `docs/cli.md` and never change their meaning. */
export const exitCodes = {
  /** Done. */
  ok: 0,
  /** The run ended without success, a plan has problems, or `doctor` found a fault. */
  failed: 1,
  /** The command line or a file that it names cannot be used. Nothing was sent. */
  usage: 2,
  /** No deployment answered, or it answered that it is broken. */
  unreachable: 3,
  /** No key, a key that is not accepted, or one without the scope. */
  unauthorised: 4,
  /** An id or a name that means nothing there. */
  notFound: 5,
  /** The deployment understood the request and refused it. */
  refused: 6,
  /** A program that is needed is missing, or ended with a failure. */
  program: 7,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
