/**
 * What is refused before anything is resolved, as a plugin of the endpoint that serves every transport: documents that are too long or
 * nested too deeply, operations that are too large or cost too much, and over GET mutations and subscriptions that do not ask for an event
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
  Source,
  TokenKind,
  validate,
} from "graphql";
import type { GraphQLParams, Plugin } from "graphql-yoga";
import type { GraphSettings } from "../base/graph-context.ts";
import { requestLimits } from "../base/request-limits.ts";
import { type RequestSize, requestSize } from "./request-size.ts";

/** What the rules need of the context of a request, over whatever transport it came. */
interface RequestFacts {
  readonly params: GraphQLParams;
  /** Absent where the operation did not come as an HTTP request of its own. */
  readonly request?: Request;
  readonly settings: GraphSettings;
}

export const requestRules: Plugin<{ requestCost: number }> = {
  onParse({ params }) {
    const text = params.source instanceof Source ? params.source.body : params.source;
    const refusal = textRefusal(text);
    if (refusal !== undefined) throw tooComplex(refusal);
  },
  // Before validation, because comparing thousands of fields with one another is itself what must not happen.
  // Thrown, not set as the result: Yoga keeps results by document, and this one also depends on the variables.
  onValidate({ context, extendContext, params: { documentAST, schema }, setValidationFn }) {
    const { params, request, settings } = context as unknown as RequestFacts;
    const refusal = methodRefusal(documentAST, request);
    if (refusal !== undefined) throw refusal;
    const requestCost = checkedCost(documentAST, schema, params, settings.maxRequestCost);
    extendContext({ requestCost });
    // Names that a wrong one resembles are shown: every caller who comes as far may read the whole schema by introspection.
    setValidationFn((givenSchema, document, rules) =>
      validate(givenSchema, document, rules, { maxErrors: requestLimits.errors }),
    );
  },
};

/** Refused as a whole, whatever media type is accepted: nothing of it is answered. */
function tooComplex(message: string, facts: object = {}): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "REQUEST_TOO_COMPLEX", ...facts, http: { status: 400 } } });
}

/** Refuses text that a parser would take too long for, or too deep a stack. Most documents are too small to need a look. */
function textRefusal(text: string): string | undefined {
  if (text.length <= requestLimits.tokens && openingBrackets(text) <= requestLimits.nesting) return undefined;
  try {
    return tokenRefusal(text);
  } catch (error) {
    // The parser comes to the same place, within the limits so far, and says what is wrong there.
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/** Walks the tokens, which takes no stack. Throws what the lexer finds wrong. */
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
function methodRefusal(document: DocumentNode, request: Request | undefined): GraphQLError | undefined {
  if (request?.method !== "GET") return undefined;
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
      extensions: { code: "BAD_USER_INPUT", http: { status: 405, headers: { allow: "POST" } } },
    });
  }
  return undefined;
}

function operationsOf({ definitions }: DocumentNode): readonly OperationDefinitionNode[] {
  return definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
}

const words: { readonly [Measure in keyof RequestSize]: string } = {
  depth: "fields within one another",
  aliases: "aliases",
  rootFields: "root fields",
  directives: "directives",
  cost: "cost",
};

/** The cost of the operation that is asked for. Throws if it or another one of the document is too large. */
function checkedCost(
  document: DocumentNode,
  schema: GraphQLSchema,
  { operationName, variables }: GraphQLParams,
  maximumCost: number,
): number {
  const operations = operationsOf(document);
  if (operations.length > requestLimits.operations) {
    const required = `required at most ${requestLimits.operations} operations, found ${operations.length}`;
    throw tooComplex(`Cannot run the request: ${required}`);
  }
  const wanted = getOperationAST(document, operationName);
  let requested = 0;
  for (const operation of operations) {
    const size = requestSize(document, operation, schema, variables ?? {});
    for (const [measure, word] of Object.entries(words) as [keyof RequestSize, string][]) {
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
