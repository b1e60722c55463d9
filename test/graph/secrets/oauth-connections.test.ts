/** Connections to servers that demand OAuth: who lists and ends which. */
import { beforeEach, describe, expect, it } from "vitest";
import { auditedClients } from "../../../src/graph/audit/audited-clients.ts";
import type { Scope } from "../../../src/graph/base/schema.generated.ts";
import type { ConnectionRecord } from "../../../src/graph/base/secrets.ts";
import { ask, data } from "../../support/graph/ask.ts";
import { FakeClients } from "../../support/graph/fake-clients.ts";
import { startTime } from "../../support/graph/fake-views.ts";

const list =
  "query ($subject: String) { oauthConnections(subject: $subject) { id scope url isConnected waitingExecutions pendingRevocation { failedAttempts nextAttemptAt problem } } }";
const end =
  "mutation ($input: EndOAuthConnectionInput!) { endOAuthConnection(input: $input) { errors { code message path } } }";
const connection: ConnectionRecord = {
  id: "c1",
  scope: "SUBJECT",
  url: "https://mcp.example/mcp",
  isConnected: true,
  waitingExecutions: 2,
  pendingRevocation: null,
};

let world: FakeClients;
beforeEach(() => {
  world = new FakeClients();
  world.connections = [connection];
});

describe("connections to servers", () => {
  it("[N587] are listed to the subject whose they are, and to others with the scope for credentials alone", async () => {
    const alice = { subject: "alice", scopes: ["EXECUTION_START"] } as const;
    expect((await data(world, list, { caller: alice })).oauthConnections).toEqual([connection]);
    const { errors } = await ask(world, list, { caller: alice, variables: { subject: "bob" } });
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    const admin = { ...alice, scopes: ["EXECUTION_START", "CREDENTIALS_ADMIN"] } as const;
    await data(world, list, { caller: admin, variables: { subject: "bob" } });
    expect(world.calls.filter((call) => call.startsWith("secrets"))).toEqual([
      "secrets.connections alice",
      "secrets.connections bob",
    ]);
  });

  it("[N587] are ended by those whose they are, those of the tenant with the scope that registers, others' with that for credentials", async () => {
    const alice = { subject: "alice", scopes: ["EXECUTION_START"] } as const;
    const ended = async (input: object, scopes: readonly Scope[] = []) => {
      const caller = { ...alice, scopes: [...alice.scopes, ...scopes] };
      return (await data(world, end, { caller, variables: { input } })).endOAuthConnection.errors;
    };
    expect(await ended({ id: "c1" })).toEqual([]);
    expect(await ended({ id: "c1" }, ["REGISTRY_WRITE"])).toEqual([]);
    expect(await ended({ id: "c2" })).toMatchObject([{ code: "NOT_FOUND", path: ["input", "id"] }]);
    expect(await ended({ id: "c1", subject: "bob" })).toMatchObject([
      { code: "INVALID_INPUT", path: ["input", "subject"] },
    ]);
    expect(await ended({ id: "c1", subject: "bob" }, ["CREDENTIALS_ADMIN"])).toEqual([]);
    expect(world.calls.filter((call) => call.startsWith("secrets.end"))).toEqual([
      "secrets.endConnection c1 alice false",
      "secrets.endConnection c1 alice true",
      "secrets.endConnection c2 alice false",
      "secrets.endConnection c1 bob false",
    ]);
  });

  it("[N536, N597] that are ended say what their authorization server made of it, and the audit log does", async () => {
    const failing = new FakeClients();
    failing.connections = world.connections;
    const query =
      "mutation ($input: EndOAuthConnectionInput!) { endOAuthConnection(input: $input) { revocation revocationProblem errors { code } } }";
    const caller = { subject: "alice", scopes: ["EXECUTION_START"] } as const;
    const ended = async (id: string) =>
      (await data(failing, query, { caller, variables: { input: { id } } })).endOAuthConnection;
    expect(await ended("c1")).toEqual({ revocation: "REVOKED", revocationProblem: null, errors: [] });
    failing.revocation = { kind: "FAILED", finding: "required the status 200, found 503" };
    expect(await ended("c1")).toEqual({
      ...{ revocation: "FAILED", errors: [] },
      revocationProblem: "Cannot revoke the tokens: required the status 200, found 503",
    });
    expect(await ended("c2")).toMatchObject({
      revocation: null,
      revocationProblem: null,
      errors: [{ code: "NOT_FOUND" }],
    });
    failing.revocation = { kind: "RETRYING", finding: "required the status 200, found 503", at: startTime };
    const retried = query.replace("revocationProblem", "revocationProblem revocationRetryAt");
    expect((await data(failing, retried, { caller, variables: { input: { id: "c1" } } })).endOAuthConnection).toEqual({
      ...{ revocation: "RETRYING", errors: [], revocationRetryAt: new Date(startTime).toISOString() },
      revocationProblem: "Cannot revoke the tokens: required the status 200, found 503",
    });
    const pending = { failedAttempts: 1, nextAttemptAt: startTime, problem: "found 503" };
    failing.connections = [{ ...connection, pendingRevocation: pending }];
    expect((await data(failing, list, { caller })).oauthConnections).toMatchObject([
      {
        pendingRevocation: {
          ...{ failedAttempts: 1, problem: "Cannot revoke the tokens: found 503" },
          nextAttemptAt: new Date(startTime).toISOString(),
        },
      },
    ]);
    failing.revocation = { kind: "FAILED", finding: "required the status 200, found 400" };
    await auditedClients(failing.clients, "alice").secrets.endConnection("c1", "alice", false);
    expect(failing.audited.at(-1)).toMatchObject({
      outcome: "DONE",
      result: "tokens at the authorization server: FAILED",
    });
  });
});
