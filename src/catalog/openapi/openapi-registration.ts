/** The registration of a server that an OpenAPI document describes, as a caller sends it. */
import type { JsonObject } from "../../json/json.ts";
import type { EffectClass, OutputValidation } from "../../plan/callable.ts";
import type { ProviderCredential } from "../../plan/credential.ts";

export interface OpenApiRegistration {
  /** Unique among servers within the tenant; prefix of its tools where names collide. */
  readonly name: string;
  /** The document itself, or where it is read. */
  readonly source: { readonly document: JsonObject } | { readonly url: string };
  /** Null for the first address that the document names. */
  readonly baseUrl: string | null;
  /** Names a secret of the deployment; `X` reads the setting `TOOL_SECRET_X` and nothing else. Null to send none. */
  readonly secret: string | null;
  /** A credential other than a bearer secret. Absent for none. */
  readonly credential?: ProviderCredential;
  /** Name of the security scheme of the document that the secret is for. Null for the first that it demands. */
  readonly securityScheme: string | null;
  readonly outputValidation: OutputValidation;
  /** Names of the operations that become tools. Null for all. */
  readonly operations: readonly string[] | null;
  readonly effects: readonly { readonly operation: string; readonly effectClass: EffectClass }[];
  /** Labels of the results of its operations. Absent if none are declared. */
  readonly outputLabels?: readonly string[];
}

/** Members of the request that can be to blame. */
export type OpenApiMember =
  | "name"
  | "document"
  | "url"
  | "baseUrl"
  | "secret"
  | "credential"
  | "securityScheme"
  | "operations"
  | "effects"
  | "outputLabels";
