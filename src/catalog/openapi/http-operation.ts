/** An operation of an OpenAPI document as it is called: where each argument goes. It is pinned with the callable. */
import { credentialOrigin } from "../egress.ts";

export interface HttpOperation {
  readonly method: string;
  /** Address of its own server, without a slash at its end. Absent for that of the registration. */
  readonly server?: string;
  /** Whether the document demands no credential for it. */
  readonly isOpen?: true;
  /** Below the address of the server, with `{name}` in the places of its parameters. */
  readonly path: string;
  readonly parameters: readonly OperationParameter[];
  /** Absent where nothing is sent but parameters. */
  readonly body?: OperationBody;
  /** Whether the document has a success without content beside the one whose schema is that of the output. */
  readonly mayBeEmpty?: true;
}

export interface OperationParameter {
  /** Name of the argument that is its value. */
  readonly argument: string;
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  /** How lists and objects are written. */
  readonly style: "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject" | "json";
  readonly explode: boolean;
}

export interface OperationBody {
  readonly argument: string;
  readonly contentType: string;
  /** Members of a form with a style of their own. Absent if there are none. */
  readonly fields?: readonly FormField[];
}

export type FormField = Pick<OperationParameter, "name" | "style" | "explode">;

/** Whether its calls are sent the credential of the registered server at `url`, which is for the origin of that alone. */
export function takesCredential({ isOpen, server }: Pick<HttpOperation, "isOpen" | "server">, url: string): boolean {
  return isOpen !== true && (server === undefined || credentialOrigin(server) === credentialOrigin(url));
}

/** Where the secret of a server goes. */
export interface CredentialPlace {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** The text before it in a header. BASIC is given as `user:password`. */
  readonly scheme?: "Bearer" | "Basic";
}

/** The stored facts of a server beside its address, as `ProviderDefinition.connection`. */
export interface OpenApiConnection {
  readonly credential: CredentialPlace;
}
