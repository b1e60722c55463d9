/**
 * The credential with which a server or an agent is contacted during its registration: the one that a call of the registering caller would
 * send.
 */
import { credentialOrigin } from "../../catalog/egress.ts";
import type { RegistryRefusal } from "../../catalog/snapshot/registry-result.ts";
import type { ProviderCredential } from "../../plan/credential.ts";
import type { SentCredential } from "../calls/guarded-fetch.ts";
import { type NoCredential, sentCredential } from "../calls/sent-credential.ts";
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
  const secrets: string[] = [];
  const result = await sentCredential(credentials(by.tenant), request, origin, secrets);
  if (result.kind !== "SENT") return refusalOf(result);
  const lacking = () => {
    const lack = result.lacking();
    return lack && refusalOf(lack);
  };
  return { kind: "SENT", sent: result.sent, secrets, lacking };
}

function refusalOf(answer: NoCredential) {
  const message = `Cannot use the credential: ${answer.finding}`;
  const refusal = { kind: "REFUSED", code: "INVALID_INPUT", member: "credential", message } as const;
  return answer.kind === "CONNECT" ? { ...refusal, connect: answer.connection } : refusal;
}
