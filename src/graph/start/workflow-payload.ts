/**
 * The input of a workflow that is run from outside, in one of the two ways that a step has (W5): parameters, which are checked strictly and
 * stored as an artifact of the run (W8), or an artifact, which is passed on by its address and not read (W9).
 */
import { type Confinement, storedAudience } from "../../access/audience.ts";
import type { RegisteredWorkflow } from "../../catalog/workflow-registration.ts";
import { payloadArtifact, presentParameters } from "../../execution/callables/dual-mode.ts";
import { type ArtifactAddress, givenArtifacts, readArtifactUrl } from "../../execution/events/artifact-record.ts";
import type { JsonObject } from "../../json/json.ts";
import { violations } from "../../schema/validator.ts";
import type { GraphContext } from "../base/graph-context.ts";
import type { ArtifactFile } from "../base/ports.ts";
import { shownName } from "../base/request-problem.ts";
import type { WorkflowPayloadInput } from "../base/schema.generated.ts";
import { generalError, problemErrors, type UserErrorSource } from "../base/user-errors.ts";

export type WorkflowPayload =
  | {
      readonly ok: true;
      readonly address: ArtifactAddress;
      /** Puts the artifact where the address says, if it is not there. Any number of times, it is the same. */
      readonly store: () => Promise<ArtifactFile>;
    }
  | { readonly ok: false; readonly errors: readonly UserErrorSource[] };

/** The run that is called: name of its object, and the key of the message that calls it. */
interface CalledRun {
  readonly execution: string;
  readonly messageId: string;
  /** Who may see the run. */
  readonly confinement: Confinement;
}

/** `@oneOf` has made sure that exactly one way is taken. */
export async function workflowPayload(
  { artifact, parameters }: WorkflowPayloadInput,
  workflow: RegisteredWorkflow,
  run: CalledRun,
  context: GraphContext,
): Promise<WorkflowPayload> {
  return artifact === undefined
    ? parametersOf((parameters ?? {}) as JsonObject, workflow, run, context)
    : artifactOf(artifact, context);
}

function parametersOf(
  given: JsonObject,
  { inputSchema, name: targetName }: RegisteredWorkflow,
  { confinement, execution, messageId }: CalledRun,
  { caller: { subject }, clients }: GraphContext,
): WorkflowPayload {
  const path = ["payload", "parameters"];
  const parameters = presentParameters(inputSchema, given);
  const broken = violations(inputSchema, parameters);
  if (broken.length > 0) {
    const found = broken[0]?.message ?? "something else";
    const message = `Cannot run the workflow ${shownName(targetName)}: required parameters that satisfy its input schema, found: ${found}`;
    const problem = { kind: "SCHEMA_VIOLATION", message, path, violations: broken } as const;
    return { ok: false, errors: problemErrors([problem], ["input"]) };
  }
  const mode = { strictSchema: inputSchema, artifactArgument: "input_artifact", targetName } as const;
  const { description, name } = payloadArtifact(mode, messageId);
  const address = { owner: execution, name };
  const audience = storedAudience({ subject, ...confinement });
  const facts = { description, labels: ["CALLER"], mediaType: "application/json", ...audience };
  const content = { content: JSON.stringify(parameters), ...facts };
  return { ok: true, address, store: () => clients.artifacts.store(address, content) };
}

async function artifactOf(reference: string, { clients }: GraphContext): Promise<WorkflowPayload> {
  const address = readArtifactUrl(reference) ?? { owner: givenArtifacts, name: reference };
  const artifact = await clients.artifacts.head(address);
  if (artifact !== undefined) return { ok: true, address, store: async () => artifact };
  const message = `Cannot find the artifact ${shownName(reference)}: required the name of one that was given, or the address of any, found none`;
  return { ok: false, errors: [generalError("NOT_FOUND", message, ["input", "payload", "artifact"])] };
}
