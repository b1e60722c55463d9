/**
 * The credential with which a server or an agent is contacted during its registration: the one that a call of the registering caller would
 * send.
 */
import { isRenewable } from "../../catalog/credentials/credential-refusal.ts";
import { credentialOrigin } from "../../catalog/egress.ts";
import type { RegistryRefusal } from "../../catalog/snapshot/registry-result.ts";
import type { ProviderCredential } from "../../plan/credential.ts";
import { proofsFor, refusalIn } from "../calls/call-credential.ts";
import type { SentCredential } from "../calls/guarded-fetch.ts";
import type { CredentialAnswer } from "../ports/credential-port.ts";
import type { ExecutionOptions } from "../ports/execution-options.ts";

/** Who registers something. */
export interface Registrar {
  readonly tenant: string;
  readonly subject: string;
  /** Servers, agents, workflows and manifests that it may have registered. Absent, as 0, for no cap. */
  readonly maxRegistrations?: number;
}

export type RegistrationCredential =
  | {
      readonly kind: "SENT";
      readonly sent: SentCredential | undefined;
      /** Grows when a token is renewed. */
      readonly secrets: readonly string[];
      /** Why the callee could not be contacted, if a person has to connect first. */
      readonly lacking: () => RegistryRefusal<"credential", "INVALID_INPUT"> | undefined;
    }
  | RegistryRefusal<"credential", "INVALID_INPUT">;

const nothingLacks = () => undefined;

/** The credential for the callee at `url`. A missing part of it refuses the registration. */
export async function registrationCredential(
  url: string,
  credential: ProviderCredential | undefined,
  by: Registrar | undefined,
  credentials: ExecutionOptions["credentials"],
): Promise<RegistrationCredential> {
  const origin = credentialOrigin(url);
  if (credential === undefined || origin === undefined)
    return { kind: "SENT", sent: undefined, secrets: [], lacking: nothingLacks };
  if (by === undefined) throw new Error("A registration with a credential says who registers it");
  const request = { ...by, url, credential };
  const answer = await credentials(by.tenant).credential(request);
  if (answer.kind !== "HEADERS") return refusalOf(answer);
  const secrets = [...answer.secrets];
  let lack: Exclude<CredentialAnswer, { readonly kind: "HEADERS" }> | undefined;
  const sent: SentCredential = {
    origin,
    headers: answer.headers,
    proofs: proofsFor(answer),
    ...(isRenewable(credential) && {
      renewed: async (response: Response) => {
        const refusal = refusalIn(response, sent.headers, credential);
        // What was refused once is not asked for again.
        if (refusal === undefined || lack !== undefined) return undefined;
        const renewed = await credentials(by.tenant).credential({ ...request, refusal });
        if (renewed.kind !== "HEADERS") {
          lack = renewed;
          return undefined;
        }
        secrets.push(...renewed.secrets);
        sent.proofs = proofsFor(renewed);
        return renewed.headers;
      },
    }),
  };
  return { kind: "SENT", sent, secrets, lacking: () => lack && refusalOf(lack) };
}

function refusalOf(answer: Exclude<CredentialAnswer, { readonly kind: "HEADERS" }>) {
  const message = `Cannot use the credential: ${answer.finding}`;
  const refusal = { kind: "REFUSED", code: "INVALID_INPUT", member: "credential", message } as const;
  return answer.kind === "CONNECT" ? { ...refusal, connect: answer.connection } : refusal;
}
