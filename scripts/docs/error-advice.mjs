/**
 * What a client can do about each code, for the page of error codes. The meaning of a code stands in `schema.graphql` beside the code itself;
 * codes of requests are no type of the schema, so theirs stands here. A test compares the names with those of the schema.
 */

/** `extensions.code` of GraphQL errors: the meaning and the advice of each. */
export const requestCodes = {
  GRAPHQL_PARSE_FAILED: ["The document is not GraphQL.", "Correct the syntax at the place that the error names."],
  GRAPHQL_VALIDATION_FAILED: [
    "The document does not fit the schema.",
    "Compare it with the [schema](schema/index.md). An authenticated caller gets the nearest names.",
  ],
  BAD_USER_INPUT: [
    "A variable or an argument cannot be used.",
    "Correct the value that the message names, such as a page size or a cursor.",
  ],
  REQUEST_TOO_COMPLEX: [
    "The request costs more than one request may, or nests too deeply.",
    "Ask for smaller pages and fewer lists within lists, or raise `MAX_REQUEST_COST`.",
  ],
  REQUEST_TOO_LARGE: [
    "The body has more bytes than one request may (HTTP 413).",
    "Send large values as artifacts, or divide the request.",
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    "The body of a POST is not `application/json` (HTTP 415).",
    "Set `content-type: application/json`.",
  ],
  PERSISTED_QUERY_NOT_SUPPORTED: [
    "The request has the hash of a document in the place of its text.",
    "Send the text. Clients for persisted queries do so by themselves after this error.",
  ],
  RESPONSE_TOO_LARGE: [
    "A value does not fit into one answer: the answer has more than 16 MiB of values, or the value nests too deeply.",
    "Ask for a part with `pointer`, for the text with `deepText`, or for fewer values at a time.",
  ],
  UNAUTHENTICATED: [
    "The request has no valid credential (HTTP 401).",
    "Send a token or an API key that has not expired.",
  ],
  FORBIDDEN: [
    "The credential lacks a scope, or the deployment does not serve this caller, host or origin.",
    "Use a credential with the scope that the message names. For a page of another origin set `ALLOWED_ORIGINS`.",
  ],
  NOT_FOUND: [
    "The object does not exist in the tenant of the caller.",
    "Check the id and the tenant of the credential.",
  ],
  GONE: [
    "The value was kept once and was removed by retention or a deletion.",
    "Export what you need before `RETENTION_HOURS` and `EVENT_RETENTION_HOURS` have passed.",
  ],
  RATE_LIMITED: [
    "A rate or a cap of the tenant was reached (HTTP 429).",
    "Send the request again after `Retry-After`.",
  ],
  UNAVAILABLE: [
    "Something that the answer needs cannot be reached now, such as the keys of the token issuer.",
    "Send the request again later. For a start use the same idempotency key.",
  ],
  MISCONFIGURED: [
    "A setting of the deployment cannot be used, or a binding is missing.",
    "The operator corrects the setting that the message names; see [settings](../settings.md).",
  ],
  INTERNAL_SERVER_ERROR: [
    "A fault of this software.",
    "The log of the Worker has the cause as `request_failed`. Report it. For a start use the same idempotency key when you try again.",
  ],
};

/** Advice for each value of `UserErrorCode`. */
export const userErrorAdvice = {
  INVALID_INPUT: "Correct the value at `path`; the message says what is required and what was found.",
  NOT_FOUND: "Check the id or name, and that the credential is of the right tenant.",
  INVALID_STATE: "Read the object anew. `Execution.permittedActions` lists what is possible with an execution now.",
  IDEMPOTENCY_CONFLICT: "Use a new key for a new request. A repetition must send the same input.",
  LIMIT_EXCEEDED:
    "The message names the limit. Send less, ask for a higher limit in `limits`, or raise the [setting](../settings.md).",
  EGRESS_DENIED: "Use a public `https:` address. For local tools set `EGRESS_ALLOW_HTTP` and `EGRESS_ALLOW_PRIVATE`.",
  UPSTREAM_ERROR: "Check that the remote server runs at the address, and that its secret is right.",
  TEMPLATE_INVALID: "`TemplateError` names step, argument and template, the fields that exist and the nearest names.",
  SCHEMA_VIOLATION: "`SchemaViolationError.violations` lists each place and the keyword that it violates.",
  UNKNOWN_CALLABLE: "Register the tool, agent or workflow, or use one of `nearestNames`.",
  FLOW_REFUSED:
    "Take the value from elsewhere, declare its source trusted, or change the rule; see [labels](../security.md#which-values-may-reach-what).",
  TOOL_CHANGED: "Compare the new definition with the accepted one, then accept it with `acceptTool`.",
  AGENT_NOT_FOUND: "Register the agent, or use one of `nearestNames`.",
  MODEL_NOT_FOUND: "Add the model to `MODELS`, or name one that is there; see [language models](../models.md).",
  OUTCOME_UNKNOWN:
    "Find out at the callee whether the call had its effect. Name the steps that may be called again in `callAgain`.",
  NOT_ADDRESSED: "Have one of the addressees answer; `HumanInputRequest.addressees` names them.",
  FOUR_EYES: "Have somebody answer who did not start the execution.",
  ALREADY_RESOLVED: "Read the request anew: somebody answered it, or it was withdrawn.",
  EXPIRED: "The time of the request is over. `HUMAN_INPUT_TIMEOUT_HOURS` and the step decide how long a person has.",
  CONVERSATION_BUSY: "Wait until the execution of the conversation has ended, or cancel it.",
  CONVERSATION_ENDED: "Start a new conversation.",
  TURN_BELOW_WINDOW: "Nothing is to be done: the turn counts as submitted before.",
  TURN_NOT_DUE: "Read whose turn it is, and submit when it is the turn of this agent.",
  SCHEDULE_NEVER_DUE: "Correct the cron expression, or move `endAt`; see [schedules](../schedules.md#when-it-is-due).",
  SCHEDULE_BUSY:
    "Wait until the run before has ended, or cancel it; see [overlaps](../schedules.md#what-becomes-of-a-time).",
  MANIFEST_INVALID: "Correct the places that the errors name; nothing of the manifest was applied.",
};

/** Advice for each value of `FailureCode`. */
export const failureAdvice = {
  PLAN_INVALID: "Correct the plan by its problems. `validatePlan` checks a plan without calling anything.",
  PLANNER_OUTPUT_INVALID:
    "Try again, use another model or `PLANNER_ENCODING`, or permit corrections (`MAX_PLAN_CORRECTIONS`).",
  NO_ROUTE: "Name the agent, or register one whose description fits the question.",
  MODEL_ERROR: "The message has the words of the provider. Check model, key and limits of the provider.",
  AGENT_ERROR: "The message is that of the agent. Ask the agent for something that it can do.",
  BUDGET_EXCEEDED: "Raise the limit of the request or the monthly cap; see [budgets](../models.md#budgets-and-prices).",
  INPUT_INVALID: "`details` lists the violations. Correct the arguments, or the output that they refer to.",
  OUTPUT_INVALID: "`details` lists the violations. Correct the tool, or set `outputValidation` to `WARN`.",
  TOOL_ERROR: "The message is that of the tool. Correct the arguments, then retry the execution.",
  UPSTREAM_UNAVAILABLE: "Retry the execution later. `policy.maxAttempts` permits further attempts by themselves.",
  UPSTREAM_UNAUTHORIZED: "Check the secret that the registration names.",
  EGRESS_DENIED:
    "The address is not public, or redirects to one that is not; see [outgoing requests](../security.md#outgoing-requests).",
  STEP_TIMEOUT:
    "Raise the time of the step (`STEP_TIMEOUT_MS`), or make the callee faster. Of a step that waits for an event: nobody sent it in time; raise `timeoutSeconds`.",
  EXECUTION_TIMEOUT: "Raise the time of the execution (`EXECUTION_TIMEOUT_MS`), then retry it.",
  LIMIT_EXCEEDED: "The message names the limit. Return less, or raise the [setting](../settings.md).",
  FLOW_REFUSED:
    "`details` names the value, its label and its path. Take the value from elsewhere, declare its source trusted, or change the rule; see [labels](../security.md#which-values-may-reach-what).",
  REJECTED_BY_HUMAN: "Nothing: a person decided so. Fork the execution to ask again with another plan.",
  HUMAN_INPUT_EXPIRED: "Retry the execution to ask again. A step can declare what happens when nobody answers.",
  CANCELLED: "Retry the execution if it was cancelled by mistake.",
  UNRESOLVED_REFERENCE: "The referenced value was absent this time. Use `coalesce` with a default, or a condition.",
  OUTCOME_UNKNOWN:
    "Find out at the callee whether the call had its effect. `inDoubt: ASK` lets a person decide; a tool that is safe to repeat should say so.",
  PROTOCOL: "Correct the server: its answer breaks its protocol in the way that the message names.",
  CRASH_LOOP: "Read the log of the Worker. Retry the execution once the cause is gone.",
  CHILDREN_FAILED: "Read the failure of each step of the group.",
  CONDITION_FAILED:
    "Correct the condition, or guard it with `has`; see [conditions](../plans.md#a-condition-decides-whether-a-step-runs).",
  EXPRESSION_FAILED:
    "The message names what the expression found. Correct it, or guard it with `default` or a choice; see [calculations](../plans.md#cel-calculates-a-value).",
  INPUT_MODE_CONFLICT: "Give the input once: as parameters, or as an artifact.",
  ARTIFACT_NOT_FOUND: "Create the artifact before the call, and check its name. Retention removes artifacts.",
  DEPTH_EXCEEDED: "Raise `maxDepth`, or flatten what calls one another.",
  CALL_CYCLE: "Break the cycle: an agent or workflow called itself, directly or through others.",
  CHILD_FAILED: "Read the failure in `details`, and the child execution of the step.",
  INTERNAL: "The log of the Worker has the cause. Report it.",
};
