/**
 * Definitions in the code of the deployment, as `createPlanwright` declared them while the module of the Worker was evaluated. All objects
 * and requests of an isolate share them. They cannot be passed as arguments, because the platform makes objects. So they are kept here,
 * once for each isolate.
 */
import { type DeployedDefinitions, nothingDeployed } from "../../catalog/deployed/deployed-definitions.ts";
import type { CodeHook, CodeHooks } from "../../execution/webhooks/code-hook.ts";
import type { CodeTool, CodeTools } from "../../tools/code/code-tool.ts";
import type { AuthenticateInCode } from "../settings/settings.ts";

export interface DeployedCode {
  /** By name. */
  readonly tools: ReadonlyMap<string, CodeTool>;
  readonly definitions: DeployedDefinitions;
  /** By name, such as `onStepFinished`. */
  readonly hooks: ReadonlyMap<string, CodeHook>;
  /** Settings in code, as the environment would say them. It has the last word on each. */
  readonly settings: { readonly [name: string]: string };
  /** Recognises callers. Absent for a deployment whose settings say how. */
  readonly authenticate?: AuthenticateInCode | undefined;
}

const nothing: DeployedCode = { tools: new Map(), definitions: nothingDeployed, hooks: new Map(), settings: {} };

let declared = nothing;
/** Declarations since the last use. A module that is evaluated again, as tools of development do, declares in the place of the one before. */
let declarations = 0;
let conflict: string | undefined;

/** Declares the definitions in code, before the first request and the first object. */
export function declareCode(code: DeployedCode): void {
  declared = code;
  declarations += 1;
}

/** The declarations. Empty in a Worker that does not call `createPlanwright`. */
export function deployedCode(): DeployedCode {
  settle();
  return declared;
}

/** The problem of the declarations. Undefined if there is none. */
export function declarationConflict(): string | undefined {
  settle();
  return conflict;
}

function settle(): void {
  if (declarations === 0) return;
  conflict =
    declarations === 1
      ? undefined
      : `Cannot use the configuration in code: required one call of createPlanwright in a Worker, found ${declarations}`;
  declarations = 0;
}

/** The tools in code as the objects of `environment` call them. */
export function codeToolsIn(environment: unknown): CodeTools {
  return { named: (name) => deployedCode().tools.get(name), env: environment };
}

/** The hooks in code as the objects of `environment` call them. */
export function codeHooksIn(environment: unknown): CodeHooks {
  return { named: (name) => deployedCode().hooks.get(name), env: environment };
}
