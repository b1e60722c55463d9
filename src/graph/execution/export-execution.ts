/**
 * An execution as one JSON document: its fields in the API, its events up to one moment, and every value in full. Made in pieces, one page
 * of events after the other, so that a long run does not have to fit into memory.
 */
import { type DocumentNode, type ExecutionResult, execute, type GraphQLError, type GraphQLSchema } from "graphql";
import type { JsonObject } from "../../json/json.ts";
import { unboundedRoot } from "../base/answer-bytes.ts";
import { maskError } from "../base/error-codes.ts";
import { cursorBefore } from "../base/event-cursor.ts";
import type { GraphContext } from "../base/graph-context.ts";
import { type ExportDocuments, exportDocuments } from "./export-document.ts";

/** Name and version of the format. A member that is added does not change it. */
const exportFormat = "planwright.execution/1";

/** Events of one page. */
const pageSize = 25;

/** A value that is larger is not read with others: its event is asked for alone. */
const maxSharedBytes = 65_536;

/** The largest value is far below it: tools may answer 16 MB at most. */
const maxValueBytes = 1_000_000_000;

/** The first request: everything but the events. Values up to this size are at hand. */
const maxFirstBytes = 2_048;

/**
 * Maximum bytes in memory at a time of values that the first request leaves out. They are in the events too, except for the input of the
 * execution.
 */
const maxFactsBytes = 8_388_608;

interface Head {
  readonly execution: (JsonObject & { readonly lastSequence: number }) | null;
}

type ExportedEvent = JsonObject & { readonly cursor: string; readonly sequence: number };

interface EventPage {
  readonly execution: {
    readonly events: {
      readonly nodes: readonly ExportedEvent[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    } | null;
  } | null;
}

/** Values that could not be read, such as one that retention removed. */
export interface ExportError {
  /** JSON Pointer into the exported document. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface Asked<Data> {
  readonly data: Data;
  readonly errors: readonly { readonly path: readonly (string | number)[]; readonly error: GraphQLError }[];
}

type Ask = <Data>(document: DocumentNode, variables: object) => Promise<Asked<Data>>;

const documents = new WeakMap<GraphQLSchema, ExportDocuments>();

/** What happens where a page of events cannot be read for a fault of our own: the document breaks off, or ends with the reason in `errors`. */
type AtFault = "BREAK_OFF" | "END";

/**
 * The document in pieces of text; undefined if the tenant of the caller has no such execution. Throws where it breaks off: the pieces until
 * then are no JSON document, so that nobody takes them for the whole.
 */
export async function exportExecution(
  schema: GraphQLSchema,
  id: string,
  context: GraphContext,
  atFault: AtFault = "BREAK_OFF",
): Promise<AsyncGenerator<string> | undefined> {
  const known = documents.get(schema) ?? exportDocuments(schema);
  documents.set(schema, known);
  const ask = async <Data>(document: DocumentNode, variables: object) => {
    // The size of each request is bounded here.
    const rootValue = unboundedRoot();
    const variableValues = { id, ...variables };
    const answer = await execute({ schema, document, rootValue, variableValues, contextValue: context });
    return askedOf<Data>(answer as ExecutionResult<Data>);
  };
  const facts = await factsOf(ask, known.execution);
  return facts && pieces(facts, ask, known.events, context, atFault);
}

/** Which values are wanted: up to which size, and whether the text of those that lie too deep for JSON. */
interface Wanted {
  readonly maxBytes: number;
  readonly deep: boolean;
}

/** Every value that `read` finds. Texts are asked for only where values lie too deep, so that nothing else shows them. */
async function askedWhole<Data>(read: (values: Wanted) => Promise<Asked<Data>>): Promise<Asked<Data>> {
  const asked = await read({ maxBytes: maxValueBytes, deep: false });
  return asked.errors.some(isTooDeep) ? read({ maxBytes: maxValueBytes, deep: true }) : asked;
}

/** No size has this code here, because an export has no bound of bytes. */
function isTooDeep({ error }: Asked<unknown>["errors"][number]): boolean {
  return error.extensions.code === "RESPONSE_TOO_LARGE";
}

interface Facts {
  readonly execution: NonNullable<Head["execution"]>;
  readonly errors: readonly ExportError[];
}

/** Everything but the events: with all values, or with the small ones if all would be too much. Undefined if there is no such execution. */
async function factsOf(ask: Ask, document: DocumentNode): Promise<Facts | undefined> {
  const first = await ask<Head>(document, { maxBytes: maxFirstBytes, deep: false });
  const left = [...leftOut(first.data, maxFirstBytes)];
  const bytes = left.reduce((sum, { byteSize }) => sum + byteSize, 0);
  const isTooMuch = bytes > maxFactsBytes;
  const { data, errors } =
    left.length === 0 || isTooMuch ? first : await askedWhole((values) => ask<Head>(document, values));
  if (data.execution === null) return undefined;
  const message = `Cannot show the value here: required ${maxFactsBytes} bytes at most of all such values, found ${bytes}; those of steps are among the events, what the execution began with can be asked for alone`;
  const tooLarge = left.map(({ path }) => ({ path: pointer(path), code: "LIMIT_EXCEEDED", message }));
  return { execution: data.execution, errors: [...errors.map(exportError), ...(isTooMuch ? tooLarge : [])] };
}

async function* pieces(
  { errors: ofFacts, execution }: Facts,
  ask: Ask,
  events: DocumentNode,
  { caller, now, settings }: GraphContext,
  atFault: AtFault,
): AsyncGenerator<string> {
  const includeHidden = caller.scopes.includes("DEBUG_READ");
  const exportedAt = new Date(now()).toISOString();
  const head = { format: exportFormat, version: settings.version, exportedAt, includesHiddenEvents: includeHidden };
  yield `${JSON.stringify({ ...head, execution }).slice(0, -1)},"events":[`;
  const errors = [...ofFacts];
  const askFor: AskForEvents = (first, after, values) =>
    ask<EventPage>(events, { first, after, includeHidden, ...values });
  let count = 0;
  try {
    for await (const event of eventsUntil(execution.lastSequence, askFor, errors)) {
      yield `${count === 0 ? "" : ","}\n${JSON.stringify(event)}`;
      count += 1;
    }
  } catch (error) {
    if (atFault === "BREAK_OFF") throw error;
    const { extensions, message } = maskError(error);
    if (extensions.code === "UNAVAILABLE") throw error;
    errors.push({ path: pointer(["events", count]), code: String(extensions.code), message });
  }
  yield `\n],"errors":${JSON.stringify(errors)}}\n`;
}

/** A page of events, as many as `first`. */
type AskForEvents = (first: number, after: string | null, values: Wanted) => Promise<Asked<EventPage>>;

/** The events up to `lastSequence` with every value in full. Adds to `errors` what of them cannot be read. */
async function* eventsUntil(
  lastSequence: number,
  askFor: AskForEvents,
  errors: ExportError[],
): AsyncGenerator<ExportedEvent> {
  let count = 0;
  for (let after: string | null = null; ; ) {
    const page: Asked<EventPage> = await askFor(pageSize, after, { maxBytes: maxSharedBytes, deep: false });
    const connection: NonNullable<EventPage["execution"]>["events"] = page.data.execution?.events ?? null;
    const isUntilThen = ({ sequence }: ExportedEvent) => sequence <= lastSequence;
    for (const [position, event] of connection?.nodes.filter(isUntilThen).entries() ?? []) {
      // Large values are in memory one event at a time.
      const ofEvent = page.errors.filter(({ path }) => path[3] === position);
      const isWhole = leftOut(event, maxSharedBytes).next().done === true && !ofEvent.some(isTooDeep);
      const asked: Asked<EventPage> = isWhole
        ? page
        : await askedWhole((facts) => askFor(1, cursorBefore(event.cursor, event.sequence), facts));
      errors.push(...eventErrors(asked, isWhole ? position : 0, count));
      yield isWhole ? event : wholeEvent(asked, event);
      count += 1;
    }
    if (connection === null) errors.push(...page.errors.map(exportError));
    after = connection?.pageInfo.endCursor ?? null;
    const isAtEnd = connection === null || !connection.pageInfo.hasNextPage || !connection.nodes.every(isUntilThen);
    if (isAtEnd || after === null) return;
  }
}

/** `event` with its values. Throws if it cannot be found any more. */
function wholeEvent({ data }: Asked<EventPage>, { sequence }: ExportedEvent): ExportedEvent {
  const [event] = data.execution?.events?.nodes ?? [];
  if (event?.sequence !== sequence) throw new Error("An event that was just read is gone");
  return event;
}

/** The unreadable values of the event at `position` of a page, which is the event at `index` of the document. */
function eventErrors({ errors }: Asked<EventPage>, position: number, index: number): readonly ExportError[] {
  return errors.flatMap(({ error, path }) => {
    const [, , , at, ...rest] = path;
    return at === position ? [exportError({ error, path: ["events", index, ...rest] })] : [];
  });
}

/** Where the values are that are not in `json` because they are larger than `maxBytes`. */
function* leftOut(
  json: unknown,
  maxBytes: number,
  path: readonly (string | number)[] = [],
): Generator<{ readonly path: readonly (string | number)[]; readonly byteSize: number }> {
  if (typeof json !== "object" || json === null) return;
  const { byteSize, value, ...others } = json as { readonly [member: string]: unknown };
  if (typeof byteSize === "number" && value !== undefined && Object.keys(others).length === 0) {
    if (value === null && byteSize > maxBytes) yield { path, byteSize };
    return;
  }
  for (const [member, inner] of Object.entries(json)) yield* leftOut(inner, maxBytes, [...path, member]);
}

/** Errors that are no fact about a value: what they are about may be read in a moment, or is read wrongly. */
const interrupting: ReadonlySet<unknown> = new Set(["INTERNAL_SERVER_ERROR", "UNAVAILABLE"]);

/** The data that could be read. Throws the error if none could, for every fault of our own, and where an object cannot be reached now. */
export function askedOf<Data>({ data, errors = [] }: ExecutionResult<Data>): Asked<Data> {
  const masked = errors.map(maskError);
  for (const error of masked) if (data == null || interrupting.has(error.extensions.code)) throw error;
  if (data == null) throw new Error("The schema gave neither data nor an error");
  return { data, errors: masked.map((error) => ({ error, path: error.path ?? [] })) };
}

export function exportError({ error: { extensions, message }, path }: Asked<unknown>["errors"][number]): ExportError {
  return { path: pointer(path), code: String(extensions.code), message };
}

function pointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${part}`).join("");
}
