/** Who may export an execution. */
import { expect, it } from "vitest";
import { FakeDeployment } from "../../support/worker/fake-deployment.ts";

const adminToken = "0123456789abcdef0123456789abcdef";

it("is refused to whoever proves nobody, and to keys without EXECUTION_READ, before any execution is asked", async () => {
  const service = new FakeDeployment({ AUTH_MODE: "keys", ADMIN_TOKEN: adminToken });
  const ask = async (headers: { readonly [name: string]: string }) => {
    const response = await service.fetch(new Request("https://planwright.example/export/x", { headers }));
    const { errors } = (await response.json()) as { readonly errors: readonly { readonly extensions: object }[] };
    return [response.status, errors[0]?.extensions];
  };
  const keyOf = async (scope: string) => {
    const { secret } = await service.mutate<{ readonly secret: string }>(
      "createApiKey",
      `mutation { createApiKey(input: { label: "l", subject: "ada", scopes: [${scope}] }) { secret } }`,
      { authorization: `Bearer ${adminToken}`, "planwright-tenant": "acme" },
    );
    return { authorization: `Bearer ${secret}` };
  };
  expect(await ask({})).toEqual([401, { code: "UNAUTHENTICATED" }]);
  expect(await ask(await keyOf("EXECUTION_START"))).toEqual([403, { code: "FORBIDDEN" }]);
  expect(await ask(await keyOf("EXECUTION_READ"))).toEqual([404, { code: "NOT_FOUND" }]);
  expect(service.reached.filter((call) => call.startsWith("unexpected"))).toEqual([]);
});
