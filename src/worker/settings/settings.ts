/**
 * Room `worker/settings`: the settings of a deployment: their names, meanings, defaults and shapes in one table (`setting-specs.ts`), the
 * language models (`model-settings.ts`), readers of text and of JSON (`setting-text.ts`, `setting-json.ts`), and reading them (this file).
 *
 * It leaves to others: `worker/platform` reads them once per isolate, `worker/clients` turns them into options of objects.
 *
 * Invariants:
 *
 * - A malformed setting is refused with its name and its required form, never with its value.
 * - Secrets of models are named in settings, never contained in them.
 * - No room outside of `worker` reads a setting.
 */

import { type EgressRules, egressRefusal } from "../../catalog/egress.ts";
import type { RegistrationCaps } from "../../durable/catalog/registry-refusal.ts";
import type { ConversationRetention } from "../../durable/ports/conversation-options.ts";
import type { LogLevel } from "../../durable/ports/execution-options.ts";
import type { ConversationCaps } from "../../execution/commands/conversation-peer.ts";
import type { GivenArtifactCaps } from "../../execution/events/artifact-record.ts";
import type { MonthlyBudget } from "../../execution/events/usage.ts";
import type { TenantTake } from "../../execution/views/usage-totals.ts";
import type { ScheduleCaps } from "../../graph/base/graph-context.ts";
import { builtInLimits, type LimitSettings } from "../../plan/limits.ts";
import type { ModelSettings } from "../../plan/model-definition.ts";
import type { FlowAction } from "../../plan/value-flow.ts";
import { modelSettingsOf, unknownModelChoice } from "./model-settings.ts";
import { type Jurisdiction, type SettingSpec, specs } from "./setting-specs.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

type SettingName = keyof typeof specs;
type Values = { readonly [Name in SettingName]: ValueOf<ReturnType<(typeof specs)[Name]["read"]>> };
type ValueOf<Reading> = Reading extends { readonly ok: true; readonly value: infer Value } ? Value : never;

/** The requirements on a token of an identity provider. */
export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly algorithms: readonly string[];
  readonly tenantClaim: string;
  /** Tenant of tokens without the claim. Null refuses them. */
  readonly defaultTenant: string | null;
  readonly scopeClaim: string;
  /** Null if tokens name no groups. */
  readonly groupClaim: string | null;
  /** Scopes of tokens without the claim, separated by spaces. */
  readonly defaultScopes: string;
}

/** Gives the caller of a request, or nothing. Nothing that it gives is believed to have its type. */
export type AuthenticateInCode = (request: Request, environment: unknown) => unknown;

/** How callers authenticate. Null if nothing was stated: then no caller is served. */
export type AuthSettings =
  | { readonly mode: "none" }
  | { readonly mode: "keys"; readonly adminToken: string | null }
  | { readonly mode: "jwt"; readonly jwt: JwtSettings }
  /** By the function `authenticate` in the code of the deployment. */
  | { readonly mode: "code"; readonly authenticate: AuthenticateInCode }
  | null;

/** Caps on subscriptions and on the executions of a tenant. 0 stands for no cap. */
export interface TenantCaps {
  readonly maxConcurrentExecutions: number;
  readonly maxConcurrentExecutionsPerSubject?: number;
  readonly maxExecutionsPerMinute: number;
  readonly maxExecutionsPerMinutePerSubject?: number;
  readonly maxExecutionsPerRoot: number;
}

/** Bytes beyond which no root execution begins. */
export interface StorageCaps {
  readonly maxStoredBytes: number;
  readonly maxStoredBytesPerSubject: number;
}

export interface SubscriptionCaps {
  readonly perSocket: number;
  readonly perAddress: number;
  readonly perTenant: number;
  readonly perSubject: number;
  /** Longest life of a connection, in milliseconds. */
  readonly longestLifeMs: number;
}

export interface Settings {
  readonly auth: AuthSettings;
  readonly allowedOrigins: readonly string[];
  /** Origin under which the deployment is reached, without a slash at its end. Null if unknown. */
  readonly publicUrl: string | null;
  /** Whether the dashboard is served. */
  readonly dashboard: boolean;
  readonly graphiql: boolean;
  /** By tenant; `*` stands for all others. */
  readonly jurisdictions: ReadonlyMap<string, Jurisdiction>;
  readonly maxRequestCost: number;
  readonly tenantCaps: TenantCaps;
  readonly subscriptionCaps: SubscriptionCaps;
  /** The use of one isolate by a tenant in a second. 0 means no cap. */
  readonly loadCaps: TenantTake;
  /** Of this, the use by one subject. 0 means no cap. */
  readonly subjectLoadCaps: TenantTake;
  /** Children that a tenant begins within a second beside other tenants of the isolate. 0 stands for no bound. */
  readonly childrenPerSecond: number;
  /** How long a repeated refusal waits. 0 sends each at once. */
  readonly delayRefusalsMs: number;
  readonly idSealingSecret: string;
  /** The secrets of which encryption keys are made, the newest first. */
  readonly secretsKeys: readonly string[];
  readonly egress: EgressRules;
  /** Names of the service bindings that tenants may use as MCP servers. */
  readonly serviceBindings: readonly string[];
  readonly limits: LimitSettings;
  readonly maxResponseBytes: number;
  readonly maxArgumentBytes: number;
  readonly maxArtifactBytes: number;
  /** How long given artifacts are kept, and how many there may be. */
  readonly givenArtifacts: GivenArtifactCaps & { readonly retentionMs: number };
  readonly schedules: ScheduleCaps;
  /** Servers, agents, workflows and manifests of a tenant. */
  readonly registrationCaps: RegistrationCaps;
  /** The same of one subject, together. 0 for no cap. */
  readonly maxRegistrationsPerSubject: number;
  /** Visibility of things whose request does not say it. */
  readonly defaultVisibility: "OWN" | "TENANT";
  /** Whether subjects are kept from approving executions that they started, by tenant; `*` stands for all others. */
  readonly fourEyes: ReadonlyMap<string, boolean>;
  readonly retentionMs: number;
  /** 0 for no cap. */
  readonly storageCaps: StorageCaps;
  readonly conversationCaps: ConversationCaps;
  readonly conversationRetention: ConversationRetention;
  /** How long entries of the audit log are kept. */
  readonly auditRetentionMs: number;
  /** How long events and values of a finished execution are kept; never longer than the execution. */
  readonly eventRetentionMs: number;
  /** Whether requests and results are searched. */
  readonly searchText: boolean;
  /** Whether requests to models are kept as long as events are. */
  readonly modelRequests: boolean;
  readonly humanInputTimeoutMs: number;
  readonly models: ModelSettings;
  /** Whether prompts and questions are served. */
  readonly promptsEnabled: boolean;
  /** Whether agents of ours may call `cp__agent_orchestrate`. */
  readonly allowOrchestration: boolean;
  /** The handling of an UNTRUSTED value that reaches a call which nothing declares safe. */
  readonly taintPolicy: FlowAction;
  readonly monthlyBudget: MonthlyBudget;
  readonly logLevel: LogLevel;
}

export type ParsedSettings =
  | { readonly ok: true; readonly settings: Settings }
  /** `message` names the setting and its required form, never its value. */
  | { readonly ok: false; readonly setting: string; readonly message: string };

/** The problem of `text` as the setting `name`, such as `found something else at [0].provider`. Undefined if there is none. */
export function settingProblem(name: string, text: string): string | undefined {
  const spec: SettingSpec<unknown> | undefined = Object.hasOwn(specs, name) ? specs[name as SettingName] : undefined;
  if (spec === undefined) return "required the name of a setting, as docs/settings.md lists them, found another";
  const parsed = spec.read(text);
  return parsed.ok ? undefined : `required ${spec.required}, ${parsed.finding}`;
}

/**
 * Reads the settings out of an environment, whose other members are left alone. `authenticate` is that of the code, if it has one.
 */
export function readSettings(
  environment: { readonly [name: string]: unknown },
  authenticate?: AuthenticateInCode,
): ParsedSettings {
  const found: { [name: string]: unknown } = {};
  for (const [name, { fallback, read, required }] of Object.entries(specs)) {
    const given = Object.hasOwn(environment, name) ? environment[name] : undefined;
    const text = given ?? fallback;
    const parsed = typeof text === "string" ? read(text) : ({ ok: false, finding: "found something else" } as const);
    if (!parsed.ok) return misconfigured(name, required, given === undefined ? "found none" : parsed.finding);
    found[name] = parsed.value;
  }
  const values = found as Values;
  const defaultsAboveCaps = pairs.find(([fallback, cap]) => values[fallback] > values[cap]);
  if (defaultsAboveCaps !== undefined) {
    const [fallback, cap] = defaultsAboveCaps;
    return misconfigured(fallback, `at most the value of ${cap}`, "found more");
  }
  if (values.AUTH_MODE === "jwt") {
    const missing = jwtNames.find((name) => values[name] === null);
    if (missing !== undefined) return misconfigured(missing, "a value, because AUTH_MODE is jwt", "found none");
    const refusal = egressRefusal(values.JWT_JWKS_URL ?? "", egressOf(values));
    if (refusal !== undefined) {
      return misconfigured("JWT_JWKS_URL", "a URL that the egress settings permit", "found another");
    }
  }
  if (values.AUTH_MODE === "code" && authenticate === undefined)
    return misconfigured("AUTH_MODE", "a function authenticate of createPlanwright, because it is code", "found none");
  if (values.AUTH_MODE === "none" && [...values.FOUR_EYES.values()].includes(true))
    return misconfigured("FOUR_EYES", "false, because AUTH_MODE is none and no subject is known", "found true");
  const forbidden = values.MODELS.findIndex(
    ({ baseUrl }) => baseUrl !== null && egressRefusal(baseUrl, egressOf(values)) !== undefined,
  );
  if (forbidden >= 0) {
    return misconfigured("MODELS", "URLs that the egress settings permit", `found another at [${forbidden}].baseUrl`);
  }
  const choice = unknownModelChoice(values);
  if (choice !== null) return misconfigured(choice, "the name of a model in MODELS", "found another");
  return { ok: true, settings: settingsOf(values, authenticate) };
}

/** Each default with the cap that it must not exceed. */
const pairs = [
  ["DEFAULT_MAX_STEPS", "MAX_STEPS"],
  ["DEFAULT_MAX_PARALLEL", "MAX_PARALLEL"],
  ["DEFAULT_MAX_DEPTH", "MAX_DEPTH"],
  ["STEP_TIMEOUT_MS", "MAX_STEP_TIMEOUT_MS"],
  ["EXECUTION_TIMEOUT_MS", "MAX_EXECUTION_TIMEOUT_MS"],
  ["DEFAULT_MAX_MODEL_CALLS", "MAX_MODEL_CALLS"],
] as const;

const jwtNames = ["JWT_ISSUER", "JWT_AUDIENCE", "JWT_JWKS_URL"] as const;

function misconfigured(setting: string, required: string, finding: string): ParsedSettings {
  return { ok: false, setting, message: `Cannot use the setting ${setting}: required ${required}, ${finding}` };
}

function settingsOf(values: Values, authenticate: AuthenticateInCode | undefined): Settings {
  const retentionMs = values.RETENTION_HOURS * HOUR_MS;
  const eventHours = values.EVENT_RETENTION_HOURS;
  return {
    auth: authOf(values, authenticate),
    allowedOrigins: values.ALLOWED_ORIGINS,
    publicUrl: values.PUBLIC_URL,
    dashboard: values.DASHBOARD,
    graphiql: values.GRAPHIQL,
    jurisdictions: values.JURISDICTIONS,
    maxRequestCost: values.MAX_REQUEST_COST,
    tenantCaps: {
      maxConcurrentExecutions: values.MAX_CONCURRENT_EXECUTIONS,
      maxConcurrentExecutionsPerSubject: values.MAX_CONCURRENT_EXECUTIONS_PER_SUBJECT,
      maxExecutionsPerMinute: values.MAX_EXECUTIONS_PER_MINUTE,
      maxExecutionsPerMinutePerSubject: values.MAX_EXECUTIONS_PER_MINUTE_PER_SUBJECT,
      maxExecutionsPerRoot: values.MAX_EXECUTIONS_PER_ROOT,
    },
    subscriptionCaps: {
      perSocket: values.MAX_SUBSCRIPTIONS_PER_SOCKET,
      perAddress: values.MAX_SUBSCRIPTIONS_PER_ADDRESS,
      perTenant: values.MAX_SUBSCRIPTIONS_PER_TENANT,
      perSubject: values.MAX_SUBSCRIPTIONS_PER_SUBJECT,
      longestLifeMs: values.SUBSCRIPTION_MINUTES * MINUTE_MS,
    },
    loadCaps: {
      checkSteps: values.MAX_CHECK_STEPS_PER_SECOND,
      answeredBytes: values.MAX_ANSWERED_BYTES_PER_SECOND,
    },
    subjectLoadCaps: {
      checkSteps: values.MAX_CHECK_STEPS_PER_SECOND_PER_SUBJECT,
      answeredBytes: values.MAX_ANSWERED_BYTES_PER_SECOND_PER_SUBJECT,
    },
    childrenPerSecond: values.MAX_CHILDREN_PER_SECOND,
    delayRefusalsMs: values.DELAY_REFUSALS_MS,
    idSealingSecret: values.ID_SEALING_SECRET,
    secretsKeys: [...values.SECRETS_KEY, values.ID_SEALING_SECRET],
    egress: egressOf(values),
    serviceBindings: values.SERVICE_BINDINGS,
    limits: {
      defaults: {
        maxSteps: values.DEFAULT_MAX_STEPS,
        maxParallel: values.DEFAULT_MAX_PARALLEL,
        maxDepth: values.DEFAULT_MAX_DEPTH,
        stepTimeoutMs: values.STEP_TIMEOUT_MS,
        timeoutMs: values.EXECUTION_TIMEOUT_MS,
        maxModelCalls: values.DEFAULT_MAX_MODEL_CALLS,
        maxTokens: values.MAX_TOKENS_PER_EXECUTION,
        maxCostMicros: values.MAX_COST_MICROS_PER_EXECUTION,
      },
      caps: {
        maxSteps: values.MAX_STEPS,
        maxParallel: values.MAX_PARALLEL,
        maxDepth: values.MAX_DEPTH,
        stepTimeoutMs: values.MAX_STEP_TIMEOUT_MS,
        timeoutMs: values.MAX_EXECUTION_TIMEOUT_MS,
        maxModelCalls: values.MAX_MODEL_CALLS,
        maxTokens: values.MAX_TOKENS_PER_EXECUTION,
        maxCostMicros: values.MAX_COST_MICROS_PER_EXECUTION,
      },
      ...(values.MAX_DESCENDANTS_AT_A_TIME > 0 && { maxDescendants: values.MAX_DESCENDANTS_AT_A_TIME }),
      maxPlanBytes: values.MAX_PLAN_BYTES,
      maxJsonDepth: builtInLimits.maxJsonDepth,
    },
    maxResponseBytes: values.MAX_RESPONSE_BYTES,
    maxArgumentBytes: values.MAX_ARGUMENT_BYTES,
    maxArtifactBytes: values.MAX_ARTIFACT_BYTES,
    givenArtifacts: {
      retentionMs,
      maxArtifacts: values.MAX_GIVEN_ARTIFACTS,
      maxBytes: values.MAX_GIVEN_ARTIFACT_BYTES,
      maxArtifactsPerSubject: values.MAX_GIVEN_ARTIFACTS_PER_SUBJECT,
      maxBytesPerSubject: values.MAX_GIVEN_ARTIFACT_BYTES_PER_SUBJECT,
    },
    schedules: {
      maxSchedules: values.MAX_SCHEDULES,
      maxSchedulesPerSubject: values.MAX_SCHEDULES_PER_SUBJECT,
      minSeconds: values.MIN_SCHEDULE_SECONDS,
    },
    registrationCaps: {
      maxServers: values.MAX_SERVERS,
      maxAgents: values.MAX_AGENTS,
      maxWorkflows: values.MAX_WORKFLOWS,
      maxManifests: values.MAX_MANIFESTS,
    },
    maxRegistrationsPerSubject: values.MAX_REGISTRATIONS_PER_SUBJECT,
    defaultVisibility: values.DEFAULT_VISIBILITY,
    fourEyes: values.FOUR_EYES,
    retentionMs,
    searchText: values.SEARCH_TEXT,
    modelRequests: values.MODEL_REQUESTS === "on",
    eventRetentionMs: eventHours === null ? retentionMs : Math.min(eventHours * HOUR_MS, retentionMs),
    storageCaps: {
      maxStoredBytes: values.MAX_STORED_BYTES,
      maxStoredBytesPerSubject: values.MAX_STORED_BYTES_PER_SUBJECT,
    },
    conversationCaps: {
      maxConversations: values.MAX_CONVERSATIONS,
      maxConversationsPerSubject: values.MAX_CONVERSATIONS_PER_SUBJECT,
    },
    conversationRetention: {
      afterChangeMs: daysMs(values.CONVERSATION_RETENTION_DAYS),
      hiddenMs: daysMs(values.HIDDEN_MESSAGE_RETENTION_DAYS),
    },
    auditRetentionMs: values.AUDIT_RETENTION_DAYS * DAY_MS,
    humanInputTimeoutMs: values.HUMAN_INPUT_TIMEOUT_HOURS * HOUR_MS,
    models: modelSettingsOf(values),
    promptsEnabled: values.AGENT_ORCHESTRATOR_ENABLED,
    allowOrchestration: values.AGENT_ORCHESTRATE_TOOL && values.AGENT_ORCHESTRATOR_ENABLED,
    taintPolicy: values.TAINT_POLICY,
    monthlyBudget: {
      maxModelCalls: values.MAX_MODEL_CALLS_PER_MONTH,
      maxTokens: values.MAX_TOKENS_PER_MONTH,
      maxCostMicros: values.MAX_COST_MICROS_PER_MONTH,
    },
    logLevel: values.LOG_LEVEL,
  };
}

function daysMs(days: number | null): number | undefined {
  return days === null ? undefined : days * DAY_MS;
}

function egressOf(values: Values): EgressRules {
  return { allowPrivate: values.EGRESS_ALLOW_PRIVATE, allowHttp: values.EGRESS_ALLOW_HTTP };
}

function authOf(values: Values, authenticate: AuthenticateInCode | undefined): AuthSettings {
  switch (values.AUTH_MODE) {
    case "code":
      return authenticate === undefined ? null : { mode: "code", authenticate };
    case "none":
      return { mode: "none" };
    case "keys":
      return { mode: "keys", adminToken: values.ADMIN_TOKEN };
    case "jwt":
      return {
        mode: "jwt",
        jwt: {
          // `readSettings` has refused a deployment that lacks one of these.
          issuer: values.JWT_ISSUER ?? "",
          audience: values.JWT_AUDIENCE ?? "",
          jwksUrl: values.JWT_JWKS_URL ?? "",
          algorithms: values.JWT_ALGORITHMS,
          tenantClaim: values.JWT_TENANT_CLAIM ?? "tenant",
          defaultTenant: values.JWT_TENANT,
          scopeClaim: values.JWT_SCOPE_CLAIM ?? "scope",
          groupClaim: values.JWT_GROUPS_CLAIM,
          defaultScopes: values.JWT_SCOPES ?? "",
        },
      };
    default:
      return null;
  }
}

/** The table of `docs/settings.md`, one line per setting. */
export function settingsTable(): string {
  const rows = Object.entries(specs).map(([name, { description, fallback, required }]) => {
    const shown = fallback === null ? "required" : fallback === "" ? "not set" : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${required} | ${description} |`;
  });
  const secret = "Bearer token that is sent to MCP servers registered with `bearerSecret: X`.";
  rows.push(`| \`TOOL_SECRET_X\` | not set | any text | ${secret} |`);
  const key = 'Key that is sent to the providers of models with `"keySecret": "X"`. Never stored, logged or shown.';
  rows.push(`| \`MODEL_SECRET_X\` | not set | any text | ${key} |`);
  return ["| Setting | Default | May hold | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
