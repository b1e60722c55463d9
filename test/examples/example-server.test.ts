/** What stands around the tools of the example server. Its tools are tested by the calls of the other files. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startExampleServer } from "../../examples/mcp-server/server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startExampleServer(0, { delayMs: 0 });
});
afterAll(() => server.close());

/** Status of a request with headers that `fetch` would not send. */
function statusWith(headers: { readonly [name: string]: string }): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}/health`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
}

describe("the example server", () => {
  it("answers only under a local name and to local origins, so that no web page can reach it", async () => {
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ host: "attacker.example" })).toBe(403);
    expect(await statusWith({ origin: "https://attacker.example" })).toBe(403);
  });

  it("starts with an empty ledger and knows no other paths", async () => {
    expect(await (await fetch(`${server.url}/ledger`)).json()).toEqual([]);
    expect((await fetch(`${server.url}/other`)).status).toBe(404);
  });
});
