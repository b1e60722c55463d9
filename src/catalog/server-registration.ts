/** The registration of an MCP server by a tenant, and the reasons to refuse it before the server is contacted. */

import type { JsonSchema } from "../json/json.ts";
import { nearestNames, suggested } from "../json/nearest-name.ts";
import type { OutputValidation } from "../plan/callable.ts";
import type { ProviderCredential } from "../plan/credential.ts";
import { declaredLabelsFinding } from "../plan/labels/declared-labels.ts";
import { credentialProblem } from "./credentials/credential-refusal.ts";
import {
  bindingIn,
  bindingRefusal,
  type EgressRules,
  egressRefusal,
  noServiceBindings,
  type ServiceBindings,
} from "./egress.ts";
import { outputSchemaProblem } from "./input-schema.ts";

export interface ServerRegistration {
  /** Unique within the tenant; prefix of its tools where names collide. */
  readonly name: string;
  readonly url: string;
  /** Names a secret of the deployment; `X` reads the setting `TOOL_SECRET_X` and nothing else. Null to send none. */
  readonly bearerSecret: string | null;
  /** A credential other than a bearer secret. Absent for none. */
  readonly credential?: ProviderCredential;
  /** Believe its hints on the effects of its tools (E7). */
  readonly trusted: boolean;
  readonly outputValidation: OutputValidation;
  /** Its protocol, where that is not MCP. */
  readonly protocol?: "OPENAPI";
  /** Labels of the results of its tools, see `declared-labels.ts`. Absent if it declares none. */
  readonly outputLabels?: readonly string[];
  /** Declarations about single tools. Absent if there are none. */
  readonly tools?: readonly DeclaredTool[];
}

/** The declaration of a tool in a registration. */
export interface DeclaredTool {
  /** As the server names it. */
  readonly name: string;
  /** In the place of that of the tool. Absent to keep that. */
  readonly outputSchema?: JsonSchema;
  /** Labels of its results, in the place of those of the server. Absent to keep those. */
  readonly outputLabels?: readonly string[];
}

/** Entries of `tools`. */
const maxDeclaredTools = 200;

export interface RegistrationRefusal {
  readonly code: "INVALID_INPUT" | "EGRESS_DENIED" | "LIMIT_EXCEEDED";
  readonly member: keyof ServerRegistration;
  readonly message: string;
}

const serverName = /^[A-Za-z0-9_-]{1,64}$/;
/** Tools of the user interface are called `ui.{function}`; a server of this name would call its own so. */
export const userInterfaceName = "ui";
/** The form of a name of a secret. */
export const secretName = /^[A-Z0-9_]{1,64}$/;
/** Characters of the longest URL that is taken. */
export const longestUrl = 2_048;

/** The first reason not to register `registration`, or undefined. */
export function registrationRefusal(
  registration: ServerRegistration,
  rules: EgressRules,
  bindings: ServiceBindings = noServiceBindings,
): RegistrationRefusal | undefined {
  if (!serverName.test(registration.name)) {
    return invalid("name", "the server name", "1 to 64 letters, digits, `_` or `-`", registration.name);
  }
  if (registration.name === userInterfaceName) {
    return invalid("name", "the server name", "one that tools of the user interface do not have", registration.name);
  }
  if (registration.url.length > longestUrl) {
    return {
      code: "INVALID_INPUT",
      member: "url",
      message: `Cannot use the URL: required at most ${longestUrl} characters`,
    };
  }
  const binding = bindingIn(registration.url);
  const refused =
    binding === undefined ? egressRefusal(registration.url, rules) : bindingRefusal(binding.name, bindings);
  if (refused !== undefined) {
    const code = refused.reason === "INVALID_URL" ? "INVALID_INPUT" : "EGRESS_DENIED";
    return { code, member: "url", message: refused.message };
  }
  const { bearerSecret } = registration;
  if (bearerSecret !== null && !secretName.test(bearerSecret)) {
    return invalid("bearerSecret", "the secret name", "1 to 64 capital letters, digits or `_`", bearerSecret);
  }
  const problem = credentialProblem(registration.credential, bearerSecret);
  if (problem !== undefined)
    return { code: "INVALID_INPUT", member: "credential", message: `Cannot use the credential: ${problem}` };
  const finding = declaredLabelsFinding(registration.outputLabels ?? []);
  if (finding !== undefined) {
    const message = `Cannot use the output labels: ${finding}`;
    return { code: "INVALID_INPUT", member: "outputLabels", message };
  }
  return declaredToolsRefusal(registration.tools ?? []);
}

function declaredToolsRefusal(tools: readonly DeclaredTool[]): RegistrationRefusal | undefined {
  if (tools.length > maxDeclaredTools) {
    const message = `Cannot use the tools: required at most ${maxDeclaredTools} entries, found ${tools.length}`;
    return { code: "LIMIT_EXCEEDED", member: "tools", message };
  }
  const names = new Set<string>();
  for (const { name, outputLabels, outputSchema } of tools) {
    if (names.has(name)) return invalid("tools", "the tool", "each tool once", name);
    names.add(name);
    const finding = declaredLabelsFinding(outputLabels ?? []);
    if (finding !== undefined) {
      const message = `Cannot use the output labels of tool ${JSON.stringify(name.slice(0, 80))}: ${finding}`;
      return { code: "INVALID_INPUT", member: "tools", message };
    }
    const problem = outputSchema === undefined ? undefined : outputSchemaProblem(outputSchema);
    if (problem !== undefined) {
      const message = `Cannot use the output schema of tool ${JSON.stringify(name.slice(0, 80))}: ${problem.message}`;
      return { code: problem.code, member: "tools", message };
    }
  }
  return undefined;
}

/** A tool that the registration declares something of and that the server does not offer under `offered`. Undefined if there is none. */
export function unknownToolRefusal(
  { tools = [] }: ServerRegistration,
  offered: readonly string[],
): RegistrationRefusal | undefined {
  const unknown = tools.find(({ name }) => !offered.includes(name));
  if (unknown === undefined) return undefined;
  const nearest = nearestNames(unknown.name, offered);
  const advice = suggested(nearest);
  return invalid("tools", "the tool", `a tool that the server offers${advice}`, unknown.name);
}

/** Name of the only setting that a server's `bearerSecret` can read. */
export function secretSettingName(bearerSecret: string): string {
  return `TOOL_SECRET_${bearerSecret}`;
}

function invalid(member: keyof ServerRegistration, what: string, required: string, found: string): RegistrationRefusal {
  const shown = JSON.stringify(found.slice(0, 80));
  return { code: "INVALID_INPUT", member, message: `Cannot use ${what} ${shown}: required ${required}` };
}
