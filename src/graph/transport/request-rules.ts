/**
 * Refusals before anything is resolved, over every transport: documents that are too long or nested too deeply, that cannot be parsed or
 * are not valid, operations that are too large or cost too much, and over GET mutations and subscriptions that do not ask for an event
 * stream. The numbers are in `request-limits.ts`.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  Source,
  TokenKind,
  validate,
} from "graphql";
import { codedError } from "../base/error-codes.ts";
import type { GraphSettings } from "../base/graph-context.ts";
import { requestLimits } from "../base/request-limits.ts";
import { KnownDocument, type KnownDocuments } from "./known-documents.ts";
import type { OperationParams } from "./request-parser.ts";
import type { RequestSize } from "./request-size.ts";

/** An operation that keeps all rules. */
export interface AdmittedOperation {
  readonly ok: true;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly cost: number;
}

export type Admission = AdmittedOperation | { readonly ok: false; readonly errors: readonly GraphQLError[] };

/**
 * Judges the operation that `request` asks for by `params`. Throws the error that refuses it as a whole. Errors of validation are returned.
 */
export function admit(
  params: OperationParams,
  request: Pick<Request, "method" | "headers">,
  schema: GraphQLSchema,
  { maxRequestCost }: Pick<GraphSettings, "maxRequestCost">,
  documents: KnownDocuments,
): Admission {
  const kept = documents.get(params.query);
  const known = kept ?? new KnownDocument(parsedDocument(params.query));
  const { document } = known;
  const operation = getOperationAST(document, params.operationName);
  if (operation == null) throw unresolved();
  const refusal = methodRefusal(document, request);
  if (refusal !== undefined) throw refusal;
  // Before validation, because comparing thousands of fields with one another must not happen at all.
  const cost = checkedCost(known, operation, schema, params.variables ?? {}, maxRequestCost);
  if (kept === undefined) {
    // Names that a wrong one resembles are shown: every caller who comes as far may read the whole schema by introspection.
    const errors = validate(schema, document, undefined, { maxErrors: requestLimits.errors });
    if (errors.length > 0)
      return { ok: false, errors: errors.map((error) => refusedDocument(error, "GRAPHQL_VALIDATION_FAILED")) };
    documents.add(params.query, known);
  }
  return { ok: true, document, operation, cost };
}

function parsedDocument(text: string): DocumentNode {
  const refusal = textRefusal(text);
  if (refusal !== undefined) throw tooComplex(refusal);
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof GraphQLError ? refusedDocument(error, "GRAPHQL_PARSE_FAILED") : error;
  }
}

/** With the status that the protocol gives it where that may be seen. */
function refusedDocument(error: GraphQLError, code: string): GraphQLError {
  return codedError(error, code, { http: { spec: true, status: 400 } });
}

function unresolved(): GraphQLError {
  const extensions = { code: "OPERATION_RESOLUTION_FAILURE", http: { status: 400 } };
  return new GraphQLError("Could not determine what operation to execute.", { extensions });
}

/** Refused as a whole, for every accepted media type: nothing of it is answered. */
function tooComplex(message: string, facts: object = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "REQUEST_TOO_COMPLEX", ...facts, http: { status: 400 } } });
}

/** Refuses text that a parser would take too long for, or too deep a stack. Most documents are too small to need a look. */
function textRefusal(text: string): string | undefined {
  if (text.length <= requestLimits.tokens && openingBrackets(text) <= requestLimits.nesting) return undefined;
  try {
    return tokenRefusal(text);
  } catch (error) {
    // The parser comes to the same place, within the limits so far, and reports the problem there.
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/** Walks the tokens, which takes no stack. Throws errors of the lexer. */
function tokenRefusal(text: string): string | undefined {
  const { nesting: maxNesting, tokens: maxTokens } = requestLimits;
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  for (let tokens = 1; ; tokens++) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return undefined;
    if (tokens > maxTokens) return `Cannot read the document: required at most ${maxTokens} tokens, found more`;
    if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) nesting++;
    if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) nesting--;
    if (nesting > maxNesting) {
      return `Cannot read the document: required at most ${maxNesting} brackets within one another, found more`;
    }
  }
}

/** How many brackets open, those within strings included: never fewer than lie within one another. */
function openingBrackets(text: string): number {
  return text.match(/[{[(]/g)?.length ?? 0;
}

/** GET changes nothing. A subscription may come so, because EventSource knows nothing else, but only as a stream of events. */
function methodRefusal(document: DocumentNode, request: Pick<Request, "method" | "headers">): GraphQLError | undefined {
  if (request.method !== "GET") return undefined;
  const accepted = request.headers.get("accept") ?? "";
  for (const { operation } of operationsOf(document)) {
    if (operation === OperationTypeNode.QUERY) continue;
    if (operation === OperationTypeNode.SUBSCRIPTION) {
      if (accepted.includes("text/event-stream")) continue;
      const found = accepted === "" ? "none" : JSON.stringify(accepted.slice(0, 100));
      const message = `Cannot run a subscription over GET: required text/event-stream in the header Accept, found ${found}`;
      return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT", http: { status: 406 } } });
    }
    return new GraphQLError(`Cannot run a ${operation} over GET: required POST`, {
      extensions: { code: "BAD_REQUEST", http: { status: 405, headers: { allow: "POST" } } },
    });
  }
  return undefined;
}

function operationsOf({ definitions }: DocumentNode): readonly OperationDefinitionNode[] {
  return definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}

const wordOf: { readonly [Measure in keyof RequestSize]: string } = {
  depth: "fields within one another",
  aliases: "aliases",
  rootFields: "root fields",
  directives: "directives",
  cost: "cost",
};
const words = Object.entries(wordOf) as readonly [keyof RequestSize, string][];

/** The cost of the operation `wanted`. Throws if it or another one of the document is too large. */
function checkedCost(
  known: KnownDocument,
  wanted: OperationDefinitionNode,
  schema: GraphQLSchema,
  variables: { readonly [name: string]: unknown },
  maximumCost: number,
): number {
  const operations = operationsOf(known.document);
  if (operations.length > requestLimits.operations) {
    const required = `required at most ${requestLimits.operations} operations, found ${operations.length}`;
    throw tooComplex(`Cannot run the request: ${required}`);
  }
  let requested = 0;
  for (const operation of operations) {
    const size = known.sizeOf(operation, schema, variables);
    for (const [measure, word] of words) {
      const maximum = measure === "cost" ? maximumCost : requestLimits[measure];
      if (size[measure] <= maximum) continue;
      // Counts of fragments within fragments have no bound.
      const found = Math.min(size[measure], Number.MAX_SAFE_INTEGER);
      const facts = measure === "cost" ? { cost: { requested: found, maximum } } : {};
      throw tooComplex(`Cannot run the request: required at most ${maximum} ${word}, found ${found}`, facts);
    }
    if (operation === wanted) requested = size.cost;
  }
  return requested;
}
