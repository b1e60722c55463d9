/** What a project imports to configure its deployment in code: `planwright`. The Worker itself is `planwright/worker`. */

export type { Scope } from "../plans/plan-input.ts";
export { ConfigurationError } from "./configuration-error.ts";
export { createPlanwright, type Planwright, type PlanwrightOptions } from "./create-planwright.ts";
export type { DeclaredCallable } from "./declared-callables.ts";
export {
  type AnyTool,
  defineTool,
  type Effects,
  type Tool,
  type ToolCaller,
  type ToolContext,
  type ToolOptions,
  type ToolProgress,
} from "./define-tool.ts";
export type { Agent, DefinitionsInCode, Workflow } from "./definition-options.ts";
export type { HookContext, HookEvents, HookExecution, HookFailure, HookName, Hooks } from "./hooks.ts";
export type { Auth, Authenticate, Caller, Model, SettingsInCode } from "./settings-in-code.ts";
export type { InputOf, OutputOf, SchemaIssue, SchemaResult, StandardSchema } from "./standard-schema.ts";
export { ToolError } from "./tool-error.ts";
