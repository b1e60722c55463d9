/**
 * Every setting of a deployment: name, meaning, default and what it may hold, in one table. Settings are read from the environment
 * once; what is malformed is refused with the name of the setting and what it must hold, never with its value.
 */
import * as z from "zod";
import type { EgressRules } from "../catalog/egress.ts";
import type { LogLevel } from "../durable/execution-options.ts";
import { builtInLimits, type LimitSettings } from "../plan/limits.ts";

const HOUR_MS = 3_600_000;
const MIN_RETENTION_HOURS = 24;
const MAX_TIME_MS = 31 * 24 * HOUR_MS;

interface SettingSpec<Value> {
  readonly description: string;
  /** Text that stands in when the environment has none. Null if there is no default. */
  readonly fallback: string | null;
  /** What the text must be, to complete "required …". */
  readonly required: string;
  readonly shape: z.ZodType<Value, string>;
}

function wholeNumber(
  description: string,
  fallback: number,
  { minimum = 1, maximum }: { readonly minimum?: number; readonly maximum: number },
): SettingSpec<number> {
  const shape = z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));
  return {
    description,
    fallback: String(fallback),
    required: `a whole number from ${minimum} to ${maximum}`,
    shape,
  };
}

function yesOrNo(description: string): SettingSpec<boolean> {
  const shape = z.enum(["true", "false"]).transform((text) => text === "true");
  return { description, fallback: "false", required: "true or false", shape };
}

const { caps, defaults, maxPlanBytes } = builtInLimits;

const specs = {
  AUTH_MODE: {
    description:
      "How callers prove who they are. `none` serves everyone as tenant `default`. Without it, nobody is served.",
    fallback: "",
    required: "none, or nothing",
    shape: z.enum(["none", ""]).transform((mode) => (mode === "none" ? mode : null)),
  },
  ID_SEALING_SECRET: {
    description: "Secret that seals public ids. Another one makes all ids given out so far unknown.",
    fallback: null,
    required: "a secret of at least 32 characters",
    shape: z.string().min(32),
  },
  EGRESS_ALLOW_PRIVATE: yesOrNo("Permit requests to private and local addresses."),
  EGRESS_ALLOW_HTTP: yesOrNo("Permit requests over `http:` beside `https:`."),
  DEFAULT_MAX_STEPS: wholeNumber("Calls in a plan, unless the request says otherwise.", defaults.maxSteps, {
    maximum: caps.maxSteps,
  }),
  MAX_STEPS: wholeNumber("Calls in a plan, at most.", caps.maxSteps, { maximum: 10_000 }),
  DEFAULT_MAX_PARALLEL: wholeNumber("Calls at a time, unless the request says otherwise.", defaults.maxParallel, {
    maximum: caps.maxParallel,
  }),
  MAX_PARALLEL: wholeNumber("Calls at a time, at most.", caps.maxParallel, { maximum: 1_000 }),
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
  MAX_RESPONSE_BYTES: wholeNumber("Size of what a tool may answer.", 4_194_304, {
    minimum: 1_024,
    maximum: 16_777_216,
  }),
  RETENTION_HOURS: wholeNumber("How long a finished execution and its idempotency key are kept.", 720, {
    minimum: MIN_RETENTION_HOURS,
    maximum: 87_600,
  }),
  HUMAN_INPUT_TIMEOUT_HOURS: wholeNumber("How long a person has to answer.", 168, { maximum: 8_760 }),
  LOG_LEVEL: {
    description: "`info` logs each step that ended, `debug` also each move of the state machine.",
    fallback: "info",
    required: "info or debug",
    shape: z.enum(["info", "debug"]),
  },
} satisfies { readonly [Name: string]: SettingSpec<unknown> };

type SettingName = keyof typeof specs;
type Values = { readonly [Name in SettingName]: z.output<(typeof specs)[Name]["shape"]> };

export interface Settings {
  /** Null if none was stated: then nobody is served. */
  readonly authMode: "none" | null;
  readonly idSealingSecret: string;
  readonly egress: EgressRules;
  readonly limits: LimitSettings;
  readonly maxResponseBytes: number;
  readonly retentionMs: number;
  readonly humanInputTimeoutMs: number;
  readonly logLevel: LogLevel;
}

export type SettingsReading =
  | { readonly ok: true; readonly settings: Settings }
  /** `message` names the setting and what it must hold, never what it holds. */
  | { readonly ok: false; readonly setting: string; readonly message: string };

/** Reads the settings out of an environment, whose other members are left alone. */
export function readSettings(environment: { readonly [name: string]: unknown }): SettingsReading {
  const found: { [name: string]: unknown } = {};
  for (const [name, { fallback, required, shape }] of Object.entries(specs)) {
    const given = Object.hasOwn(environment, name) ? environment[name] : undefined;
    const parsed = shape.safeParse(given ?? fallback);
    if (!parsed.success)
      return misconfigured(name, required, given === undefined ? "found none" : "found something else");
    found[name] = parsed.data;
  }
  const values = found as Values;
  const defaultsAboveCaps = pairs.find(([fallback, cap]) => values[fallback] > values[cap]);
  if (defaultsAboveCaps !== undefined) {
    const [fallback, cap] = defaultsAboveCaps;
    return misconfigured(fallback, `at most the value of ${cap}`, "found more");
  }
  return { ok: true, settings: settingsOf(values) };
}

/** Each default with the cap that it must not exceed. */
const pairs = [
  ["DEFAULT_MAX_STEPS", "MAX_STEPS"],
  ["DEFAULT_MAX_PARALLEL", "MAX_PARALLEL"],
  ["DEFAULT_MAX_DEPTH", "MAX_DEPTH"],
  ["STEP_TIMEOUT_MS", "MAX_STEP_TIMEOUT_MS"],
  ["EXECUTION_TIMEOUT_MS", "MAX_EXECUTION_TIMEOUT_MS"],
] as const;

function misconfigured(setting: string, required: string, finding: string): SettingsReading {
  return { ok: false, setting, message: `Cannot use the setting ${setting}: required ${required}, ${finding}` };
}

function settingsOf(values: Values): Settings {
  return {
    authMode: values.AUTH_MODE,
    idSealingSecret: values.ID_SEALING_SECRET,
    egress: { allowPrivate: values.EGRESS_ALLOW_PRIVATE, allowHttp: values.EGRESS_ALLOW_HTTP },
    limits: {
      defaults: {
        maxSteps: values.DEFAULT_MAX_STEPS,
        maxParallel: values.DEFAULT_MAX_PARALLEL,
        maxDepth: values.DEFAULT_MAX_DEPTH,
        stepTimeoutMs: values.STEP_TIMEOUT_MS,
        timeoutMs: values.EXECUTION_TIMEOUT_MS,
      },
      caps: {
        maxSteps: values.MAX_STEPS,
        maxParallel: values.MAX_PARALLEL,
        maxDepth: values.MAX_DEPTH,
        stepTimeoutMs: values.MAX_STEP_TIMEOUT_MS,
        timeoutMs: values.MAX_EXECUTION_TIMEOUT_MS,
      },
      maxPlanBytes: values.MAX_PLAN_BYTES,
      maxJsonDepth: builtInLimits.maxJsonDepth,
    },
    maxResponseBytes: values.MAX_RESPONSE_BYTES,
    retentionMs: values.RETENTION_HOURS * HOUR_MS,
    humanInputTimeoutMs: values.HUMAN_INPUT_TIMEOUT_HOURS * HOUR_MS,
    logLevel: values.LOG_LEVEL,
  };
}

/** The table of the README, one line per setting. */
export function settingsTable(): string {
  const rows = Object.entries(specs).map(([name, { description, fallback, required }]) => {
    const shown = fallback === null ? "required" : fallback === "" ? "not set" : `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${required} | ${description} |`;
  });
  const secret = "Bearer token that is sent to MCP servers registered with `bearerSecret: X`.";
  rows.push(`| \`TOOL_SECRET_X\` | not set | any text | ${secret} |`);
  return ["| Setting | Default | May hold | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
