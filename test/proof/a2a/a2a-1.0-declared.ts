/** Tests of the TCK of A2A 1.0 that do not apply to `/a2a`. */
import type { Declaration } from "../suite.ts";

export const a2a10Declared: readonly Declaration[] = [
  {
    scenarios: ["*TestGrpc*"],
    skippedBecause: "Transport 'grpc' not configured",
    reason: "gRPC is not offered, and no card names it",
  },
  {
    scenarios: ["*TestRestFormat*", "*TestRestStreaming*", "*TestHttpJson*"],
    skippedBecause: "Transport 'http_json' not configured",
    reason: "HTTP+JSON is not offered, and no card names it",
  },
  {
    scenarios: ["agent_card.test_agent_card.TestAgentCardStructure::test_agent_card_validates_against_schema"],
    reason:
      "The TCK names no version when it asks for the card, and is given one for readers of 0.3 and of 1.0, whose members of 0.3 the schema of 1.0 does not know",
  },
  {
    scenarios: ["agent_card.test_agent_card_caching.TestAgentCardLastModified::test_last_modified_present"],
    reason: "Last-Modified is optional; cards have an ETag",
  },
  {
    scenarios: [
      "core_operations.test_artifacts.TestTextArtifact::test_task_has_text_artifact[jsonrpc]",
      "core_operations.test_artifacts.TestFileArtifact::test_task_has_file_artifact[jsonrpc]",
      "core_operations.test_artifacts.TestFileUrlArtifact::test_task_has_file_url_artifact[jsonrpc]",
    ],
    reason: "The system under test is a workflow, whose output is data; text and files are no outputs of workflows",
  },
  {
    scenarios: ["core_operations.test_artifacts.TestMessageResponse::test_returns_message_with_text_part[jsonrpc]"],
    reason: "Every message begins a task; none is answered with a message",
  },
  {
    scenarios: ["core_operations.test_requirements::test_must_requirement[CORE-SEND-003-jsonrpc]"],
    reason:
      "The test demands ContentTypeNotSupportedError and then success of the same request; the error is answered, and the test of its code passes",
  },
  {
    scenarios: [
      "core_operations.test_error_handling.TestCapability*",
      "jsonrpc.*::test_push_notification_not_supported_error",
      "jsonrpc.*::test_unsupported_operation_error",
    ],
    reason:
      "The card offers streaming, push and the extended card, and requires no extension, so their absence cannot be tried",
  },
  {
    scenarios: ["core_operations.test_requirements::test_should_requirement[no-requirements-*]"],
    reason: "The TCK has no requirements at this level",
  },
  {
    scenarios: [
      "core_operations.test_task_history.TestHistoryOrdering::test_history_messages_in_chronological_order[jsonrpc]",
      "core_operations.test_task_history.TestHistoryContent::test_history_content_matches_sent_messages[jsonrpc]",
    ],
    reason: "The test sends a further message to a task that has ended, which is refused",
  },
  {
    scenarios: ["jsonrpc.test_error_codes.TestJsonRpcErrorCodeMappings::test_content_type_not_supported_error"],
    reason: "A request is read as JSON whatever its header Content-Type says",
  },
];
