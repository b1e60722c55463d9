/** Who may use a chat: the scopes of the API, asked before any object is called. */
import { expect, it } from "vitest";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";

const adminToken = "0123456789abcdef0123456789abcdef";

it("[N488] is refused to whoever proves nobody, and to keys without the scopes, before a conversation is asked", async () => {
  const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
  const keyOf = async (scopes: string) => {
    const { secret } = await service.mutate<{ readonly secret: string }>(
      "createApiKey",
      `mutation { createApiKey(input: { label: "l", subject: "ada", scopes: [${scopes}] }) { secret } }`,
      { authorization: `Bearer ${adminToken}`, "planwright-tenant": "acme" },
    );
    return { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  };
  const message = { id: "m", role: "user", parts: [{ type: "text", text: "Hello" }] };
  const answer = { id: "a", role: "assistant", parts: [{ toolCallId: "t", state: "output-available", output: {} }] };
  const body = (messages: readonly object[]) => JSON.stringify({ id: "c", messages, manifest: "Nobody" });
  const ask = async (path: string, headers: { readonly [name: string]: string }, sent?: string) => {
    const init = sent === undefined ? { headers } : { method: "POST", headers, body: sent };
    const response = await service.fetch(new Request(`https://planwright.example/chat${path}`, init));
    const { errors } = (await response.json()) as { readonly errors: readonly { readonly extensions: object }[] };
    return [response.status, errors[0]?.extensions];
  };
  const [start, read] = [await keyOf("EXECUTION_START"), await keyOf("EXECUTION_READ")];
  const forbidden = [403, { code: "FORBIDDEN" }];
  for (const path of ["/c", "/c/stream", "/c/messages"]) {
    expect(await ask(path, {}), path).toEqual([401, { code: "UNAUTHENTICATED" }]);
    expect(await ask(path, start), path).toEqual(forbidden);
  }
  expect(await ask("", {}, body([message]))).toEqual([401, { code: "UNAUTHENTICATED" }]);
  expect(await ask("", start, body([message]))).toEqual(forbidden);
  expect(await ask("/c/stop", read, "")).toEqual(forbidden);
  for (const sent of [message, answer]) expect(await ask("", read, body([sent]))).toEqual(forbidden);
  expect(service.reached.filter((call) => /conversation|execution/i.test(call))).toEqual([]);
});
