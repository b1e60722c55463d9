/** Checks of the client suite of MCP that do not apply to Planwright as a client. */
import type { Declaration } from "../suite.ts";

export const mcpClientDeclared: readonly Declaration[] = [
  {
    scenarios: [
      "* auth/basic-cimd: *",
      "* auth/client-credentials-basic: *",
      "* auth/client-credentials-jwt: *",
      "* auth/dpop: *",
      "* auth/dpop-nonce: *",
      "* auth/enterprise-managed-authorization: *",
      "* auth/metadata-default: *",
      "* auth/metadata-var*: *",
      "* auth/pre-registration: *",
      "* auth/scope-*: *",
      "* auth/token-endpoint-auth-*: *",
      "* auth/wif-jwt-bearer: *",
      "2026-07-28 auth/iss-*: *",
      "2026-07-28 auth/metadata-issuer-mismatch: *",
      "2026-07-28 auth/offline-access-*: *",
      "2026-07-28 auth/resource-mismatch: *",
      "2026-07-28 auth/authorization-server-migration: sep-2352-reregister-on-as-change",
    ],
    reason: "OAuth is not offered: a server is sent the bearer token that its registration names",
  },
  {
    scenarios: ["2026-07-28 http-custom-headers: sep-2243-client-omit-null"],
    reason:
      "The scenario sends null where the input schema of its own tool demands a boolean: such a plan is refused, and nothing is sent",
  },
  {
    scenarios: [
      "2026-07-28 request-metadata: sep-2575-client-declares-roots-capability",
      "2026-07-28 request-metadata: sep-2575-client-declares-sampling-capability",
      "2026-07-28 request-metadata: sep-2575-client-declares-elicitation-capability",
    ],
    reason: "The request that the suite looks at declares none of these",
  },
  {
    scenarios: ["2025-11-25 elicitation-sep1034-client-defaults: client-elicitation-sep1034-*-default"],
    reason:
      "Servers of 2025-11-25 ask over a stream of their own, which is not opened; the capability is not declared to them",
  },
];
