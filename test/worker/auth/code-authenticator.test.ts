/** Callers that a function in the code of the deployment recognises. It may do anything, and lets in whom it names, or nobody. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { authenticateByCode } from "../../../src/worker/auth/code-authenticator.ts";
import { readSettings } from "../../../src/worker/settings/settings.ts";

const request = new Request("https://app.example/graphql", {
  method: "POST",
  body: "{}",
  headers: { authorization: "Bearer first", cookie: "session=7" },
});
const ann = { tenant: "acme", subject: "ann", scopes: ["EXECUTION_READ"] };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("authenticate in code", () => {
  it("[N418] is given address, headers and environment, the credential of a connection as its header, and lets in whom it names", async () => {
    const seen: unknown[] = [];
    const authenticate = (shown: Request, environment: unknown) => {
      seen.push(shown.url, shown.headers.get("authorization"), shown.headers.get("cookie"), shown.body, environment);
      return { ...ann, validUntil: 5_000, role: "is not ours" };
    };
    expect(await authenticateByCode(authenticate, "second", request, { DB: 1 })).toEqual({
      ok: true,
      caller: { ...ann, groups: [], validUntil: 5_000 },
    });
    expect(seen).toEqual(["https://app.example/graphql", "Bearer second", "session=7", null, { DB: 1 }]);
  });

  it("[N501] names the groups of the caller", async () => {
    const answer = await authenticateByCode(() => ({ ...ann, groups: ["sales", "law"] }), null, request, {});
    expect(answer).toMatchObject({ ok: true, caller: { groups: ["sales", "law"] } });
  });

  it("[N418] refuses whom it does not know", async () => {
    for (const nobody of [null, undefined]) {
      const answer = await authenticateByCode(async () => nobody, null, request, {});
      expect(answer).toMatchObject({ ok: false, status: 401 });
    }
  });

  it.each<[what: string, authenticate: () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("the database of 10.0.0.7 is away");
      },
    ],
    ["rejects with a text", () => Promise.reject("away")],
    ["gives a text", () => "ann"],
    ["names no tenant", () => ({ ...ann, tenant: "" })],
    ["names no subject", () => ({ ...ann, subject: 7 })],
    ["names a subject with half a character", () => ({ ...ann, subject: "ann\ud800" })],
    ["names a group that is no name", () => ({ ...ann, groups: [""] })],
    ["names too many groups", () => ({ ...ann, groups: Array(101).fill("a") })],
    ["names no scopes", () => ({ ...ann, scopes: "EXECUTION_READ" })],
    ["names a scope that there is not", () => ({ ...ann, scopes: ["EVERYTHING"] })],
    ["names no time", () => ({ ...ann, validUntil: "tomorrow" })],
  ])("[N418] that %s lets nobody in, and says nothing of why", async (_, authenticate) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = await authenticateByCode(authenticate, null, request, {});
    expect(answer).toEqual({
      ok: false,
      status: 503,
      code: "UNAVAILABLE",
      message: "Cannot authenticate the request: the code of this deployment failed",
      retryAfterSeconds: 5,
    });
    expect(log).toHaveBeenCalledOnce();
  });

  it("[N418] that hangs lets nobody in after ten seconds", async () => {
    vi.useFakeTimers();
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = authenticateByCode(() => new Promise(() => undefined), null, request, {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatchObject({ ok: false, status: 503 });
  });

  it("[N418] is chosen by AUTH_MODE=code, which needs it", () => {
    const environment = { AUTH_MODE: "code", ID_SEALING_SECRET: "5ea1".repeat(16) };
    const authenticate = () => null;
    expect(readSettings(environment, authenticate)).toMatchObject({
      settings: { auth: { mode: "code", authenticate } },
    });
    expect(readSettings(environment)).toMatchObject({
      message:
        "Cannot use the setting AUTH_MODE: required a function authenticate of createPlanwright, because it is code, found none",
    });
  });
});
