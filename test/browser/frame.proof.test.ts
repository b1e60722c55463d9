/** The frame of the dashboard: what every view has around it. */
import { describe, expect, it } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, openableDashboard } from "./openable-dashboard.ts";

const world = openableDashboard();

describe("the frame", () => {
  it("runs under its own policy without a complaint, and says that it is live", async () => {
    const { complaints, page } = await world.open("/");
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("lets nothing run, load or leave that is not its own", async () => {
    const { page } = await world.open("/");
    await page.evaluate(() => {
      const refused: string[] = [];
      const ran: string[] = [];
      Object.assign(globalThis, { refused, ran });
      addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
      const element = (name: string, members: object) =>
        document.body.appendChild(Object.assign(document.createElement(name), members));
      const withText = (name: string, text: string) => {
        const made = document.createElement(name);
        made.append(text);
        document.body.appendChild(made);
      };
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): void };
      };
      const tries = [
        () => withText("script", "ran.push('inline script')"),
        () => withText("style", "body { display: none }"),
        // biome-ignore lint/security/noGlobalEval: what is shown is that nobody can.
        () => ran.push(String(globalThis.eval("'eval'"))),
        () => element("div", { innerHTML: "<img src=x onerror=\"ran.push('handler')\">" }),
        () => trustedTypes.createPolicy("default", { createHTML: (text: string) => text }),
        () => fetch("http://127.0.0.1:9/").catch(() => {}),
        () => element("img", { src: "http://127.0.0.1:9/told.png" }),
        () => element("iframe", { src: "data:text/html,framed" }),
        () => element("base", { href: "http://127.0.0.1:9/" }),
      ];
      // What the test itself calls would be free of the policy.
      for (const attempt of tries) setTimeout(attempt);
    });
    const seen = (name: string) =>
      page.evaluate((key) => (globalThis as unknown as Record<string, string[]>)[key], name);
    await expect
      .poll(async () => [...new Set(await seen("refused"))].toSorted())
      .toEqual([
        ...["base-uri", "connect-src", "frame-src", "img-src"],
        ...["require-trusted-types-for", "style-src-elem", "trusted-types"],
      ]);
    expect(await seen("ran")).toEqual([]);
  });

  it("names every key that works on its sheet, which a key opens and Escape closes", async () => {
    const { page } = await world.open("/");
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keys" });
    await sheet.getByText("This sheet").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  });

  it("[N662] leads to every view by its links without loading the page again, and is usable at 320 px", async () => {
    const { complaints, page } = await world.open("/", { width: 320, scheme: "dark" });
    // Gone with the document, if another one takes its place.
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    const title = () => page.title();
    for (const [name, path] of [
      ["Inbox", "/inbox"],
      ["Conversations", "/conversations"],
      ["Run", "/run"],
      ["Registry", "/registry"],
      ["Schedules", "/schedules"],
      ["Usage", "/usage"],
      ["Executions", "/"],
    ] as const) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
      await page.waitForURL(`**${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(title).toBe(`${name} · Planwright`);
      // The link that had the focus is behind: Tab goes on in the content.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
      await expectNoSidewaysScroll(page);
    }
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => "isFirst" in window)).toBe(true);
    /** How much the word of each is wider than its place. */
    const surplus = (links: Element[]) =>
      links.map((link) => {
        const word = document.createRange();
        const text = [...link.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
        if (text !== undefined) word.selectNode(text);
        return word.getBoundingClientRect().width - link.getBoundingClientRect().width;
      });
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    expect(Math.max(...(await links.evaluateAll(surplus)))).toBeLessThanOrEqual(0);
  });

  it("says plainly that the server serves nobody, and goes on by itself after one that was too busy", async () => {
    const { page } = await world.open("/usage");
    let refusal: { status: number; code: string; message: string; headers: object } | null = {
      ...{ status: 403, code: "FORBIDDEN", message: "no credentials are configured", headers: {} },
    };
    await page.route("**/graphql", (route) => {
      if (refusal === null) return route.continue();
      const { code, message, status } = refusal;
      const headers = { "content-type": "application/json", ...refusal.headers };
      return route.fulfill({ status, headers, body: JSON.stringify({ errors: [{ message, extensions: { code } }] }) });
    });
    await page.getByRole("link", { name: "Planwright" }).click();
    await page.getByRole("alert").getByText("no credentials are configured").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);

    refusal = { status: 429, code: "RATE_LIMITED", message: "too many at once", headers: { "retry-after": "1" } };
    await page.getByRole("link", { name: "Inbox" }).click();
    await page.getByRole("alert").getByText("too many at once").waitFor();
    await page.getByRole("status").filter({ hasText: "Reconnecting" }).waitFor();
    expect(await page.getByText("Nothing waits for a person").count()).toBe(0);
    refusal = null;
    await page.getByText("Nothing waits for a person").waitFor();
    await page.getByRole("status").filter({ hasText: "Live" }).waitFor();
  });

  it("[N567, N887, N969] shows of the tenant, or of a subject, what is stored, what is open, and what was taken of the Worker by the day", async () => {
    const { page } = await world.open("/usage");
    const panel = page.getByRole("region", { name: "Stored and open" });
    let subject: unknown;
    await panel.waitFor();
    expect(await panel.getByText("Open subscriptions").count()).toBe(1);
    const storage = {
      ...{ executions: { count: 3, bytes: 2_048 }, conversations: { count: 0, bytes: 0 }, artifacts: null },
      ...{ openSubscriptions: 7, openSockets: null },
      traffic: [{ day: "2026-01-31T00:00:00.000Z", answeredBytes: 5_000_000, checkSteps: 12_000_000 }],
    };
    await page.route("**/graphql", (route) => {
      const request = route.request().postData() ?? "";
      if (!request.includes("StorageOfTenant")) return route.continue();
      subject = JSON.parse(request).variables.subject;
      const refused = { message: "required another scope", path: ["storageUsage"], extensions: { code: "FORBIDDEN" } };
      if (subject === "bob") return route.fulfill({ json: { data: { storageUsage: null }, errors: [refused] } });
      const traffic = subject === null ? storage.traffic : null;
      return route.fulfill({ json: { data: { storageUsage: { ...storage, traffic } } } });
    });
    await page.reload();
    await panel.getByRole("row", { name: /2026-01-31/ }).waitFor();
    const shown = (await panel.innerText()).replaceAll(/\s+/g, " ");
    expect(shown).toMatch(/Ended executions 3, 2.* Artifacts of no execution – Open subscriptions 7 Open WebSockets –/);
    await panel.getByLabel("Subject").fill("alice");
    await page.keyboard.press("Enter");
    await panel.getByText("is counted where it has a cap").waitFor();
    expect([subject, new URL(page.url()).searchParams.get("subject")]).toEqual(["alice", "alice"]);
    expect(await panel.getByRole("row", { name: /2026-01-31/ }).count()).toBe(0);
    await panel.getByLabel("Subject").fill("bob");
    await page.keyboard.press("Enter");
    await panel.getByRole("alert").getByText("required another scope").waitFor();
    await panel.getByLabel("Subject").fill("");
    await page.keyboard.press("Enter");
    await panel.getByRole("row", { name: /2026-01-31/ }).waitFor();
    expect(await panel.getByRole("alert").count()).toBe(0);
  });

  it("leads past the navigation by its first link", async () => {
    const { page } = await world.open("/usage");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  });
});
