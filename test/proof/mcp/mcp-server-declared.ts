/** Checks of the server suite of MCP that do not apply to `/mcp`. */
import type { Declaration } from "../suite.ts";

export const mcpServerDeclared: readonly Declaration[] = [
  {
    scenarios: [
      "* prompts-list: prompts-list",
      "* prompts-get-simple: prompts-get-simple",
      "* prompts-get-with-args: prompts-get-with-args",
      "* prompts-get-embedded-resource: prompts-get-embedded-resource",
      "* prompts-get-with-image: prompts-get-with-image",
      "2026-07-28 caching: sep-2549-prompts-list-caching-hints",
    ],
    reason: "Prompts are not offered, and the capability is not declared",
  },
  {
    scenarios: [
      "* resources-list: resources-list",
      "* resources-read-text: resources-read-text",
      "* resources-read-binary: resources-read-binary",
      "* resources-templates-read: resources-templates-read",
      "2025-11-25 resources-subscribe: resources-subscribe",
      "2025-11-25 resources-unsubscribe: resources-unsubscribe",
      "2026-07-28 caching: sep-2549-resources-list-caching-hints",
      "2026-07-28 caching: sep-2549-resources-templates-list-caching-hints",
      "2026-07-28 caching: sep-2549-resources-read-caching-hints",
      "2026-07-28 sep-2164-resource-not-found: sep-2164-error-code",
      "2026-07-28 sep-2164-resource-not-found: sep-2164-data-uri",
    ],
    reason: "Resources are not offered, and the capability is not declared",
  },
  {
    scenarios: ["* completion-complete: completion-complete"],
    reason: "Completion is not offered, and the capability is not declared",
  },
  {
    scenarios: [
      "2025-11-25 logging-set-level: *-set-level",
      "2025-11-25 tools-call-with-logging: tools-call-with-logging",
    ],
    reason: "Logging is not offered, and the capability is not declared",
  },
  {
    scenarios: [
      "* tools-call-image: tools-call-image",
      "* tools-call-audio: tools-call-audio",
      "* tools-call-embedded-resource: tools-call-embedded-resource",
      "* tools-call-mixed-content: tools-call-mixed-content",
    ],
    reason: "A workflow answers with JSON, as structured content and as text; it makes no images, sounds or resources",
  },
  {
    scenarios: [
      "2026-07-28 input-required-result-*: sep-2322-elicitation-incomplete",
      "2026-07-28 input-required-result-*: sep-2322-list-roots-incomplete",
      "2026-07-28 input-required-result-*: sep-2322-sampling-incomplete",
      "2026-07-28 input-required-result-*: sep-2322-respect-client-capabilities",
      "2026-07-28 input-required-result-*: sep-2322-ignore-unexpected-params",
      "2026-07-28 input-required-result-*: sep-2322-missing-response-rerequests",
      "2026-07-28 input-required-result-*: sep-2322-multi-round-r1",
      "2026-07-28 input-required-result-*: sep-2322-multiple-inputs-incomplete",
      "2026-07-28 input-required-result-*: sep-2322-non-tool-incomplete",
      "2026-07-28 input-required-result-*: sep-2322-request-state-incomplete",
      "2026-07-28 input-required-result-*: sep-2322-result-type-included",
      "2026-07-28 input-required-result-*: sep-2322-reject-tampered-state",
      "2025-11-25 tools-call-sampling: tools-call-sampling",
      "2025-11-25 tools-call-elicitation: tools-call-elicitation",
      "2025-11-25 elicitation-sep1034-defaults: elicitation-sep1034-general",
      "2025-11-25 elicitation-sep1330-enums: elicitation-sep1330-general",
    ],
    reason:
      "The suite calls tools of its own, which ask; ours ask a client of 2026-07-28 what a run asks in a form, and clients before it nothing",
  },
  {
    scenarios: [
      "2026-07-28 server-stateless: sep-2575-server-rejects-undeclared-capability",
      "2026-07-28 server-stateless: sep-2575-missing-capability-http-400",
    ],
    reason: "No tool needs a capability of the client",
  },
  {
    scenarios: [
      "2026-07-28 server-stateless: *subscription*",
      "2026-07-28 server-stateless: sep-2575-server-honors-notification-filter",
    ],
    reason: "Subscriptions are not offered: nothing announces its changes",
  },
  {
    scenarios: [
      "2026-07-28 tasks-capability-negotiation: tasks-*",
      "2026-07-28 tasks-capability-negotiation: sep-2663-*",
      "2026-07-28 tasks-dispatch-and-envelope: tasks-server-directed-creation-no-hint",
      "2026-07-28 tasks-dispatch-and-envelope: tasks-immediate-result-shortcut",
      "2026-07-28 tasks-dispatch-and-envelope: tasks-result-type-complete-on-non-task-responses",
      "2026-07-28 tasks-dispatch-and-envelope: sep-2663-legacy-task-param-ignored",
      "2026-07-28 tasks-dispatch-and-envelope: sep-2663-durable-create-strong-consistency",
      "2026-07-28 tasks-dispatch-and-envelope: sep-2663-tasks-get-invalid-task-id-32602",
      "2026-07-28 tasks-lifecycle: tasks-*",
      "2026-07-28 tasks-lifecycle: sep-2663-*",
      "2026-07-28 tasks-mrtr-composition: sep-2663-*",
      "2026-07-28 tasks-mrtr-input: tasks-*",
      "2026-07-28 tasks-mrtr-input: sep-2663-*",
      "2026-07-28 tasks-request-headers: tasks-headers-tolerate-mcp-method-on-tools-call",
      "2026-07-28 tasks-request-headers: sep-2663-*",
      "2026-07-28 tasks-request-state-removal: tasks-*",
      "2026-07-28 tasks-required-task-error: sep-2663-*",
      "2026-07-28 tasks-status-notifications: tasks-status-notifications",
      "2026-07-28 tasks-wire-fields: tasks-*",
    ],
    reason: "The extension for tasks is not offered, and not declared",
  },
  {
    scenarios: ["2026-07-28 http-custom-header-server-validation: sep-2243-server-*"],
    reason: "No tool asks for headers by x-mcp-header",
  },
  {
    scenarios: ["2025-11-25 server-s*"],
    reason: "There are no sessions, and streams are not resumed",
  },
];
