/** `/export` as the Worker serves it, over real objects. */
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sealedIdentity } from "../../../src/worker/platform/sealed-id.ts";
import { started } from "../../support/objects/executions.ts";
import { requestFor } from "../../support/objects/start-request.ts";
import { tool } from "../../support/plan/typed-tool.ts";

const worker = (exports as unknown as { readonly default: Fetcher }).default;
const identity = sealedIdentity("5ea1".repeat(16));
const get = (id: string, headers: { readonly [name: string]: string } = {}) =>
  worker.fetch(`http://localhost/export/${id}`, { headers });

describe("GET /export", () => {
  it("gives an execution as one document, with what was sent and answered in full", async () => {
    const text = "é".repeat(45_000);
    const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    const steps = names.map((name) => tool(name, "set_note", { name, text: "{{bindings.text}}" }));
    const request = await requestFor({ steps }, { bindings: { text }, waitMs: 20_000 });
    expect((await started(request)).status).toBe("SUCCEEDED");
    const id = await identity.seal(JSON.stringify(["default", "EXECUTION", request.execution]));
    const response = await get(id);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="execution-[\w-]+\.json"$/);
    const { errors, events, execution } = await response.json<{
      readonly errors: readonly object[];
      readonly events: readonly { readonly type: string; readonly arguments?: { readonly value: object } }[];
      readonly execution: { readonly id: string; readonly lastSequence: number };
    }>();
    expect(errors).toEqual([]);
    expect(execution.id).toBe(id);
    expect(events).toHaveLength(execution.lastSequence);
    const sent = events.filter(({ type }) => type === "STEP_STARTED").map((event) => event.arguments?.value);
    expect(sent).toEqual(names.map((name) => ({ name, text })));
  });

  it("has nothing for an id of another tenant, or none", async () => {
    const request = await requestFor({ steps: [tool("a", "read_note", { name: "a" })] }, { waitMs: 10_000 });
    await started(request);
    const foreign = await identity.seal(JSON.stringify(["other", "EXECUTION", request.execution]));
    for (const id of [foreign, "x", "%00"]) {
      const response = await get(id);
      expect([response.status, await response.json()]).toEqual([
        404,
        { errors: [{ message: expect.stringContaining("Cannot find"), extensions: { code: "NOT_FOUND" } }] },
      ]);
    }
  });

  it("is refused to pages of other sites", async () => {
    expect((await get("x", { origin: "https://elsewhere.example" })).status).toBe(403);
  });
});
