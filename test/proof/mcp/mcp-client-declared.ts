/** Checks of the client suite of MCP that do not apply to Planwright as a client. */
import type { Declaration } from "../suite.ts";

export const mcpClientDeclared: readonly Declaration[] = [
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
