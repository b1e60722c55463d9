/** Tools in code as tests define and call them. */
import { codeToolOf } from "../../../packages/planwright/library/code-tool-of.ts";
import type { AnyTool } from "../../../packages/planwright/library/define-tool.ts";
import { codeServer } from "../../../src/catalog/deployed/deployed-definitions.ts";
import { toolDefinition } from "../../../src/catalog/tool-definition.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { ProgressNotice } from "../../../src/execution/events/callee-progress.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import type { CallableDefinition } from "../../../src/plan/callable.ts";
import { type CodeToolCall, callCodeTool } from "../../../src/tools/code/code-call.ts";
import type { CodeTool } from "../../../src/tools/code/code-tool.ts";

/** The definition that a plan is checked against. */
export function pinnedAs(tool: CodeTool): CallableDefinition {
  return { ...toolDefinition(tool.definition, codeServer).callable, name: tool.definition.name };
}

interface Calling extends Partial<CodeToolCall> {
  /** What is deployed now, which is `tool` if nothing is said, or nothing for null. */
  readonly deployed?: AnyTool | null;
}

/** One attempt of `tool`, with the notices of progress that it gave. */
export async function calledTool(tool: AnyTool, input: JsonObject, calling: Calling = {}) {
  const { deployed = tool, ...given } = calling;
  const notices: ProgressNotice[] = [];
  const now = deployed === null ? undefined : codeToolOf(deployed, "tools[0]");
  const result: AttemptResult = await callCodeTool({
    callable: pinnedAs(codeToolOf(tool, "tools[0]")),
    arguments: input,
    ...{ idempotencyKey: "key-1", attempt: 1, signal: new AbortController().signal, maxResultBytes: 1_000_000 },
    execution: { contextId: "c", requestId: "r", traceId: "t", userId: "ann", depth: 0 },
    onProgress: (notice) => notices.push(notice),
    tools: { named: () => now, env: { GREETING: "Hello" } },
    secret: (name) => (name === "BANK" ? "s3cret-of-the-bank" : undefined),
    clock: {
      after: (delayMs, task) => {
        const timer = setTimeout(task, delayMs);
        return () => clearTimeout(timer);
      },
    },
    ...given,
  });
  return { notices, result };
}
