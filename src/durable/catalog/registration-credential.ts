/** What a server or an agent is sent when it is contacted to be registered: as for a call that whoever registers it makes. */
import { credentialOrigin } from "../../catalog/egress.ts";
import type { RegistryRefusal } from "../../catalog/snapshot/registry-result.ts";
import type { ProviderCredential } from "../../plan/credential.ts";
import type { SentCredential } from "../calls/guarded-fetch.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";

/** Who registers something. */
export interface Registrar {
  readonly tenant: string;
  readonly subject: string;
}

export type RegistrationCredential =
  | { readonly kind: "SENT"; readonly sent: SentCredential | undefined; readonly secrets: readonly string[] }
  | RegistryRefusal<"credential", "INVALID_INPUT">;

/** What the callee at `url` is sent; what its credential lacks refuses the registration. */
export async function registrationCredential(
  url: string,
  credential: ProviderCredential | undefined,
  by: Registrar | undefined,
  credentials: ExecutionOptions["credentials"],
): Promise<RegistrationCredential> {
  const origin = credentialOrigin(url);
  if (credential === undefined || origin === undefined) return { kind: "SENT", sent: undefined, secrets: [] };
  if (by === undefined) throw new Error("A registration with a credential says who registers it");
  const answer = await credentials(by.tenant).credential({ ...by, url, credential });
  if (answer.kind === "HEADERS")
    return { kind: "SENT", sent: { origin, headers: answer.headers }, secrets: answer.secrets };
  const message = `Cannot use the credential: ${answer.finding}`;
  return { kind: "REFUSED", code: "INVALID_INPUT", member: "credential", message };
}
