import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { StartRequest } from "../../../src/execution/commands/start-request.ts";
import type { DerivationRequest } from "../../../src/execution/derive/derivation-changes.ts";
import { effectKey } from "../../../src/json/effect-key.ts";
import type { Json } from "../../../src/json/json.ts";
import { ledgerOf } from "../../support/objects/example-catalog.ts";
import { objectOf, started, tablesOf, withInstance } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

/** The request for an execution that derives from the one of `source`, as the Worker makes it. */
async function derivedRequest(source: StartRequest, more: Partial<DerivationRequest> = {}): Promise<StartRequest> {
  const asked = { kind: "RETRY", fromStep: null, arguments: [], bindings: {}, callAgain: [], ...more } as const;
  const answer = await objectOf(source).derive(asked, true);
  if (answer.kind !== "DERIVED") throw new Error(`there is no derivation: ${JSON.stringify(answer)}`);
  const { bindings, derivation, documents, reused } = answer;
  return requestFor(documents[0] ?? {}, { bindings, derivation, reused, waitMs: 20_000 });
}

const keyIn = (origin: string, stepPath: string, generation = 0) =>
  effectKey({ origin, stepPath, turn: 0, item: 0, generation });

describe("an execution that derives from another", () => {
  const text = "x".repeat(80_000);

  async function failedAtTheEnd(last: Json): Promise<StartRequest> {
    const request = await requestFor(
      { steps: [tool("big", "set_note", { name: "big", text }), last] },
      { waitMs: 20_000 },
    );
    expect((await started(request)).status).toBe("PARTIAL");
    return request;
  }

  it("[E2, E14] takes over a value that lies in parts, and its reference resolves to it", async () => {
    const last = tool("end", "is_error", {}, { after: ["big"] });
    const source = await failedAtTheEnd(last);
    const request = await derivedRequest(source);
    await started(request);
    await evictDurableObject(objectOf(request));
    const view = await objectOf(request).read(false);
    const big = view?.steps.find(({ id }) => id === "big");
    expect(big).toMatchObject({ status: "SUCCEEDED", reused: true, callId: null });
    expect(await objectOf(request).value(big?.output?.sequence ?? 0, "output")).toEqual({
      value: { name: "big", text },
    });
    const bodies = await runInDurableObject(objectOf(request), (_, { storage }) =>
      storage.sql.exec<{ body: string }>("SELECT body FROM journal").toArray(),
    );
    // The plan says it, and nothing else.
    expect(bodies.map(({ body }) => body.split(text).length - 1)).toEqual([1, ...bodies.slice(1).map(() => 0)]);
    expect((await ledgerOf(request.requestId)).map((entry) => entry.tool)).toEqual(["is_error"]);
  });

  it("[E5] calls a step of unknown outcome with the very same key, and one that failed with another", async () => {
    const steps = [
      tool("lost", "flaky", { mode: "RESET" }, { policy: { continueOnFailure: true, initialBackoffMs: 1 } }),
      tool("refused", "flaky", { mode: "UNAVAILABLE" }, { policy: { continueOnFailure: true } }),
    ];
    const source = await requestFor({ steps }, { waitMs: 20_000 });
    await started(source);
    const request = await derivedRequest(source);
    await started(request);
    const keys = async (of: StartRequest) => new Set((await ledgerOf(of.requestId)).map(({ key }) => key));
    expect(await keys(source)).toEqual(new Set([keyIn(source.execution, "lost"), keyIn(source.execution, "refused")]));
    expect(await keys(request)).toEqual(
      new Set([keyIn(source.execution, "lost"), keyIn(source.execution, "refused", 1)]),
    );
  });

  it("begins with its first rows as one, so that a crash leaves all of them or none", async () => {
    const source = await failedAtTheEnd(tool("end", "is_error", {}, { after: ["big"] }));
    const request = await derivedRequest(source);
    // The second row cannot be written as JSON.
    const content = { bytes: 1, digest: null, inline: 1n as unknown as Json };
    const reused = request.reused.map((step) => ({ ...step, content }));
    await withInstance(request, {}, async (instance) => {
      await expect(instance.start({ ...request, reused })).rejects.toThrow("BigInt");
    });
    expect(await tablesOf(request)).toEqual([]);
  });
});
