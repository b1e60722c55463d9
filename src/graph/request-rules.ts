/**
 * What is refused before anything is resolved, as a plugin of the endpoint: other content types than JSON, other methods than the
 * protocol has, anything but queries over GET, requests that another site's page made, documents and answers that are too large.
 */
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  Lexer,
  OperationTypeNode,
  Source,
  TokenKind,
} from "graphql";
import type { GraphQLParams, Plugin } from "graphql-yoga";
import { refusedRequest } from "./request-error.ts";
import { exceededLimit } from "./request-size.ts";

/** Size of a request body. */
export const maxRequestBytes = 1_048_576;
/** Tokens of a document; also bounds how deeply its parser can recurse. */
export const maxTokens = 4_000;
/** Brackets within one another in a document. */
export const maxNesting = 100;

export const requestRules: Plugin = {
  onRequestParse({ request, endResponse }) {
    const refusal = httpRefusal(request);
    if (refusal !== null) endResponse(refusal);
  },
  onParse({ params }) {
    const text = params.source instanceof Source ? params.source.body : params.source;
    const refusal = textRefusal(text);
    if (refusal !== null) throw refusedRequest("REQUEST_TOO_COMPLEX", refusal);
  },
  // Before validation, because comparing thousands of fields with one another is itself what must not happen.
  // Thrown, not set as the result: Yoga keeps results by document, and this one also depends on the variables.
  onValidate({ context, params: { documentAST, schema } }) {
    const { params, request } = context as { readonly params: GraphQLParams; readonly request: Request };
    const error = documentRefusal(documentAST, schema, params, request);
    if (error !== null) throw error;
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
function textRefusal(text: string): string | null {
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

function documentRefusal(
  document: DocumentNode,
  schema: GraphQLSchema,
  { variables }: GraphQLParams,
  { method }: Request,
): GraphQLError | null {
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (method === "GET" && definition.operation !== OperationTypeNode.QUERY) {
      return refusedRequest("BAD_USER_INPUT", `Cannot run a ${definition.operation} over GET: required POST`);
    }
    const exceeded = exceededLimit(document, definition, schema, variables ?? {});
    if (exceeded === null) continue;
    const { found, limit, maximum } = exceeded;
    const message = `Cannot run the request: required at most ${maximum} ${limit}, found ${found}`;
    return refusedRequest("REQUEST_TOO_COMPLEX", message);
  }
  return null;
}
