/** What a good server checks of a proof of possession (DPoP, RFC 9449). */
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from "jose";

/** Keeps the ids of the proofs that it has seen. */
export class DpopChecks {
  readonly seen: { readonly jti: unknown; readonly nonce: unknown; readonly htu: unknown }[] = [];

  /** The thumbprint of the key of a good proof for this request to `url`, with `token` if there is one. Otherwise what is wrong with it. */
  async check(
    request: IncomingMessage,
    url: string,
    token?: string,
  ): Promise<{ key: string; nonce: unknown } | string> {
    const { dpop } = request.headers;
    if (typeof dpop !== "string") return "there is no proof";
    const read = await jwtVerify(dpop, EmbeddedJWK, {
      typ: "dpop+jwt",
      algorithms: ["ES256"],
      maxTokenAge: "1m",
    }).catch(() => undefined);
    if (read === undefined) return "the signature is wrong";
    const { ath, htm, htu, jti, nonce } = read.payload;
    if ("d" in (read.protectedHeader.jwk ?? {})) return "the private key was sent";
    if (htm !== request.method || htu !== url) return `it is for ${htm} ${htu}`;
    const hash = token === undefined ? undefined : createHash("sha256").update(token).digest("base64url");
    if (ath !== hash) return "it is for another token";
    if (typeof jti !== "string" || this.seen.some((one) => one.jti === jti)) return "it was sent before";
    this.seen.push({ jti, nonce, htu });
    return { key: await calculateJwkThumbprint(read.protectedHeader.jwk ?? {}), nonce };
  }
}
