/**
 * Room `graph/subject-export`: everything of one subject with its contents, as a stream of lines. It owns the order and the cursors
 * (`subject-walk.ts`) and the lines of each thing (`thing-lines.ts`).
 *
 * It leaves to others: `graph/audit` finds what is of a subject, `graph/execution` writes an execution as a document, `worker/routes` has the
 * address and asks for the scopes.
 *
 * Invariants:
 *
 * - Every line is one JSON object with a `kind`. The last one is END; a stream without it broke off.
 * - CURSOR stands behind the last line of a thing, and where a page of the walk has none. A stream that goes on behind a cursor lacks nothing; a
 *   thing that changed meanwhile may come twice.
 * - What cannot be read, or needs a scope that the caller does not hold, has a line that says so.
 * - One page of a thing is in memory at a time.
 * - The audit log has an entry from before the first line of each stream.
 *
 * This file is the stream. `docs/operate.md` lists the kinds of its lines.
 */
import type { GraphQLSchema } from "graphql";
import { recorded, requireSubject } from "../audit/subject-data.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { holdsScopes } from "../base/required-scopes.ts";
import {
  behind,
  cursorAt,
  leftOut,
  type Part,
  partAt,
  positionOf,
  type SubjectPosition,
  startOf,
} from "./subject-walk.ts";
import { line, thingLines } from "./thing-lines.ts";

/** Name and version of the format. A kind or member that is added does not change it. */
const subjectFormat = "planwright.subject/1";

/**
 * The lines of everything of `subject`, behind the cursor `after` if there is one. Throws BAD_USER_INPUT for a name that is no subject, and for a
 * cursor of something else.
 */
export async function subjectExport(
  schema: GraphQLSchema,
  subject: string,
  after: string | undefined,
  context: GraphContext,
): Promise<AsyncGenerator<string>> {
  requireSubject(subject);
  const position = after === undefined ? startOf : await positionOf(after, subject, context);
  const first = await recorded(
    "EXPORT",
    subject,
    context,
    () => partAt(position.place, subject, context),
    "with contents",
  );
  return lines(schema, subject, position, first, context);
}

async function* lines(
  schema: GraphQLSchema,
  subject: string,
  start: SubjectPosition,
  first: Part,
  context: GraphContext,
): AsyncGenerator<string> {
  yield line({
    kind: "SUBJECT",
    format: subjectFormat,
    version: context.settings.version,
    exportedAt: new Date(context.now()).toISOString(),
    subject,
    includesHiddenEvents: holdsScopes(context, ["DEBUG_READ"]),
  });
  const cursorLine = async (position: SubjectPosition) =>
    line({ kind: "CURSOR", after: await cursorAt(position, subject, context) });
  let { done, place } = start;
  for (let part = first; ; part = await partAt(place, subject, context)) {
    for (const thing of behind(part.things, done)) {
      yield* thingLines(thing, schema, context);
      yield cursorLine({ place, done: thing.name });
    }
    if (part.next === null) break;
    [place, done] = [part.next, null];
    // A tenant may have millions of things of others: the walk over them is seen to go on, and ends with its reader.
    if (part.things.length === 0) yield cursorLine({ place, done });
  }
  yield line({ kind: "END", leftOut: leftOut(context) });
}
