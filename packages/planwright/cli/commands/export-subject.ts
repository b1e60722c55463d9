/**
 * `planwright export-subject`: everything of one subject with its contents, as lines of JSON on the standard output. The lines of a thing are
 * written once all of them are here, so that nothing is written twice when a connection breaks and is made again.
 */
import { CommandFailure } from "../base/command-failure.ts";
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { jsonLines } from "../base/json-lines.ts";
import type { Surroundings } from "../base/surroundings.ts";

export interface ExportSubjectOptions extends TargetOptions {
  readonly after?: string;
}

interface Line {
  readonly kind: string;
  readonly after?: string;
}

/** Writes the lines until END. A stream that broke off goes on behind its last cursor, unless it brought nothing. */
export async function exportSubject(
  subject: string,
  { after: given, ...options }: ExportSubjectOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const path = pathOf(subject);
  let isFirst = given === undefined;
  for (let after = given; ; ) {
    const body = await answerBehind(after, path, deployment);
    const { cursor, isWhole } = await written(body, isFirst, surroundings);
    if (isWhole) return exitCodes.ok;
    if (surroundings.signal.aborted) throw surroundings.signal.reason;
    if (cursor === undefined) throw brokenOff(after);
    [after, isFirst] = [cursor, false];
  }
}

/** A URL drops a segment `.` or `..`, however it is written. */
function pathOf(subject: string): string {
  const encoded = encodeURIComponent(subject);
  return subject === "." || subject === ".." ? `/subjects/export?subject=${encoded}` : `/subjects/${encoded}/export`;
}

/** The body of an answer. A refusal names the cursor from which the export can continue. */
async function answerBehind(after: string | undefined, path: string, deployment: Deployment) {
  if (after === undefined) return deployment.read(path);
  try {
    return await deployment.read(`${path}${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}`);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure({ ...error.facts, next: [...error.facts.next, continuation(after)] });
  }
}

interface Written {
  /** The last one that came. */
  readonly cursor: string | undefined;
  readonly isWhole: boolean;
}

/** Writes what one answer brings, its first line only if `hasHead`. */
async function written(
  body: ReadableStream<Uint8Array> | null,
  hasHead: boolean,
  { out }: Surroundings,
): Promise<Written> {
  let cursor: string | undefined;
  let waiting: Line[] = [];
  try {
    for await (const line of jsonLines<Line>(body)) {
      if (line.kind === "SUBJECT" && !hasHead) continue;
      waiting.push(line);
      if (line.kind !== "CURSOR" && line.kind !== "END") continue;
      for (const one of waiting) out.json(one, true);
      waiting = [];
      if (line.kind === "END") return { cursor, isWhole: true };
      cursor = line.after;
    }
  } catch {
    // It broke off amid a thing, which comes again.
  }
  return { cursor, isWhole: false };
}

function brokenOff(after: string | undefined): CommandFailure {
  return new CommandFailure({
    exitCode: exitCodes.unreachable,
    code: "INTERRUPTED_EXPORT",
    message: "Cannot export it to its end: the answer broke off before the end of one thing",
    next: [after === undefined ? "the same again" : continuation(after)],
  });
}

function continuation(after: string): string {
  return `the same with --after ${after}`;
}
