/** Signing in: whoever has no credential is asked for one, and a page whose credential ends goes on where it was. */
import { describe, expect, it } from "vitest";
import { tool } from "../support/deployed/planwright.ts";
import { expectAccessible, openableDashboard } from "./openable-dashboard.ts";

const adminToken = "the-operators-token-of-more-than-thirty-two-characters";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const world = openableDashboard({
  settings: { AUTH_MODE: "keys", ADMIN_TOKEN: adminToken },
  headers: { ...bearer(adminToken), "planwright-tenant": "acme" },
});

const allScopes = ["REGISTRY_READ", "EXECUTION_READ", "EXECUTION_START", "EXECUTION_CONTROL", "HUMAN_INPUT_RESPOND"];

async function createKey(expiresInMs: number | null, scopes: readonly string[] = allScopes): Promise<string> {
  const { createApiKey } = await world.planwright.ask<{ createApiKey: { secret: string } }>(
    "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret errors { message } } }",
    {
      input: {
        ...{ label: "browser", subject: "mira", scopes },
        expiresAt: expiresInMs === null ? null : new Date(Date.now() + expiresInMs).toISOString(),
      },
    },
  );
  return createApiKey.secret;
}

describe("a deployment with API keys", () => {
  it("asks for one, says why it is refused, and keeps it out of the address and out of other tabs", async () => {
    const { page } = await world.open("/");
    const dialog = page.getByRole("dialog", { name: "Sign in" });
    await dialog.waitFor();
    await expectAccessible(page);
    const field = dialog.getByLabel("API key or token");
    await field.fill("pw_nobody_knows_this");
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.getByText("required a valid credential").waitFor();
    const key = await createKey(null);
    await field.fill(key);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Executions", level: 1 }).waitFor();
    expect(page.url()).not.toContain(key);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);
    await page.reload();
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await dialog.waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(key);
  });

  it("tells a page whose key expires, which goes on with another one without a reload, the log whole", async () => {
    const source = {
      plan: { steps: [tool("ask", "delete_note", { name: "x" }), tool("read", "read_note", { name: "x" })] },
    };
    const { id, pendingHumanInputs } = await world.planwright.start({ source, options: { waitMs: 25_000 } });
    const { page } = await world.open(`/executions/${id}?view=events`);
    const dialog = page.getByRole("dialog", { name: "Sign in" });
    // It must live until the log has been read.
    await dialog.getByLabel("API key or token").fill(await createKey(12_000));
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("StepWaiting").first().waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await dialog.waitFor();
    // What happens meanwhile is not seen, and not lost.
    await world.planwright.answer(pendingHumanInputs[0]?.id ?? "", { accept: {} });
    await dialog.getByLabel("API key or token").fill(await createKey(null));
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("ExecutionFinished").first().waitFor();
    const { execution } = await world.planwright.ask<{ execution: { lastSequence: number } }>(
      "query ($id: ID!) { execution(by: { id: $id }) { lastSequence } }",
      { id },
    );
    const tab = page.getByRole("tab", { name: /^Events/ });
    await expect.poll(async () => Number((await tab.innerText()).replace(/\D/g, ""))).toBe(execution.lastSequence);
    expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
  });
});
