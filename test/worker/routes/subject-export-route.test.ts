/** Who may export everything of a subject. */
import { expect, it } from "vitest";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";
import { fakeNamespace } from "../../support/worker/fake-namespace.ts";

const adminToken = "0123456789abcdef0123456789abcdef";

it("[N912] is refused to whoever proves nobody, without both scopes, and for no name of a subject, before any object is asked", async () => {
  const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
  const ask = async (headers: { readonly [name: string]: string }, subject = "alice", more = {}) => {
    const url = `https://planwright.example/subjects/${encodeURIComponent(subject)}/export`;
    const response = await service.fetch(new Request(url, { headers: { ...headers, ...more } }));
    const { errors } = (await response.json()) as { readonly errors: readonly { readonly extensions: object }[] };
    return [response.status, errors[0]?.extensions];
  };
  const keyOf = async (scopes: string) => {
    const { secret } = await service.mutate<{ readonly secret: string }>(
      "createApiKey",
      `mutation { createApiKey(input: { label: "l", subject: "ada", scopes: [${scopes}] }) { secret } }`,
      { authorization: `Bearer ${adminToken}`, "planwright-tenant": "acme" },
    );
    return { authorization: `Bearer ${secret}` };
  };
  const both = await keyOf("EXECUTION_READ_ALL CREDENTIALS_ADMIN");
  expect(await ask({})).toEqual([401, { code: "UNAUTHENTICATED" }]);
  for (const scopes of ["EXECUTION_READ_ALL", "CREDENTIALS_ADMIN", "EXECUTION_READ CREDENTIALS_ADMIN"])
    expect(await ask(await keyOf(scopes)), scopes).toEqual([403, { code: "FORBIDDEN" }]);
  expect(await ask(both, "a".repeat(256))).toEqual([400, { code: "BAD_USER_INPUT" }]);
  expect((await ask(both, "alice", { origin: "https://elsewhere.example" }))[0]).toBe(403);
  expect(service.reached.filter((call) => call.startsWith("unexpected"))).toEqual([]);
});

it("[N948] of the subjects . and .., which no path can name, is asked for by a parameter, as that of any other", async () => {
  const service = new FakeDeployment({ AUTH_MODE: "none" });
  const walked: unknown[] = [];
  const subjectPage = async (subject: string) => {
    walked.push(subject);
    return { executions: [], conversations: [], next: { at: "EXECUTIONS", change: 1 } };
  };
  Object.assign(service.environment, { INDEX: fakeNamespace(() => ({ subjectPage })) });
  const ask = async (path: string) => {
    const response = await service.fetch(new Request(`http://127.0.0.1:8787${path}`));
    const reader = response.body?.getReader();
    const [first = ""] = new TextDecoder().decode((await reader?.read())?.value).split("\n");
    await reader?.cancel();
    const { errors, subject } = JSON.parse(first);
    return [response.status, subject ?? errors[0].message];
  };
  for (const subject of [".", "..", "a/b"])
    expect(await ask(`/subjects/export?subject=${encodeURIComponent(subject)}`)).toEqual([200, subject]);
  expect(await ask("/subjects/export/export")).toEqual([200, "export"]);
  expect(walked).toEqual([".", "..", "a/b", "export"]);
  const required = "Cannot export the subject: required a name of 1 to 255 characters, found 0";
  // This is what becomes of the path of the subject `.`.
  for (const path of ["/subjects/%2E/export", "/subjects/export", "/subjects/export?subject="])
    expect(await ask(path), path).toEqual([400, required]);
  expect((await ask("/subjects/../export"))[0]).toBe(404);
});

it("[N967, N968] breaks off with the key that asked for it, and reads no further then", async () => {
  const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
  // The tenant has more things of others than anybody reads.
  let pages = 0;
  const subjectPage = async (_: string, { change }: { readonly change: number }) => {
    pages += 1;
    await new Promise((done) => setTimeout(done, 5));
    return { executions: [], conversations: [], next: { at: "EXECUTIONS", change: change + 1 } };
  };
  Object.assign(service.environment, { INDEX: fakeNamespace(() => ({ subjectPage })) });
  const expiresAt = new Date(Date.now() + 500).toISOString();
  const { secret } = await service.mutate<{ readonly secret: string }>(
    "createApiKey",
    `mutation {
      createApiKey(input: { label: "l", subject: "ada", expiresAt: "${expiresAt}", scopes: [EXECUTION_READ_ALL, CREDENTIALS_ADMIN] }) { secret }
    }`,
    { authorization: `Bearer ${adminToken}`, "planwright-tenant": "acme" },
  );
  const headers = { authorization: `Bearer ${secret}` };
  const response = await service.fetch(new Request("https://planwright.example/subjects/alice/export", { headers }));
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("the credential has ended");
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  await new Promise((done) => setTimeout(done, 50));
  const read = pages;
  await new Promise((done) => setTimeout(done, 100));
  expect(pages).toBe(read);
});
