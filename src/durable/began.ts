/** The first event of an execution, from the request that was checked. */
import type { ExecutionStarted } from "../plan/event.ts";
import type { StartRequest } from "../plan/start-request.ts";
import { storedValue } from "./stored-json.ts";

export function startedEvent(request: StartRequest, codeVersion: string): ExecutionStarted {
  const { bindings, waitMs: _waited, withValues: _read, ...facts } = request;
  return { kind: "ExecutionStarted", ...facts, bindings: storedValue(bindings), codeVersion };
}
