/** What the code of a deployment defines, in the form in which `planwright check` and `planwright types` read callables. */
import type { DeployedDefinitions } from "../../../src/catalog/deployed/deployed-definitions.ts";
import { toolNameOf } from "../../../src/catalog/plan-name.ts";
import { catalogSnapshot } from "../../../src/catalog/snapshot/catalog-snapshot.ts";
import { callableNamed } from "../../../src/catalog/snapshot/named-callable.ts";

export interface DeclaredCallable {
  readonly kind: "TOOL" | "AGENT" | "WORKFLOW";
  /** Name in plans. */
  readonly name: string;
  /** Other names that mean it. */
  readonly otherNames: readonly string[];
  readonly description: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly effectClass: string;
  readonly destructive: boolean;
  readonly status: "READY";
}

export function declaredCallables(definitions: DeployedDefinitions): readonly DeclaredCallable[] {
  const snapshot = catalogSnapshot("0", { deployed: definitions });
  const declared = (
    kind: DeclaredCallable["kind"],
    name: string,
    own: string,
    more: Partial<DeclaredCallable> = {},
  ): readonly DeclaredCallable[] => {
    const callable = callableNamed(snapshot, own);
    if (callable === undefined || callable === "CHANGED") return [];
    const { declaredDestructive: destructive, description, effectClass, inputSchema, outputSchema } = callable;
    const schemas = { inputSchema, outputSchema };
    const otherNames = name === own ? [] : [own];
    return [{ kind, name, otherNames, description, ...schemas, effectClass, destructive, status: "READY", ...more }];
  };
  return [
    ...snapshot.tools.flatMap(({ name }) => declared("TOOL", name, name)),
    ...snapshot.agents.flatMap((agent) => declared("AGENT", toolNameOf(agent) ?? agent.name, agent.name)),
    ...snapshot.workflows.flatMap((workflow) =>
      // Without the second form of a call, with an artifact, which the reader adds.
      declared("WORKFLOW", toolNameOf(workflow) ?? workflow.name, workflow.name, {
        description: workflow.description,
        inputSchema: workflow.inputSchema,
      }),
    ),
  ];
}
