/**
 * Every setting of a deployment in one table: name, meaning, default and permitted values. The environment contains text; each reader
 * makes its value of it.
 */
import { builtInLimits } from "../../plan/limits.ts";
import type { PlannerEncoding } from "../../plan/model-definition.ts";
import type { FlowAction } from "../../plan/value-flow.ts";
import { readModels, readPrices } from "./model-settings.ts";
import {
  address,
  checked,
  converted,
  listOf,
  matching,
  named,
  numberFrom,
  oneOf,
  orNothing,
  type ReadText,
  textOf,
} from "./setting-text.ts";

const MIN_RETENTION_HOURS = 24;
const MAX_TIME_MS = 31 * 24 * 3_600_000;
const MAX_BUDGET = 1_000_000_000_000;

/** Whether executions share objects. */
export type Hosting = "draining" | "off" | "on";

export interface SettingSpec<Value> {
  readonly description: string;
  /** Text that stands in when the environment has none. Null if there is no default. */
  readonly fallback: string | null;
  /** The required form of the text, to complete "required …". */
  readonly required: string;
  readonly read: ReadText<Value>;
}

function wholeNumber(
  description: string,
  fallback: number,
  { minimum = 1, maximum }: { readonly minimum?: number; readonly maximum: number },
): SettingSpec<number> {
  return {
    description,
    fallback: String(fallback),
    required: `a whole number from ${minimum} to ${maximum}`,
    read: numberFrom(minimum, maximum),
  };
}

/** A cap of a tenant. Executions have none unless the deployment sets one. */
function tenantCap(description: string, fallback = 0, maximum = 1_000_000): SettingSpec<number> {
  return wholeNumber(`${description}. 0 for no cap.`, fallback, { minimum: 0, maximum });
}

/** A whole number, or null if nothing is said. */
function bound(description: string, maximum: number): SettingSpec<number | null> {
  const { read, required } = wholeNumber(description, maximum, { maximum });
  return { description, fallback: "", required: `${required}, or nothing`, read: orNothing(read) };
}

function yesOrNo(description: string, fallback: "true" | "false" = "false"): SettingSpec<boolean> {
  return { description, fallback, required: "true or false", read: named({ true: true, false: false }) };
}

function text(description: string, fallback = ""): SettingSpec<string | null> {
  return { description, fallback, required: "at most 1000 characters", read: orNothing(textOf(1, 1_000)) };
}

export type Jurisdiction = "eu" | "fedramp";

function jurisdictionEntry(entry: string): readonly [string, Jurisdiction] {
  const [tenant = "", jurisdiction] = entry.split("=");
  return [tenant, jurisdiction as Jurisdiction];
}

/** `true` and `false` alone are for all tenants. */
function fourEyesEntry(entry: string): readonly [string, boolean] {
  const [tenant = "", isOn] = entry.includes("=") ? entry.split("=") : ["*", entry];
  return [tenant, isOn === "true"];
}

const { caps, defaults, maxPlanBytes } = builtInLimits;

/** Every setting by its name. */
export const specs = {
  AUTH_MODE: {
    description:
      "How callers are authenticated: by tokens of an identity provider, by API keys, by the function `authenticate` of `createPlanwright` (`code`), or, on a loopback address only, not at all (`none`). Without it, every request is refused.",
    fallback: "",
    required: "jwt, keys, code, none, or nothing",
    read: orNothing(oneOf("jwt", "keys", "code", "none")),
  },
  ADMIN_TOKEN: {
    description:
      "Secret bearer token of the operator, for `AUTH_MODE=keys`: creates the first API keys of the tenant that the header `Planwright-Tenant` names.",
    fallback: "",
    required: "a secret of at least 32 visible ASCII characters without spaces, or nothing",
    // Characters that may be behind `Bearer` in a header.
    read: orNothing(matching(/^[\x21-\x7e]{32,1000}$/)),
  },
  JWT_ISSUER: text("Issuer that tokens must name, for `AUTH_MODE=jwt`."),
  JWT_AUDIENCE: text("Audience that tokens must name, for `AUTH_MODE=jwt`."),
  JWT_JWKS_URL: {
    description: "Where the public keys of the issuer are read, for `AUTH_MODE=jwt`.",
    fallback: "",
    required: "an https: or http: URL, or nothing",
    read: orNothing(address),
  },
  JWT_ALGORITHMS: {
    description: "Signature algorithms that tokens may have, separated by spaces.",
    fallback: "RS256 ES256",
    required: "names of asymmetric algorithms such as RS256, PS256, ES256 or EdDSA",
    read: listOf(/^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519)(?: (?:(?:RS|PS|ES)(?:256|384|512)|EdDSA|Ed25519))*$/),
  },
  JWT_TENANT_CLAIM: text("Claim that names the tenant.", "tenant"),
  JWT_TENANT: text("Tenant of tokens without that claim. Without it, such tokens are refused."),
  JWT_SCOPE_CLAIM: text("Claim that holds the scopes, as text separated by spaces or as a list.", "scope"),
  JWT_SCOPES: text("Scopes of tokens without that claim, separated by spaces. Without it, such tokens permit nothing."),
  JWT_GROUPS_CLAIM: text(
    "Claim that holds the groups of the caller, as a list of names. Without it, callers are in no group.",
  ),
  DEFAULT_VISIBILITY: {
    description:
      "Visibility of executions, conversations, schedules and artifacts whose request names none: `OWN` for the subject that began it alone, `TENANT` for every caller with `EXECUTION_READ`.",
    fallback: "TENANT",
    required: "OWN or TENANT",
    read: oneOf("OWN", "TENANT"),
  },
  ALLOWED_ORIGINS: {
    description:
      "Origins whose pages may use the API, separated by spaces; `:*` stands for any port. Pages of the deployment itself always may.",
    fallback: "",
    required: "origins such as https://app.example.com or http://localhost:*",
    read: listOf(/^(?:https?:\/\/[a-z0-9.\-[\]:]+(?::\*)?(?: (?=h)|$))*$/),
  },
  PUBLIC_URL: {
    description:
      "Address under which the deployment is reached: `https:` or `http:`, a host, no path. Links and cards use it. Without it, the address of each request is used, and executions cannot give out links.",
    fallback: "",
    required: "an address such as https://agents.example.com, or nothing",
    read: orNothing(
      converted(
        checked(address, (url) => ["", "/"].includes(url.slice(URL.parse(url)?.origin.length))),
        (url) => new URL(url).origin,
      ),
    ),
  },
  DASHBOARD: yesOrNo(
    "Serve the dashboard at `/`. Its files hold no data. It reads data from the API with the credential of its user.",
    "true",
  ),
  GRAPHIQL: yesOrNo("Serve GraphiQL, a page to try the API, at `/graphiql`."),
  JURISDICTIONS: {
    description:
      "Where data of tenants must stay, as `tenant=eu` separated by spaces; `*` stands for all other tenants. A tenant's data cannot be found again after a change.",
    fallback: "",
    required: "entries such as acme=eu or *=fedramp",
    read: converted(
      listOf(/^(?:[^\s=]{1,255}=(?:eu|fedramp)(?: (?=\S)|$))*$/),
      (entries): ReadonlyMap<string, Jurisdiction> => new Map(entries.map(jurisdictionEntry)),
    ),
  },
  HOSTING: {
    description:
      "Whether small executions share objects: `on`, `off`, or `draining`, which starts none in a shared object and still finds those that are in one. Go from `on` to `draining`, and to `off` only when their retention is over.",
    fallback: "on",
    required: "on, draining or off",
    read: oneOf("on", "draining", "off"),
  },
  MAX_REQUEST_COST: wholeNumber("Cost of one request, as `@cost` and `@listSize` count it.", 24_000, {
    minimum: 100,
    maximum: 1_000_000,
  }),
  MAX_CONCURRENT_EXECUTIONS: tenantCap(
    "Root executions of a tenant at a time; their descendants run under their place",
  ),
  MAX_CONCURRENT_EXECUTIONS_PER_SUBJECT: tenantCap("Of these, executions of one subject at a time"),
  MAX_EXECUTIONS_PER_MINUTE: tenantCap("Executions that a tenant may begin within a minute, descendants included"),
  MAX_EXECUTIONS_PER_MINUTE_PER_SUBJECT: tenantCap(
    "Of these, executions that one subject may begin, descendants included",
  ),
  // Five times the largest plan, so that each of its steps may be a child that has some of its own.
  MAX_EXECUTIONS_PER_ROOT: tenantCap("Executions of one root over its life, itself included", 5_000),
  // The product of the defaults of calls at a time and of nesting: 4 children with 4 and 4 again.
  MAX_DESCENDANTS_AT_A_TIME: tenantCap(
    "Executions at work below one root at a time. Those that wait for their own children do not count; further ones wait for their turn",
    64,
    1_000_000,
  ),
  MAX_SUBSCRIPTIONS_PER_SOCKET: wholeNumber("Subscriptions over one WebSocket.", 100, { maximum: 10_000 }),
  MAX_SUBSCRIPTIONS_PER_ADDRESS: wholeNumber("Open subscriptions of one address in one isolate.", 1_000, {
    maximum: 100_000,
  }),
  MAX_SUBSCRIPTIONS_PER_TENANT: wholeNumber("Open subscriptions of one tenant in one isolate.", 10_000, {
    maximum: 100_000,
  }),
  MAX_SUBSCRIPTIONS_PER_SUBJECT: wholeNumber("Of these, subscriptions of one subject.", 10_000, { maximum: 100_000 }),
  MAX_CHECK_STEPS_PER_SECOND: tenantCap(
    "Steps of plan checks of one tenant a second in one isolate, each of some 50 ns",
    5_000_000,
    1_000_000_000,
  ),
  MAX_ANSWERED_BYTES_PER_SECOND: tenantCap(
    "Bytes that one tenant is answered a second by one isolate",
    // Any one answer is smaller than the two seconds' worth that may be taken at once.
    50_000_000,
    1_000_000_000_000,
  ),
  MAX_CHECK_STEPS_PER_SECOND_PER_SUBJECT: tenantCap(
    "Of the steps of plan checks of a tenant, those of one subject a second in one isolate",
    0,
    1_000_000_000,
  ),
  MAX_ANSWERED_BYTES_PER_SECOND_PER_SUBJECT: tenantCap(
    "Of the bytes that a tenant is answered, those of one subject a second by one isolate",
    0,
    1_000_000_000_000,
  ),
  MAX_CHILDREN_PER_SECOND: tenantCap(
    "Executions that steps of one tenant begin within a second in one isolate while another tenant begins executions there; further ones wait for their turn",
    16,
    1_000_000,
  ),
  DELAY_REFUSALS_MS: wholeNumber(
    "Milliseconds for which a refusal with 429 waits if its tenant, or without one its address, was refused before and did not wait as long as `Retry-After` said. 0 to send each at once.",
    1_000,
    { minimum: 0, maximum: 10_000 },
  ),
  SUBSCRIPTION_MINUTES: wholeNumber("Longest life of a connection for subscriptions; clients then resume.", 60, {
    maximum: 1_440,
  }),
  ID_SEALING_SECRET: {
    description: "Secret that seals public ids. Changing it invalidates every ID, cursor and link issued so far.",
    fallback: null,
    required: "a secret of at least 32 characters",
    read: textOf(32, Number.POSITIVE_INFINITY),
  },
  SECRETS_KEY: {
    description:
      "Keys that encrypt the secrets of `setSecret`, separated by spaces, the newest first. The first key encrypts; the others and `ID_SEALING_SECRET` only decrypt, and a secret of an older key is encrypted again when it is used. Without it, `ID_SEALING_SECRET` encrypts too.",
    fallback: "",
    required: "secrets of at least 32 characters, separated by spaces, or nothing",
    read: checked(listOf(/^(?:[^\s]{32,}(?: (?=\S)|$))*$/), (secrets) => secrets.join(" ").length <= 4_000),
  },
  EGRESS_ALLOW_PRIVATE: yesOrNo("Permit requests to private and local addresses."),
  EGRESS_ALLOW_HTTP: yesOrNo("Permit requests over `http:` beside `https:`."),
  SERVICE_BINDINGS: {
    description:
      "Service bindings of the Worker that tenants may register as MCP servers, separated by spaces: `BLOG` permits `binding://BLOG/mcp`. No other binding can be reached.",
    fallback: "",
    required: "names of bindings, separated by spaces, or nothing",
    read: listOf(/^(?:[A-Za-z_$][\w$]{0,63}(?: (?=\S)|$))*$/),
  },
  DEFAULT_MAX_STEPS: wholeNumber("Calls in a plan, unless the request says otherwise.", defaults.maxSteps, {
    maximum: caps.maxSteps,
  }),
  MAX_STEPS: wholeNumber("Calls in a plan, at most.", caps.maxSteps, { maximum: 10_000 }),
  DEFAULT_MAX_PARALLEL: wholeNumber(
    "Calls at a time, unless the request says otherwise. For every value of this setting, at most 6 requests of an execution wait for the head of their answer at a time.",
    defaults.maxParallel,
    {
      maximum: caps.maxParallel,
    },
  ),
  MAX_PARALLEL: wholeNumber(
    "Calls at a time, at most. Values above 6 only help steps that wait for child executions, remote tasks or streams.",
    caps.maxParallel,
    { maximum: 1_000 },
  ),
  DEFAULT_MAX_DEPTH: wholeNumber("Nesting of executions, unless the request says otherwise.", defaults.maxDepth, {
    maximum: caps.maxDepth,
  }),
  MAX_DEPTH: wholeNumber("Nesting of executions, at most.", caps.maxDepth, { maximum: 100 }),
  MAX_PLAN_BYTES: wholeNumber("Size of a plan as JSON.", maxPlanBytes, { minimum: 1_000, maximum: 1_000_000 }),
  STEP_TIMEOUT_MS: wholeNumber("Time for one attempt, unless the request says otherwise.", defaults.stepTimeoutMs, {
    maximum: MAX_TIME_MS,
  }),
  MAX_STEP_TIMEOUT_MS: wholeNumber("Time for one attempt, at most.", caps.stepTimeoutMs, { maximum: MAX_TIME_MS }),
  EXECUTION_TIMEOUT_MS: wholeNumber(
    "Time for an execution without waiting for people, unless the request says otherwise.",
    defaults.timeoutMs,
    { maximum: MAX_TIME_MS },
  ),
  MAX_EXECUTION_TIMEOUT_MS: wholeNumber("Time for an execution, at most.", caps.timeoutMs, { maximum: MAX_TIME_MS }),
  MAX_RESPONSE_BYTES: wholeNumber("Maximum size of an answer of a tool.", 4_194_304, {
    minimum: 1_024,
    maximum: 16_777_216,
  }),
  MAX_ARGUMENT_BYTES: wholeNumber(
    "Maximum size, as JSON, of the resolved arguments of one call, or of the output of a workflow.",
    8_388_608,
    { minimum: 1_024, maximum: 33_554_432 },
  ),
  MAX_ARTIFACT_BYTES: wholeNumber("Size of an artifact that is sent with `PUT /artifacts`.", 16_777_216, {
    minimum: 1_024,
    maximum: 67_108_864,
  }),
  MAX_GIVEN_ARTIFACTS: tenantCap("Artifacts of a tenant that are of no execution, at a time", 10_000),
  MAX_GIVEN_ARTIFACT_BYTES: tenantCap("Size of all of these artifacts together", 10_737_418_240, 100_000_000_000_000),
  MAX_GIVEN_ARTIFACTS_PER_SUBJECT: tenantCap("Of these artifacts, those that one subject gave"),
  MAX_GIVEN_ARTIFACT_BYTES_PER_SUBJECT: tenantCap("Size of all that one subject gave", 0, 100_000_000_000_000),
  MAX_STORED_BYTES: tenantCap(
    "Bytes that a tenant stores (executions that have ended, conversations, artifacts of no execution), beyond which no root execution begins",
    0,
    100_000_000_000_000,
  ),
  MAX_STORED_BYTES_PER_SUBJECT: tenantCap(
    "Bytes of executions and conversations of one subject, beyond which no root execution of it begins",
    0,
    100_000_000_000_000,
  ),
  MAX_SCHEDULES: wholeNumber("Schedules of a tenant, ended and paused ones included.", 100, { maximum: 1_000 }),
  MAX_SCHEDULES_PER_SUBJECT: tenantCap("Of these, schedules that one subject created", 0, 1_000),
  // Lists of them and the catalog of an isolate are made for as many.
  MAX_SERVERS: wholeNumber("Servers that a tenant may register.", 100, { maximum: 100 }),
  MAX_AGENTS: wholeNumber("Agents that a tenant may register.", 200, { maximum: 200 }),
  MAX_WORKFLOWS: wholeNumber("Workflows that a tenant may register.", 200, { maximum: 200 }),
  MAX_MANIFESTS: wholeNumber("Manifests that a tenant may register.", 100, { maximum: 100 }),
  MAX_REGISTRATIONS_PER_SUBJECT: tenantCap(
    "Of these, servers, agents, workflows and manifests that one subject registered, together",
    0,
    1_000,
  ),
  MAX_CONVERSATIONS: tenantCap("Conversations of a tenant", 0, 100_000_000),
  MAX_CONVERSATIONS_PER_SUBJECT: tenantCap("Conversations that one subject of a tenant has begun", 0, 100_000_000),
  MIN_SCHEDULE_SECONDS: wholeNumber("Seconds between two times of a schedule, at least.", 60, { maximum: 86_400 }),
  RETENTION_HOURS: wholeNumber(
    "How long a finished execution, its artifacts and its idempotency key are kept, and an artifact that is of no execution.",
    720,
    {
      minimum: MIN_RETENTION_HOURS,
      maximum: 87_600,
    },
  ),
  EVENT_RETENTION_HOURS: bound(
    "How long the events and values of a finished execution are kept, where that is shorter than the execution itself is kept.",
    87_600,
  ),
  CONVERSATION_RETENTION_DAYS: bound(
    "How long a conversation is kept after its last change. Without it, until it is deleted.",
    3_650,
  ),
  HIDDEN_MESSAGE_RETENTION_DAYS: bound(
    "How long the texts of hidden messages are kept in their conversation. Without it, as long as the conversation.",
    3_650,
  ),
  AUDIT_RETENTION_DAYS: wholeNumber("How long entries of the audit log are kept.", 365, { maximum: 3_650 }),
  MODEL_REQUESTS: {
    description:
      "Whether requests to language models are kept, word for word, with the execution as long as its events, for readers with the scope `DEBUG_READ`.",
    fallback: "on",
    required: "on or off",
    read: oneOf("on", "off"),
  },
  SEARCH_TEXT: yesOrNo(
    "Keep the first 1,000 characters of the request, and of the result, in the index of the tenant, so that executions that have ended are found by them. Titles, labels, callables and errors are searched in any case.",
    "true",
  ),
  FOUR_EYES: {
    description:
      "Whether the subject who started an execution may not answer its approvals: for all tenants, or as `tenant=true` or `tenant=false` separated by spaces, where `*` stands for all other tenants. An execution can ask for it by itself (`options.fourEyes`), and so can a step (`policy.fourEyes`).",
    fallback: "false",
    required: "true, false, or entries such as acme=true *=false, each tenant once",
    read: converted(
      checked(
        converted(listOf(/^(?:true|false|(?:[^\s=]{1,255}=(?:true|false)(?: (?=\S)|$))+)$/), (entries) =>
          entries.map(fourEyesEntry),
        ),
        (entries) => new Set(entries.map(([tenant]) => tenant)).size === entries.length,
      ),
      (entries): ReadonlyMap<string, boolean> => new Map(entries),
    ),
  },
  HUMAN_INPUT_TIMEOUT_HOURS: wholeNumber("How long a person has to answer.", 168, { maximum: 8_760 }),
  MODELS: {
    description:
      "Language models: a JSON list of `{name, provider, model, baseUrl, keySecret, maxOutputTokens, timeoutSeconds}`. `docs/models.md` explains each.",
    fallback: "",
    required: "a JSON list of models, or nothing",
    read: readModels,
  },
  MODEL_PRICES: {
    description:
      "Prices in US dollars per million tokens, a JSON object of `{input, cachedInput, output}` by the provider's name of the model.",
    fallback: "",
    required: "a JSON object of prices, or nothing",
    read: readPrices,
  },
  PLANNER_MODEL: text("Name of the model that makes plans. Without it, the first of `MODELS`."),
  ROUTER_MODEL: text("Name of the model that chooses an agent. Without it, the first of `MODELS`."),
  RESPONDER_MODEL: text("Name of the model that writes answers. Without it, the first of `MODELS`."),
  AGENT_MODEL: text(
    "Name of the model that takes the turns of agents in conversations. Without it, the first of `MODELS`.",
  ),
  PLANNER_ENCODING: {
    description: "How the planner hands over a plan: as arguments of one forced function, or as JSON without any tool.",
    fallback: "function",
    required: "function or json",
    read: named<PlannerEncoding>({ function: "FUNCTION", json: "JSON" }),
  },
  MAX_PLAN_CORRECTIONS: wholeNumber("How often the planner receives the problems of its plan and is asked again.", 0, {
    minimum: 0,
    maximum: 3,
  }),
  AGENT_ORCHESTRATOR_ENABLED: yesOrNo(
    "Serve prompts and questions, and the tool `cp__agent_orchestrate` at `/mcp`. Given plans without a responder need no model.",
    "true",
  ),
  AGENT_ORCHESTRATE_TOOL: yesOrNo(
    "Let agents of ours call `cp__agent_orchestrate` if they name it among their tools. Without it, such agents are refused. Needs `AGENT_ORCHESTRATOR_ENABLED`.",
    "true",
  ),
  TAINT_POLICY: {
    description:
      "What becomes of a call that may have an effect, that nothing declares safe, and that a value from an untrusted tool or agent reaches: a person is asked (`ask`), it is refused (`refuse`), or it is made (`off`). Rules of a tenant go before it.",
    fallback: "ask",
    required: "ask, refuse or off",
    read: named<FlowAction>({ ask: "ASK", refuse: "REFUSE", off: "ALLOW" }),
  },
  DEFAULT_MAX_MODEL_CALLS: wholeNumber(
    "Model calls of an execution, repeated ones included, unless the request says otherwise.",
    defaults.maxModelCalls,
    { maximum: caps.maxModelCalls },
  ),
  MAX_MODEL_CALLS: wholeNumber("Model calls of an execution, at most.", caps.maxModelCalls, { maximum: 1_000 }),
  MAX_TOKENS_PER_EXECUTION: bound("Tokens to and from models in one execution, at most.", MAX_BUDGET),
  MAX_COST_MICROS_PER_EXECUTION: bound(
    "Cost of models in one execution, at most, in millionths of a US dollar. Needs `MODEL_PRICES`.",
    MAX_BUDGET,
  ),
  MAX_MODEL_CALLS_PER_MONTH: bound("Calls of models for one tenant in a month (UTC), at most.", MAX_BUDGET),
  MAX_TOKENS_PER_MONTH: bound("Tokens to and from models for one tenant in a month (UTC), at most.", MAX_BUDGET),
  MAX_COST_MICROS_PER_MONTH: bound(
    "Cost of models for one tenant in a month (UTC), at most, in millionths of a US dollar. Needs `MODEL_PRICES`.",
    MAX_BUDGET,
  ),
  LOG_LEVEL: {
    description: "`info` logs each step that ended, `debug` also each move of the state machine.",
    fallback: "info",
    required: "info or debug",
    read: oneOf("info", "debug"),
  },
} satisfies { readonly [Name: string]: SettingSpec<unknown> };
