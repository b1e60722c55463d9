/** What the page does when the API refuses, is away or wants to be left alone: a credential is asked for once, and questions are asked on. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Operation } from "../../../dashboard/api/operation.ts";
import { patience } from "../../support/engine/patience.ts";

const question = "query Question{viewer{subject}}" as Operation<{ viewer: unknown }, Record<string, never>>;
const act = "mutation Act{act{id}}" as Operation<{ act: unknown }, Record<string, never>>;

const refused = () => answer(401, { errors: [{ message: "found none", extensions: { code: "UNAUTHENTICATED" } }] });
const answered = () => answer(200, { data: { viewer: { subject: "mira" } } });

function answer(status: number, body: object, headers: { readonly [name: string]: string } = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

/** The page's modules as a fresh tab has them, and a server that answers with `responses` in turn, each once it is released. */
async function page() {
  vi.resetModules();
  vi.stubGlobal("document", { visibilityState: "hidden", addEventListener: () => undefined });
  const sent: RequestInit[] = [];
  const release: ((response: Response | Error) => void)[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    // Files share a process: a page of another file may still ask, and is never answered.
    const { query } = JSON.parse(String(init.body ?? "{}")) as { readonly query?: unknown };
    if (query !== question && query !== act) return new Promise<Response>(() => undefined);
    sent.push(init);
    return new Promise<Response>((resolve, reject) => {
      release.push((response) => (response instanceof Error ? reject(response) : resolve(response)));
    });
  });
  const { request, requestUntilAnswered } = await import("../../../dashboard/api/request.ts");
  const session = await import("../../../dashboard/api/session.ts");
  return { request, requestUntilAnswered, session, sent, release };
}

const authorizationOf = (init: RequestInit | undefined) => new Headers(init?.headers).get("authorization");

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("requests that are refused", () => {
  it("ask for a sign-in once, however many are refused at once", async () => {
    const { release, request, session } = await page();
    const reasons: (string | null)[] = [];
    session.refusal.subscribe((why) => void reasons.push(why));
    const all = [request(question, {}), request(question, {}), request(question, {})];
    for (const one of release) one(refused());
    expect((await Promise.all(all)).map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(reasons).toEqual([null, "found none"]);
  });

  it("do not ask again when their refusal comes after somebody has signed in, and go on in the new name", async () => {
    const { release, request, sent, session } = await page();
    const first = request(question, {});
    const late = request(question, {});
    release[0]?.(refused());
    await first;
    session.signIn({ token: "pw_new", tenant: "" });
    release[1]?.(refused());
    await vi.waitFor(() => expect(sent).toHaveLength(3), patience);
    expect(authorizationOf(sent[1])).toBe(null);
    expect(authorizationOf(sent[2])).toBe("Bearer pw_new");
    release[2]?.(answered());
    expect(await late).toMatchObject({ ok: true, data: { viewer: { subject: "mira" } } });
    expect(session.refusal.value).toBe(null);
  });

  it("do not do in the name of another what somebody asked for before", async () => {
    const { release, request, sent, session } = await page();
    const late = request(act, {});
    session.signIn({ token: "pw_new", tenant: "" });
    release[0]?.(refused());
    expect(await late).toMatchObject({ ok: false, problem: { code: "UNAUTHENTICATED" } });
    expect(sent).toHaveLength(1);
    expect(session.refusal.value).toBe(null);
  });

  it("are no matter of signing in where the server serves nobody", async () => {
    const { release, request, session } = await page();
    const asked = request(question, {});
    release[0]?.(
      answer(403, { errors: [{ message: "no credentials configured", extensions: { code: "FORBIDDEN" } }] }),
    );
    expect(await asked).toEqual({ ok: false, problem: { code: "FORBIDDEN", message: "no credentials configured" } });
    expect(session.refusal.value).toBe(null);
  });
});

describe("a question that is asked until it is answered", () => {
  it("waits as long as the server wants, tells what holds it up, and that it is over", async () => {
    const { release, requestUntilAnswered, sent } = await page();
    const told: (string | null)[] = [];
    const asked = requestUntilAnswered(question, {}, new AbortController().signal, (problem) => {
      told.push(problem?.code ?? null);
    });
    const limited = { errors: [{ message: "too many", extensions: { code: "RATE_LIMITED" } }] };
    release[0]?.(answer(429, limited, { "retry-after": "30" }));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toHaveLength(2);
    release[1]?.(new TypeError("fetch failed"));
    await vi.advanceTimersByTimeAsync(5_000);
    release[2]?.(answer(502, {}));
    await vi.advanceTimersByTimeAsync(5_000);
    release[3]?.(answered());
    expect(await asked).toMatchObject({ ok: true });
    expect(told).toEqual(["RATE_LIMITED", "OFFLINE", "HTTP_502", null]);
  });

  it("is given up where nobody waits any more, and where asking again cannot help", async () => {
    const { release, requestUntilAnswered, sent } = await page();
    const leaving = new AbortController();
    const asked = requestUntilAnswered(question, {}, leaving.signal);
    release[0]?.(answer(503, {}));
    await vi.advanceTimersByTimeAsync(10);
    leaving.abort();
    expect(await asked).toMatchObject({ ok: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    const other = requestUntilAnswered(question, {}, new AbortController().signal);
    release[1]?.(
      answer(400, { errors: [{ message: "no such field", extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] }),
    );
    expect(await other).toMatchObject({ ok: false, problem: { code: "GRAPHQL_VALIDATION_FAILED" } });
    expect(sent).toHaveLength(2);
  });
});
