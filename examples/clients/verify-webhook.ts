/**
 * Checks that a webhook comes from your deployment, as Standard Webhooks says: signed with the secret of your tenant, and not older than
 * five minutes, so that nobody can send again what was recorded. Runs wherever WebCrypto does.
 */
const toleranceSeconds = 300;

export async function isGenuine(request: Request, body: string, secret: string, now = Date.now()): Promise<boolean> {
  const header = (name: string) => request.headers.get(`webhook-${name}`) ?? "";
  const [id, timestamp, signatures] = [header("id"), header("timestamp"), header("signature")];
  // A time that is no number is not near enough either.
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false;
  const bytes = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret.replace("whsec_", "")), hmac, false, ["verify"]);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Several while a secret is being changed; one has to fit. The comparison takes the same time whatever it finds.
  for (const signature of signatures.split(" ")) {
    const [, code] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? [];
    if (code !== undefined && (await crypto.subtle.verify("HMAC", key, bytes(code), content))) return true;
  }
  return false;
}

/** A receiver as a fetch handler. `handle` is called once per event: keep the ids that you have seen, such as in your database. */
export async function receiveWebhook(
  request: Request,
  secret: string,
  handle: (
    id: string,
    event: { readonly type: string; readonly subject: string; readonly data: unknown },
  ) => Promise<void>,
): Promise<Response> {
  const body = await request.text();
  if (!(await isGenuine(request, body, secret))) return new Response("unknown sender", { status: 401 });
  await handle(request.headers.get("webhook-id") ?? "", JSON.parse(body));
  return new Response(null, { status: 204 });
}
