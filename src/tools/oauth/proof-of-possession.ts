/**
 * Proofs that the sender of a token has the key that the token is bound to (DPoP, RFC 9449), so that a token that somebody else has seen is of
 * no use to them. The official client makes the proofs. This file has the key as it is kept, and bounds what servers say.
 *
 * - Each proof is for one request: its method, its address, its token, an id of its own.
 * - A server that wants its nonce in a proof gets the request once more, not again. A nonce that is none is ignored.
 */
import type { DpopSession, FetchLike } from "@modelcontextprotocol/client";
import type { CryptoKey } from "jose";

export const proofAlgorithm = "ES256";

/** The private key of a token, as members of a JWK with the curve P-256. */
export type ProofKey = Readonly<Record<"crv" | "d" | "kty" | "x" | "y", string>>;

/** What a nonce consists of, and no more of it than a header can be expected to hold. */
const nonceText = /^[!#-[\]-~]{1,500}$/;

export async function newProofKey(): Promise<ProofKey> {
  const { exportJWK, generateKeyPair } = await import("./signing-library.ts");
  const { privateKey } = await generateKeyPair(proofAlgorithm, { extractable: true });
  const { crv = "", d = "", kty = "", x = "", y = "" } = await exportJWK(privateKey);
  return { kty, crv, x, y, d };
}

/** What makes proofs with `key`. The official client takes it for requests for tokens. */
export async function proofSession({ d, ...publicJwk }: ProofKey): Promise<DpopSession> {
  const { DpopSession } = await import("./oauth-library.ts");
  const { calculateJwkThumbprint, importJWK } = await import("./signing-library.ts");
  const [privateKey, publicKey, thumbprint] = await Promise.all([
    importJWK({ ...publicJwk, d }, proofAlgorithm),
    importJWK(publicJwk, proofAlgorithm),
    calculateJwkThumbprint(publicJwk, "sha256"),
  ]);
  const pair = { privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey };
  return DpopSession.create({ keyPair: { ...pair, publicJwk, thumbprint, alg: proofAlgorithm } });
}

/** `fetch` without nonces that are none, because the official client repeats each. */
export function withFitNonces(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.headers.has("dpop-nonce") || nonceIn(response) !== undefined) return response;
    const headers = new Headers(response.headers);
    headers.delete("dpop-nonce");
    return Object.defineProperty(response, "headers", { value: headers });
  };
}

/** Proofs for the requests of one call, which all have the same token. */
export class RequestProofs {
  readonly #key: ProofKey;
  readonly #token: string;
  #session: Promise<DpopSession> | undefined;
  #nonce: string | undefined;

  constructor(key: ProofKey, token: string) {
    this.#key = key;
    this.#token = token;
  }

  /** The request with a proof of its own. */
  async signed(url: string, init: RequestInit): Promise<RequestInit> {
    this.#session ??= proofSession(this.#key);
    const session = await this.#session;
    const facts = { htm: init.method ?? "GET", htu: url, accessToken: this.#token };
    const nonce = this.#nonce;
    const headers = new Headers(init.headers);
    headers.set("dpop", await session.buildProof({ ...facts, ...(nonce !== undefined && { nonce }) }));
    return { ...init, headers };
  }

  /** Notes the nonce of an answer for the requests to come. Whether it refused the request for lack of this nonce. */
  takesNonce(response: Response): boolean {
    const nonce = nonceIn(response);
    if (nonce === undefined) return false;
    this.#nonce = nonce;
    return isRefusedBy(response, /use_dpop_nonce/);
  }
}

/** Whether a resource refused a request for its proof, such as for lack of a nonce or by another clock: another token would not help. */
export function isProofRefused(response: Response): boolean {
  return isRefusedBy(response, /use_dpop_nonce|invalid_dpop_proof/);
}

function isRefusedBy({ headers, status }: Response, error: RegExp): boolean {
  const challenge = headers.get("www-authenticate") ?? "";
  return status === 401 && namesProofs(challenge) && error.test(challenge);
}

/** Whether a challenge names the scheme DPoP, alone or among others. */
export function namesProofs(challenge: string): boolean {
  return /(?:^|,)\s*dpop(?:\s|$|,)/i.test(challenge);
}

function nonceIn({ headers }: Response): string | undefined {
  const nonce = headers.get("dpop-nonce");
  return nonce !== null && nonceText.test(nonce) ? nonce : undefined;
}
