/**
 * The storing of saved workflows. They arrive compiled. Rules about all stored workflows are checked here, in the turn of the write: names,
 * limits, and that no workflow calls itself through others that were saved meanwhile.
 */

import { nameTaken } from "../../catalog/snapshot/registry-names.ts";
import type { SaveWorkflowResult } from "../../catalog/snapshot/registry-result.ts";
import { callsItself, workflowRefusal } from "../../catalog/snapshot/workflow-refusal.ts";
import type { WorkflowRegistration } from "../../catalog/workflow-registration.ts";
import type { CatalogTables } from "./catalog-tables.ts";
import type { Registrar } from "./registration-credential.ts";
import { nameRefused, snapshotOf, tooManyOfSubject, tooMuch } from "./registry-refusal.ts";

const maxWorkflowBytes = 4_000_000;

/**
 * Stores a version and makes it the newest of its name. A version that is there keeps the time at which it came. `most` is how many workflows
 * the tenant may have.
 */
export function saveWorkflow(
  tables: CatalogTables,
  registration: WorkflowRegistration,
  now: number,
  by: Registrar | undefined,
  most: number,
): SaveWorkflowResult {
  const { name, version } = registration;
  const refusal = workflowRefusal(registration);
  if (refusal !== undefined) return { kind: "REFUSED", ...refusal };
  const snapshot = snapshotOf(tables);
  const taken = nameTaken(snapshot, registration);
  if (taken !== undefined) return nameRefused(name, taken);
  const circle = callsItself(snapshot, registration);
  if (circle !== undefined) return { kind: "REFUSED", code: "INVALID_INPUT", member: "plan", message: circle };
  const createdAt = tables.workflows.version(name, version)?.createdAt ?? now;
  const workflow = { ...registration, createdAt };
  const others = snapshot.workflows.filter((other) => other.name !== name);
  const large = tooMuch(tables, "workflow", workflow, others, most, maxWorkflowBytes);
  const refused = large ?? tooManyOfSubject(tables, "workflow", name, by);
  if (refused !== undefined) return refused;
  tables.putWorkflow(workflow, by?.subject);
  return { kind: "SAVED", workflow, revision: tables.revision };
}
