/** Private keys of clients in the runtime of the deployment. */
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { expect, it } from "vitest";
import type { SignatureAlgorithm } from "../../../src/plan/credential.ts";
import { clientAuthentication, keyProblem } from "../../../src/tools/oauth/client-assertion.ts";

const algorithms = [256, 384, 512].flatMap((bits) => ["ES", "RS", "PS"].map((family) => `${family}${bits}`));

it.each(algorithms as SignatureAlgorithm[])("[N900] a key for %s signs, as PEM and as JWK", async (algorithm) => {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  for (const text of [await exportPKCS8(privateKey), JSON.stringify(await exportJWK(privateKey))]) {
    expect(await keyProblem({ algorithm, text })).toBeUndefined();
    const client = { issuer: "https://as.example", client_id: "signer", key: { algorithm, text } };
    const form = new URLSearchParams();
    await clientAuthentication(client, Date.now())?.(new Headers(), form);
    const expected = { issuer: "signer", audience: "https://as.example", algorithms: [algorithm] };
    const { payload } = await jwtVerify(form.get("client_assertion") ?? "", publicKey, expected);
    expect(payload.sub).toBe("signer");
  }
});
