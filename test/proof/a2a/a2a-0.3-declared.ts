/** Tests of the TCK of A2A 0.3 that do not apply to `/a2a`, and those that contradict the specification. */
import type { Declaration } from "../suite.ts";

const skipped = (reason: string, ...words: readonly string[]): readonly Declaration[] =>
  words.map((skippedBecause) => ({ skippedBecause, reason }));

export const a2a03Declared: readonly Declaration[] = [
  ...skipped(
    "The system under test runs with AUTH_MODE=none, so its card declares no credentials",
    ...[
      "No security schemes declared",
      "No authentication schemes declared",
      "No authentication credentials configured",
    ],
    ...["does not have an authentication section"],
  ),
  ...skipped(
    "No task of ours waits for credentials",
    "in-task authentication",
    "did not require additional authentication",
  ),
  ...skipped(
    "The system under test runs on this machine, without TLS",
    ...[
      "only applicable to HTTPS URLs",
      "HTTPS requirement skipped",
      "HTTP redirect test skipped",
      "relaxed for testing",
    ],
    ...["is not using HTTPS", "When testing locally", "HTTPS not used"],
  ),
  ...skipped("gRPC is not offered, and no card names it", "to gRPC transport"),
  ...skipped("HTTP+JSON is not offered, and no card names it", "to REST transport"),
  ...skipped("JSON-RPC is the only binding", "requires 2+ transports", "requires multiple transport implementations"),
  ...skipped("The TCK skips the test everywhere", "This test is flaky", "Many A2A SDK implementations"),
  ...skipped("The method belongs to 1.0", "tasks/list not supported on JSON-RPC transport"),
  ...skipped("Nothing that the TCK tries makes the error due", "Could not trigger", "cannot be reliably triggered"),
  ...skipped(
    "The TCK looks for the card's members at another place than the specification",
    "SUT appears to support push notifications despite",
  ),
  ...skipped("The TCK looks for modes of 0.2; data and files by address are taken", "modality not supported by SUT"),
  ...skipped("The TCK reads the task at another place than the specification", "Failed to create reference task"),
  {
    scenarios: [
      "mandatory.protocol.test_extended_agent_card::test_extended_agent_card_response_format",
      "mandatory.protocol.test_extended_agent_card::test_extended_agent_card_endpoint_exists",
      "mandatory.security.test_agent_card_security::test_extended_card_access_controls",
      "mandatory.security.test_agent_card_security::test_public_agent_card_access_control",
    ],
    reason: "The test asks for a path of HTTP+JSON; over JSON-RPC the extended card is a method",
  },
  {
    scenarios: [
      "mandatory.protocol.test_a2a_v030_new_methods.TestAuthenticatedExtendedCard::test_authenticated_extended_card_without_auth",
    ],
    reason: "The system under test runs with AUTH_MODE=none, and shows everybody the extended card",
  },
  {
    scenarios: [
      "mandatory.jsonrpc.test_json_rpc_compliance::test_rejects_invalid_json_rpc_requests[invalid_request2--32601]",
      "mandatory.jsonrpc.test_json_rpc_compliance::test_rejects_invalid_json_rpc_requests[invalid_request4--32602]",
    ],
    reason: "The request has no id; A2A has no notifications, so it is invalid before its method is looked at",
  },
  {
    scenarios: ["mandatory.quality.test_error_validation_enhanced::test_invalid_method_error_validation"],
    reason: "The test sends an object as method, which is an invalid request and no unknown method",
  },
  {
    scenarios: [
      "mandatory.protocol.test_a2a_v030_new_methods.TestMethodMappingCompliance::test_core_method_mapping_compliance",
    ],
    reason: "The test reads the id of the task at the JSON-RPC envelope",
  },
  {
    scenarios: [
      "mandatory.jsonrpc.test_a2a_error_codes_enhanced::test_push_notification_not_supported_error_32003_enhanced",
    ],
    reason: "The card offers push, so the error is never due",
  },
  {
    scenarios: ["mandatory.security.test_agent_card_security::test_sensitive_information_protection"],
    reason: "The test takes the loopback address of the system under test, which stands in its card, for a leak",
  },
  {
    scenarios: [
      "mandatory.protocol.test_message_send_method::test_message_send_continue_task",
      "mandatory.protocol.test_state_transitions::test_task_history_length",
      "optional.capabilities.test_message_send_capabilities::test_message_send_continue_with_contextid",
      "optional.quality.test_resilience::test_partial_update_recovery",
      "optional.quality.test_task_state_quality::test_task_state_transitions",
      "optional.capabilities.test_streaming_methods::test_tasks_resubscribe",
    ],
    reason:
      "The test needs a task that goes on after its first answer, and does not say so; that of the workflow has ended by then",
  },
  {
    scenarios: ["optional.capabilities.test_streaming_methods::test_tasks_resubscribe_nonexistent"],
    reason: "The test wants the error in an event stream; it comes as JSON, because no stream has begun",
  },
  {
    scenarios: ["optional.capabilities.test_push_notification_config_methods::test_get_push_notification_config"],
    reason: 'The test asks for a config with the id "default" after it set one without an id, which is given another',
  },
];
