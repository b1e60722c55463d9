/**
 * Why the catalog refused an entry, and the limits of its total size: the whole catalog is read in one response.
 */

import { fitsHeader, unfitForHeader } from "../../catalog/credentials/credential-refusal.ts";
import { secretSettingName } from "../../catalog/server-registration.ts";
import { type CatalogSnapshot, catalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { RegistryRefusal } from "../../catalog/snapshot/registry-result.ts";
import { type Json, utf8Bytes } from "../../json/json.ts";
import type { CatalogTables } from "./catalog-tables.ts";
import type { CountedRegistration } from "./registrants.ts";
import type { Registrar } from "./registration-credential.ts";

/** Everything that is stored, as names in plans mean it. */
export function snapshotOf(tables: CatalogTables): CatalogSnapshot {
  const { revision, ...parts } = tables.everything();
  return catalogSnapshot(revision, { ...parts, deployed: tables.deployed });
}

/** The refusal of a name that could be taken for another one (R18). */
export function nameRefused(name: string, taken: string): RegistryRefusal<"name", "INVALID_INPUT"> {
  const message = `Cannot register ${JSON.stringify(name)}: required a name that nothing else has, found ${taken}`;
  return { kind: "REFUSED", code: "INVALID_INPUT", member: "name", message };
}

/** Bytes of the JSON of one agent, workflow or manifest, which stands in one row: the platform bounds rows to 2 MB. */
const mostRowBytes = 1_900_000;

/** How many of each kind a tenant may have registered. */
export interface RegistrationCaps {
  readonly maxServers: number;
  readonly maxAgents: number;
  readonly maxWorkflows: number;
  readonly maxManifests: number;
}

/**
 * The refusal of `one` that no row can hold, of a new name beyond `most` of its kind, or of more bytes than all may have together; undefined
 * within all.
 */
export function tooMuch(
  tables: CatalogTables,
  kind: Exclude<CountedRegistration, "server">,
  one: { readonly name: string },
  others: readonly unknown[],
  most: number,
  mostBytes: number,
): RegistryRefusal<never, "LIMIT_EXCEEDED"> | undefined {
  const refused = (finding: string): RegistryRefusal<never, "LIMIT_EXCEEDED"> => {
    const message = `Cannot register ${JSON.stringify(one.name)}: ${finding}`;
    return { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null, message };
  };
  const bytes = utf8Bytes(JSON.stringify(one));
  if (bytes > mostRowBytes) return refused(`required at most ${mostRowBytes} bytes of JSON, found ${bytes}`);
  const all = bytes + utf8Bytes(JSON.stringify(others as readonly Json[]));
  const hasPlace = others.length < most || tables.has(kind, one.name);
  if (hasPlace && all <= mostBytes) return undefined;
  const setting = `MAX_${kind.toUpperCase()}S`;
  return refused(`at most ${most} ${kind}s (${setting}) of ${mostBytes} bytes together are permitted`);
}

/** The refusal of a new name beyond the cap of the subject that registers it; undefined within the cap. */
export function tooManyOfSubject(
  tables: CatalogTables,
  kind: CountedRegistration,
  name: string,
  by: Registrar | undefined,
): RegistryRefusal<never, "LIMIT_EXCEEDED"> | undefined {
  const maximum = by?.maxRegistrations ?? 0;
  if (by === undefined || maximum === 0 || tables.has(kind, name)) return undefined;
  const found = tables.registeredBy(by.subject).count + 1;
  if (found <= maximum) return undefined;
  const what = "servers, agents, workflows and manifests of the subject (MAX_REGISTRATIONS_PER_SUBJECT)";
  const message = `Cannot register ${JSON.stringify(name)}: required at most ${maximum} ${what}, found ${found} with this one; remove one that is no longer needed`;
  const reached = { limit: "maxRegistrationsPerSubject", maximum, found };
  return { kind: "REFUSED", code: "LIMIT_EXCEEDED", member: null, message, reached };
}

/** The refusal of a secret that the deployment does not have, or that cannot be sent; undefined if it can, or none is named. */
export function secretRefused(
  name: string | null,
  secret: (name: string) => string | undefined,
  isInHeader = true,
): RegistryRefusal<"bearerSecret", "INVALID_INPUT"> | undefined {
  const value = name === null ? undefined : secret(name);
  if (name === null || (value !== undefined && (!isInHeader || fitsHeader(value)))) return undefined;
  const finding = value === undefined ? `required a setting ${secretSettingName(name)}, found none` : unfitForHeader;
  const message = `Cannot use the secret ${JSON.stringify(name)}: ${finding}`;
  return { kind: "REFUSED", code: "INVALID_INPUT", member: "bearerSecret", message };
}
