/**
 * What is refused before anything is resolved, as a plugin of the endpoint: other content types than JSON, other methods than the
 * protocol has, anything but queries over GET, requests that another site's page made, documents and answers that are too large.
 */
import { type DocumentNode, getOperationAST, Lexer, OperationTypeNode, Source, TokenKind } from "graphql";
import type { Plugin } from "graphql-yoga";
import { refusedRequest } from "./request-error.ts";
import { exceededLimit } from "./request-size.ts";

/** Size of a request body. */
export const maxRequestBytes = 1_048_576;
/** Tokens of a document; also bounds how deeply its parser can recurse. */
export const maxTokens = 10_000;
/** Brackets within one another in a document. */
export const maxNesting = 100;

export const requestRules: Plugin = {
  onRequestParse({ request, endResponse }) {
    const refusal = httpRefusal(request);
    if (refusal !== null) endResponse(refusal);
  },
  onParse({ params }) {
    const text = params.source instanceof Source ? params.source.body : params.source;
    const refusal = documentRefusal(text);
    if (refusal !== null) throw refusedRequest("REQUEST_TOO_COMPLEX", refusal);
  },
  onExecute({ args, setResultAndStopExecution }) {
    const error = operationRefusal(args.document, args);
    if (error !== null) setResultAndStopExecution({ errors: [error] });
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const error = operationRefusal(args.document, args);
    if (error !== null) setResultAndStopExecution({ errors: [error] });
  },
};

function httpRefusal(request: Request): Response | null {
  if (request.method === "GET") {
    // A page of another site may make a browser send a GET with the credentials of its user; nothing else tells it apart.
    if (request.headers.get("sec-fetch-site") !== "cross-site") return null;
    return refusedResponse(403, "FORBIDDEN", "Cannot answer a GET of another site: required POST");
  }
  if (request.method !== "POST") return null;
  const mediaType = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "application/json") return null;
  const found = mediaType === "" ? "none" : JSON.stringify(mediaType);
  const message = `Cannot read the request: required the content type application/json, found ${found}`;
  return refusedResponse(415, "UNSUPPORTED_MEDIA_TYPE", message);
}

function refusedResponse(status: number, code: string, message: string): Response {
  return Response.json({ errors: [{ message, extensions: { code } }] }, { status });
}

/** Walks the tokens, which takes no stack, before a parser that recurses sees them. Most documents are too small to need it. */
function documentRefusal(text: string): string | null {
  if (text.length <= maxTokens && openingBrackets(text) <= maxNesting) return null;
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  for (let tokens = 1; ; tokens++) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return null;
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

interface Operation {
  readonly schema: Parameters<typeof exceededLimit>[2];
  readonly operationName?: string | null | undefined;
  readonly variableValues?: unknown;
  readonly contextValue?: unknown;
}

function operationRefusal(document: DocumentNode, { contextValue, operationName, schema, variableValues }: Operation) {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return null;
  const { request } = contextValue as { readonly request: Request };
  if (request.method === "GET" && operation.operation !== OperationTypeNode.QUERY) {
    return refusedRequest("BAD_USER_INPUT", `Cannot run a ${operation.operation} over GET: required POST`);
  }
  const variables = (variableValues ?? {}) as { readonly [name: string]: unknown };
  const exceeded = exceededLimit(document, operation, schema, variables);
  if (exceeded === null) return null;
  const { found, limit, maximum } = exceeded;
  return refusedRequest(
    "REQUEST_TOO_COMPLEX",
    `Cannot run the request: required at most ${maximum} ${limit}, found ${found}`,
  );
}
