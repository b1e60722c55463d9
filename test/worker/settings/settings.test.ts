import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { effectiveLimits } from "../../../src/plan/compile/check-limits.ts";
import { readSettings, settingsTable } from "../../../src/worker/settings/settings.ts";

const secret = "0123456789abcdef0123456789abcdef";

function settings(environment: { readonly [name: string]: unknown } = {}) {
  const reading = readSettings({ ID_SEALING_SECRET: secret, ...environment });
  if (!reading.ok) throw new Error(reading.message);
  return reading.settings;
}

describe("settings", () => {
  it("[C25] have the built-in defaults where the environment says nothing", () => {
    expect(settings()).toMatchObject({
      auth: null,
      egress: { allowPrivate: false, allowHttp: false },
      limits: {
        defaults: { stepTimeoutMs: 60_000, timeoutMs: 1_800_000 },
        caps: { maxSteps: 1_000, maxParallel: 64, maxDepth: 10 },
        maxPlanBytes: 100_000,
      },
      retentionMs: 720 * 3_600_000,
      humanInputTimeoutMs: 168 * 3_600_000,
    });
  });

  it("[N560] bound the executions at work below one root unless the cap is 0, and no request names it", () => {
    expect(settings().limits.maxDescendants).toBe(64);
    expect(settings({ MAX_DESCENDANTS_AT_A_TIME: "3" }).limits.maxDescendants).toBe(3);
    expect(settings({ MAX_DESCENDANTS_AT_A_TIME: "0" }).limits).not.toHaveProperty("maxDescendants");
    const asked = { maxParallel: 8, maxDescendants: 1_000 };
    const limits = (environment = {}) => effectiveLimits(asked, settings(environment).limits, []);
    expect(limits()).toMatchObject({ problems: [], limits: { maxParallel: 8, maxDescendants: 64 } });
    expect(limits({ MAX_DESCENDANTS_AT_A_TIME: "0" }).limits).not.toHaveProperty("maxDescendants");
  });

  it("[N604] keep requests to models unless MODEL_REQUESTS is off, and take nothing else for it", () => {
    expect(settings().modelRequests).toBe(true);
    expect(settings({ MODEL_REQUESTS: "off" }).modelRequests).toBe(false);
    expect(() => settings({ MODEL_REQUESTS: "false" })).toThrow(/MODEL_REQUESTS/);
  });

  it("[O25] take default and cap of a limit as two values", () => {
    const { limits } = settings({ DEFAULT_MAX_PARALLEL: "2", MAX_PARALLEL: "8" });
    expect([limits.defaults.maxParallel, limits.caps.maxParallel]).toEqual([2, 8]);
  });

  it.each([
    ["AUTH_MODE", "None"],
    ["AUTH_MODE", "oauth"],
    ["ADMIN_TOKEN", "0123456789abcdef0123456789abcde"],
    ["ADMIN_TOKEN", "a token of words that no header can carry"],
    ["JWT_JWKS_URL", "file:///keys.json"],
    ["JWT_ALGORITHMS", "HS256"],
    ["JWT_ALGORITHMS", "RS256 none"],
    ["JWT_ALGORITHMS", ""],
    ["ALLOWED_ORIGINS", "https://app.example.com/path"],
    ["PUBLIC_URL", "plans.example.com"],
    ["PUBLIC_URL", "https://plans.example.com/path"],
    ["PUBLIC_URL", "https://plans.example.com/?q"],
    ["PUBLIC_URL", "https://user:word@plans.example.com"],
    ["PUBLIC_URL", "ftp://plans.example.com"],
    ["MAX_ARTIFACT_BYTES", "67108865"],
    ["JURISDICTIONS", "acme=us"],
    ["EVENT_RETENTION_HOURS", "0"],
    ["ID_SEALING_SECRET", "0123456789abcdef0123456789abcde"],
    ["ID_SEALING_SECRET", undefined],
    ["EGRESS_ALLOW_PRIVATE", "1"],
    ["EGRESS_ALLOW_HTTP", "TRUE"],
    ["MAX_STEPS", "0"],
    ["MAX_STEPS", "1e3"],
    ["MAX_STEPS", " 10"],
    ["MAX_STEPS", ""],
    ["MAX_STEPS", "10001"],
    ["MAX_STEPS", 10],
    ["RETENTION_HOURS", "23"],
    ["HUMAN_INPUT_TIMEOUT_HOURS", "-1"],
    ["MAX_RESPONSE_BYTES", "16777217"],
    ["STEP_TIMEOUT_MS", "9".repeat(16)],
  ])("refuse %s = %j, naming the setting and what it must hold, never what it holds", (name, value) => {
    const reading = readSettings({ ID_SEALING_SECRET: secret, [name]: value });
    if (reading.ok) throw new Error("the setting was taken");
    expect(reading.setting).toBe(name);
    expect(reading.message).toMatch(new RegExp(`^Cannot use the setting ${name}: required .*, found`));
    if (typeof value === "string" && value.length > 3) expect(reading.message).not.toContain(value);
  });

  it("refuse a default above its cap", () => {
    const reading = readSettings({ ID_SEALING_SECRET: secret, MAX_STEPS: "10" });
    expect(reading).toMatchObject({ ok: false, setting: "DEFAULT_MAX_STEPS" });
    expect(settings({ MAX_STEPS: "10", DEFAULT_MAX_STEPS: "10" }).limits.defaults.maxSteps).toBe(10);
  });

  const issuer = { JWT_ISSUER: "https://id.example.com", JWT_AUDIENCE: "planwright" };

  it("refuse tokens of an issuer that is not stated whole, and keys at an address that egress forbids", () => {
    const url = "https://id.example.com/keys.json";
    const complete = { AUTH_MODE: "jwt", ...issuer, JWT_JWKS_URL: url };
    expect(settings(complete).auth).toEqual({
      mode: "jwt",
      jwt: {
        ...{ issuer: "https://id.example.com", audience: "planwright", jwksUrl: url, algorithms: ["RS256", "ES256"] },
        ...{ tenantClaim: "tenant", defaultTenant: null, scopeClaim: "scope", groupClaim: null, defaultScopes: "" },
      },
    });
    for (const name of ["JWT_ISSUER", "JWT_AUDIENCE", "JWT_JWKS_URL"]) {
      const reading = readSettings({ ID_SEALING_SECRET: secret, ...complete, [name]: undefined });
      expect(reading).toMatchObject({ ok: false, setting: name });
    }
    const local = readSettings({ ID_SEALING_SECRET: secret, ...complete, JWT_JWKS_URL: "https://127.0.0.1/keys.json" });
    expect(local).toMatchObject({ ok: false, setting: "JWT_JWKS_URL" });
    expect(JSON.stringify(local)).not.toContain("127.0.0.1");
  });

  it("[N511] refuse four eyes where nobody is known", () => {
    expect(settings({ AUTH_MODE: "keys", FOUR_EYES: "true" }).fourEyes).toEqual(new Map([["*", true]]));
    expect(settings({ AUTH_MODE: "none" }).fourEyes).toEqual(new Map([["*", false]]));
    const reading = readSettings({ ID_SEALING_SECRET: secret, AUTH_MODE: "none", FOUR_EYES: "true" });
    expect(reading).toMatchObject({ ok: false, setting: "FOUR_EYES" });
  });

  it("[N562] name the tenants that have four eyes, each once, and the others by *", () => {
    const fourEyes = (text: string, mode = "keys") => settings({ AUTH_MODE: mode, FOUR_EYES: text }).fourEyes;
    expect([...fourEyes("acme=true *=false")]).toEqual([
      ["acme", true],
      ["*", false],
    ]);
    expect([...fourEyes("globex=false", "none")]).toEqual([["globex", false]]);
    for (const wrong of ["yes", "acme", "acme=1", "acme=true acme=false", "acme=true true", " true", "=true", ""])
      expect(() => fourEyes(wrong), wrong).toThrow(/FOUR_EYES/);
    expect(() => fourEyes("acme=true *=false", "none")).toThrow(/AUTH_MODE is none/);
  });

  it("are read from own members of the environment only", () => {
    const environment = Object.assign(Object.create({ AUTH_MODE: "none" }), { ID_SEALING_SECRET: secret });
    const reading = readSettings(environment);
    expect(reading).toMatchObject({ ok: true, settings: { auth: null } });
  });

  it("have a line each in their table", () => {
    for (const name of [
      "AUTH_MODE",
      "ID_SEALING_SECRET",
      "RETENTION_HOURS",
      "TOOL_SECRET_X",
      "MODELS",
      "MODEL_SECRET_X",
    ]) {
      expect(settingsTable()).toContain(`| \`${name}\` |`);
    }
  });

  it("stand in docs/settings.md as they are", () => {
    const document = readFileSync(new URL("../../../docs/settings.md", import.meta.url), "utf8");
    const table = settingsTable();
    const [, between] = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(document) ?? [];
    expect(between, "the table between <!-- settings --> and <!-- /settings -->").toBe(table);
  });
});
