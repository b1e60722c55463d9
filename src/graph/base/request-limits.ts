/**
 * All limits of one request. A request that exceeds one is refused before anything is resolved. The maximum cost is a setting
 * (`MAX_REQUEST_COST`), because it depends on the deployment.
 */
export const requestLimits = {
  /** Size of a request body. */
  bytes: 1_048_576,
  /** Objects and arrays within one another in the JSON of a request. Above that of a plan, which has its own limit. */
  jsonDepth: 128,
  /** Tokens of a document; also bounds how deeply its parser can recurse. */
  tokens: 4_000,
  /** Brackets within one another in a document. */
  nesting: 100,
  operations: 50,
  /** Fields within one another. The standard introspection query needs 15. */
  depth: 20,
  aliases: 30,
  /** Fields of Query, Mutation or Subscription. */
  rootFields: 20,
  directives: 50,
  /** Bytes of stored values, texts and JSON that one answer is made of. */
  answerBytes: 16_777_216,
  /** A value of up to so many bytes is given also in an answer that has too many. */
  freeBytes: 1_024,
  /** Errors in one answer. */
  errors: 100,
  /** Characters of a message about a document or its variables, which may quote them. */
  messageCharacters: 500,
  /** Places in a document that one error points at. */
  errorLocations: 10,
} as const;
