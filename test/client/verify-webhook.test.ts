/** The receiver of docs/clients.md against the signature that the sender makes: it takes what is genuine and nothing else. */
import { describe, expect, it } from "vitest";
import { isGenuine, receiveWebhook } from "../../examples/clients/verify-webhook.ts";
import { webhookSecret } from "../../scripts/webhook-secret.mjs";
import { webhookSecret as secretOfApi, webhookSigner } from "../../src/worker/clients/webhook-signature.ts";

const deployment = "5ea1".repeat(16);
const secret = webhookSecret(deployment, "acme");
const body = JSON.stringify({
  type: "dev.planwright.execution.execution_finished",
  subject: "x",
  data: { words: "ü" },
});

async function signed(more: Partial<Record<"id" | "timestamp" | "signature" | "body", string>> = {}, tenant = "acme") {
  const id = "msg_1";
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = await webhookSigner(deployment)(tenant, `${id}.${more.timestamp ?? timestamp}.${body}`);
  const headers = {
    ...{ "webhook-id": more.id ?? id, "webhook-timestamp": more.timestamp ?? timestamp },
    "webhook-signature": more.signature ?? signature,
  };
  return new Request("https://hooks.example.com/", { method: "POST", headers, body: more.body ?? body });
}

const isTaken = async (request: Request) => isGenuine(request, await request.clone().text(), secret);

describe("the receiver of the documents", () => {
  it("[N792] takes the secret that the API gives, which is the one that is derived from that of the deployment", async () => {
    expect(await secretOfApi(deployment, "acme")).toBe(secret);
    expect(await secretOfApi(deployment, "another")).not.toBe(secret);
  });

  it("takes what its deployment signed for its tenant, also beside the signature of another secret", async () => {
    expect(await isTaken(await signed())).toBe(true);
    const good = (await signed()).headers.get("webhook-signature");
    expect(await isTaken(await signed({ signature: `v1,${"A".repeat(43)}= ${good}` }))).toBe(true);
  });

  it("refuses another body, id, time, tenant or no signature, and what is older than five minutes", async () => {
    const old = String(Math.floor(Date.now() / 1_000) - 301);
    for (const more of [
      { body: `${body} ` },
      { id: "msg_2" },
      { timestamp: old },
      { timestamp: "soon" },
      { signature: "" },
    ])
      expect(await isTaken(await signed(more)), JSON.stringify(more)).toBe(false);
    expect(await isTaken(await signed({}, "another"))).toBe(false);
    expect(await isTaken(new Request("https://hooks.example.com/", { method: "POST", body }))).toBe(false);
  });

  it("hands on the event with the id that a repeat has too, and answers 401 to strangers", async () => {
    const seen: [string, string][] = [];
    const handle = async (id: string, { type }: { readonly type: string }) => void seen.push([id, type]);
    expect((await receiveWebhook(await signed(), secret, handle)).status).toBe(204);
    expect((await receiveWebhook(await signed({ id: "msg_2" }), secret, handle)).status).toBe(401);
    expect(seen).toEqual([["msg_1", "dev.planwright.execution.execution_finished"]]);
  });
});
