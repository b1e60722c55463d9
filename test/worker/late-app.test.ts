/** The request handler of an isolate: what is answered without the app, and that the app is made once. */
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { lateApp } from "../../src/worker/late-app.ts";
import type { Environment } from "../../src/worker/platform/environment.ts";

const settings = { AUTH_MODE: "none", ID_SEALING_SECRET: "0123456789abcdef0123456789abcdef" };

/** A handler whose app says its number, counted from 1. It loads when `loaded` resolves. */
function handler(loaded: Promise<unknown> = Promise.resolve()) {
  const counts = { loads: 0, apps: 0 };
  const app = lateApp(async () => {
    counts.loads += 1;
    await loaded;
    return () => {
      counts.apps += 1;
      return { fetch: () => new Response(`app ${counts.apps}`) };
    };
  });
  const ask = async (path: string, init: RequestInit = {}, given: { readonly [name: string]: string } = settings) => {
    const environment = given as unknown as Environment;
    return app.fetch(new Request(`http://localhost${path}`, init), environment);
  };
  return { ask, counts };
}

it("[N676] the health and version are answered without the app, also while nobody is served", async () => {
  const { ask, counts } = handler();
  for (const given of [settings, { ID_SEALING_SECRET: settings.ID_SEALING_SECRET }]) {
    const response = await ask("/health", {}, given);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ status: "ok", version: manifest.version });
  }
  expect((await ask("/health?verbose", { method: "HEAD" })).status).toBe(200);
  expect(counts).toEqual({ loads: 0, apps: 0 });
});

it("[N676] a wrong setting is reported with its name and not its value, without the app", async () => {
  const { ask, counts } = handler();
  const response = await ask("/health", {}, { ...settings, MAX_STEPS: "plenty" });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ errors: [{ extensions: { code: "MISCONFIGURED" } }] });
  expect(text).toContain("MAX_STEPS");
  expect(text).not.toContain("plenty");
  expect(counts.loads).toBe(0);
});

it("[N676] everything else is for the app, which is made once for requests that come at the same time", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ask, counts } = handler(promise);
  const asked = [ask("/graphql"), ask("/health", { method: "POST" }), ask("/healthy"), ask("/x/health")];
  resolve();
  for (const response of await Promise.all(asked)) expect(await response.text()).toBe("app 1");
  expect(await (await ask("/")).text()).toBe("app 1");
  expect(counts).toEqual({ loads: 4, apps: 1 });
});
