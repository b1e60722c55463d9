/** GraphiQL in a real browser over the real Worker: the page works under its own security policy, subscriptions included. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openPage } from "../../support/deployed/browser.ts";
import { deployedWorld } from "../../support/deployed/deployed-world.ts";
import { tool } from "../../support/deployed/planwright.ts";

const served = deployedWorld({ settings: { GRAPHIQL: "true" } });
const usual = deployedWorld({ isShared: true });

/** One for all tests: a start takes seconds. */
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

function address(path: string): string {
  return new URL(path, served.worker.planwright.endpoint).href;
}

/** Opens the page with an operation and runs it. */
async function run(operation: string) {
  const { complaints, page } = await openPage(browser, address(`/graphiql?query=${encodeURIComponent(operation)}`));
  await page.locator(".graphiql-execute-button").click();
  const answer = page.locator(".graphiql-response");
  return {
    complaints,
    /** Resolves when the answer that the page shows holds a text. The editor renders no more than what fits the window. */
    shows: (text: string) => answer.filter({ hasText: text }).waitFor(),
  };
}

describe("GraphiQL", () => {
  it("is not there unless the deployment says so", async () => {
    for (const path of ["/graphiql", "/graphiql/page.js", "/graphiql/page.html", "/page.html"]) {
      const response = await fetch(new URL(path, usual.planwright.endpoint));
      expect(response.status, path).toBe(404);
      expect(await response.json(), path).toMatchObject({ errors: [{ extensions: { code: "NOT_FOUND" } }] });
    }
  });

  it("comes with a policy that lets no script in but its own, and shows nothing else of the assets", async () => {
    const response = await fetch(address("/graphiql"));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/html");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await response.text()).not.toMatch(/https?:\/\//);
    for (const path of ["/graphiql/page.html", "/graphiql/../wrangler.toml", "/graphiql/", "/dist"]) {
      expect((await fetch(address(path))).status, path).toBe(404);
    }
  });

  it("runs a query, and its policy refuses none of its own parts", async () => {
    const { complaints, shows } = await run("{ viewer { subject } }");
    await shows("anonymous");
    expect(complaints).toEqual([]);
  });

  it("[N144] opens with five examples and runs the one that is chosen", async () => {
    const { complaints, page } = await openPage(browser, address("/graphiql"));
    await page.locator(".graphiql-query-editor").filter({ hasText: "mutation Prompt" }).waitFor();
    await page.locator(".graphiql-execute-button").click();
    const items = page.getByRole("menuitem");
    await items.nth(4).waitFor();
    expect((await items.allInnerTexts()).map((text) => text.trim())).toEqual([
      "Prompt",
      "Plan",
      "Check",
      "Ask",
      "Catalog",
    ]);
    await items.nth(1).click();
    await page.locator(".graphiql-response").filter({ hasText: "SUCCEEDED" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("follows an execution as it goes on", async () => {
    const source = { plan: { steps: [tool("ask", "delete_note", { name: "x" })] } };
    const { id, pendingHumanInputs } = await served.worker.planwright.start({ source, options: { waitMs: 25_000 } });
    const { complaints, shows } = await run(`subscription { executionEvents(executionId: "${id}") { status } }`);
    await shows("WAITING");
    await served.worker.planwright.answer(pendingHumanInputs[0]?.id ?? "", { accept: {} });
    await shows("SUCCEEDED");
    expect(complaints).toEqual([]);
  });
});
