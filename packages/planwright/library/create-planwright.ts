/**
 * The configuration of a deployment in code, beside its settings in the environment. It is read when the Worker starts; what is wrong with it
 * is thrown then, so that a version with a fault is not deployed.
 */
import { declareCode } from "../../../src/worker/platform/deployed-code.ts";
import { type DeclaredCallable, declaredCallables } from "./declared-callables.ts";
import type { AnyTool } from "./define-tool.ts";
import type { DefinitionsInCode } from "./definition-options.ts";
import { deployedCodeOf } from "./deployed-code-of.ts";
import type { Hooks } from "./hooks.ts";
import type { SettingsInCode } from "./settings-in-code.ts";

export interface PlanwrightOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]>
  extends SettingsInCode,
    DefinitionsInCode {
  /** Tools in code. Every tenant has them, and none can register something else of their names. */
  readonly tools?: Tools;
  /** Functions that are called with events of executions. */
  readonly hooks?: Hooks;
}

/** The default export of a Worker, and what it was made of. */
export interface Planwright<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  readonly fetch: (request: Request, env: unknown, context: unknown) => Promise<Response>;
  readonly tools: Tools;
  /** All that plans may call of it, for commands that read the configuration: `planwright types --module` and `check --module`. */
  readonly callables: readonly DeclaredCallable[];
}

/**
 * Declares what the code of a deployment defines, and gives its request handler. Call it once, in the module of the Worker.
 *
 * @example
 * ```ts
 * import { createPlanwright } from "planwright";
 * const planwright = createPlanwright({ tools: [] });
 * planwright.tools.length; // 0
 * ```
 */
export function createPlanwright<const Tools extends readonly AnyTool[] = readonly []>(
  options: PlanwrightOptions<Tools> = {},
): Planwright<Tools> {
  const code = deployedCodeOf(options);
  declareCode(code);
  return {
    // The Worker is not loaded where only the configuration is read, such as by tools of development.
    fetch: async (request, env, context) => {
      const { default: worker } = await import("./worker.ts");
      return worker.fetch(request, env, context);
    },
    tools: (options.tools ?? []) as Tools,
    get callables() {
      return declaredCallables(code.definitions);
    },
  };
}
