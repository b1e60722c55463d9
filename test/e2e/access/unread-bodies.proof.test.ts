/** The Worker behind the proxy of wrangler, which bundles it again. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningWorker, startBehindProxy } from "../../support/deployed/running-worker.ts";
import { refusalCodes, sent } from "./refusals.ts";

describe("a deployment behind the proxy of wrangler, as in development", () => {
  let proxied: RunningWorker;
  beforeAll(async () => {
    proxied = await startBehindProxy();
  });
  afterAll(() => proxied?.close());

  // Without the Worker's care the proxy lost the connection in four of five of the large ones.
  it("[N185] refuses bodies that nobody reads, each time and without breaking the connection", async () => {
    const { endpoint } = proxied.planwright;
    const kinds = [
      ["application/json", "REQUEST_TOO_LARGE", "x".repeat(2_000_000)],
      ["text/plain", "UNSUPPORTED_MEDIA_TYPE", "x".repeat(100_000)],
    ] as const;
    for (const [type, code, body] of kinds) {
      for (let times = 0; times < 15; times += 1) {
        const seen = await sent(endpoint, { method: "POST", headers: { "content-type": type }, body });
        expect(refusalCodes(seen)).toEqual([code]);
      }
    }
  });
});
