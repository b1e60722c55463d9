/**
 * The catalog of a tenant, cached by the isolate as one snapshot: used without a check for five seconds, then compared by revision, which
 * costs the object one small response. Manifests are cached beside it, each after its first use, until the revision changes. Only values
 * are shared between requests, never promises: the platform forbids waiting for the work of another request.
 */

import type { RegisteredManifest } from "../../catalog/manifests/manifest-document.ts";
import { type CatalogSnapshot, catalogSnapshot } from "../../catalog/snapshot/catalog-snapshot.ts";
import type { Registrar } from "../../durable/catalog/registration-credential.ts";
import type { CatalogClient, Freshness, RemoveResult } from "../../graph/base/ports.ts";
import { BoundedMap } from "../../json/bounded-map.ts";
import { utf8Bytes } from "../../json/json.ts";
import { deployedCode } from "../platform/deployed-code.ts";
import type { CatalogStub, ObjectNamespace } from "../platform/environment.ts";
import { callObject } from "../platform/object-call.ts";

const FRESH_MS = 5_000;
const MAX_TENANTS = 100;
const MAX_MANIFESTS = 4;
const MAX_MANIFEST_BYTES = 256 * 1024;

interface CachedCatalog {
  readonly snapshot: CatalogSnapshot;
  /** Unix milliseconds at which the revision was last compared. */
  readonly comparedAt: number;
  /** Manifests of this revision, by name and hash as JSON. */
  readonly manifests: BoundedMap<RegisteredManifest>;
}

/** Snapshots of an isolate by tenant. */
export class CatalogCache extends BoundedMap<CachedCatalog> {
  constructor() {
    super(MAX_TENANTS);
  }
}

/** The client of the catalog of `tenant`. `registrar` is who registers things by it; one that only reads has none. */
export function catalogClient(
  namespace: ObjectNamespace<CatalogStub>,
  tenant: string,
  cache: CatalogCache,
  now: () => number,
  registrar?: Omit<Registrar, "tenant">,
): CatalogClient {
  const by = registrar && { tenant, ...registrar };
  const compare = async (): Promise<CatalogSnapshot> => {
    const cached = cache.get(tenant);
    const known = cached?.snapshot ?? null;
    const comparedAt = now();
    const answer = await callObject(namespace, tenant, (stub) => stub.contents(known?.revision ?? null));
    const snapshot =
      answer.contents === null
        ? known
        : catalogSnapshot(answer.revision, { ...answer, deployed: deployedCode().definitions });
    if (snapshot === null) throw new Error("The catalog gave no contents although no revision was known");
    const manifests =
      cached?.snapshot.revision === snapshot.revision
        ? cached.manifests
        : new BoundedMap<RegisteredManifest>(MAX_MANIFESTS);
    cache.set(tenant, { snapshot, comparedAt, manifests });
    return snapshot;
  };
  const removed = async (revision: string | null): Promise<RemoveResult> => {
    if (revision === null) return { kind: "NOT_FOUND" };
    await compare();
    return { kind: "REMOVED", catalogRevision: revision };
  };
  const manifestNamed = async (name: string, hash: string | undefined): Promise<RegisteredManifest | undefined> => {
    const cached = cache.get(tenant);
    if (cached === undefined || !suffices(cached, { kind: "CACHED" }, now())) await compare();
    // Those of the revision from before the object is asked: its answer is at least as new.
    const manifests = cache.get(tenant)?.manifests;
    const key = JSON.stringify([name, hash]);
    const known = manifests?.get(key);
    if (known !== undefined) return known;
    const manifest = await callObject(namespace, tenant, (stub) => stub.manifest(name, hash ?? null));
    if (manifest !== null && manifests !== undefined && utf8Bytes(JSON.stringify(manifest)) <= MAX_MANIFEST_BYTES) {
      manifests.set(key, manifest);
    }
    return manifest ?? undefined;
  };
  return {
    snapshot: async (freshness) => {
      const cached = cache.get(tenant);
      if (cached !== undefined && suffices(cached, freshness, now())) return cached.snapshot;
      const snapshot = await compare();
      return freshness.kind === "REVISION" && !reaches(snapshot, freshness.revision) ? undefined : snapshot;
    },
    registerMcpServer: async (registration) => {
      const answer = await namespace.getByName(tenant).register(registration, by);
      return answer.kind === "REFUSED" ? answer : { kind: "REGISTERED", snapshot: await compare() };
    },
    registerOpenApiServer: async (registration) => {
      const answer = await namespace.getByName(tenant).registerOpenApi(registration, by);
      return answer.kind === "REFUSED" ? answer : { kind: "REGISTERED", snapshot: await compare() };
    },
    removeMcpServer: async (name) => removed(await namespace.getByName(tenant).remove(name)),
    setFlowRules: async (rules) => {
      const answer = await callObject(namespace, tenant, (stub) => stub.setFlowRules(rules));
      return answer.kind === "REFUSED" ? answer : { kind: "SET", snapshot: await compare() };
    },
    registerAgent: async (request) => {
      const answer = await namespace.getByName(tenant).registerAgent(request, by);
      if (answer.kind === "REFUSED") return answer;
      return { kind: "REGISTERED", name: answer.name, snapshot: await compare() };
    },
    removeAgent: async (name) => removed(await namespace.getByName(tenant).removeAgent(name)),
    previewAgentCard: (url, bearerSecret) => namespace.getByName(tenant).previewAgentCard(url, bearerSecret ?? null),
    saveWorkflow: async (registration) => {
      const answer = await namespace.getByName(tenant).saveWorkflow(registration, by);
      if (answer.kind === "REFUSED") return answer;
      return { kind: "SAVED", workflow: answer.workflow, snapshot: await compare() };
    },
    importDefinitions: async (definitions) => {
      const answer = await namespace.getByName(tenant).importDefinitions(definitions, by);
      return answer.kind === "REFUSED" ? answer : { kind: "IMPORTED", snapshot: await compare() };
    },
    removeWorkflow: async (name) => removed(await namespace.getByName(tenant).removeWorkflow(name)),
    workflow: async (name, version) =>
      deployedWorkflow(name, version) ??
      (await callObject(namespace, tenant, (stub) => stub.workflow(name, version ?? null))) ??
      undefined,
    workflowVersions: async (name) => {
      const ofCode = deployedWorkflow(name, undefined);
      return ofCode === undefined ? callObject(namespace, tenant, (stub) => stub.workflowVersions(name)) : [ofCode];
    },
    applyManifest: async (definition) => {
      const answer = await namespace.getByName(tenant).applyManifest(definition, by);
      if (answer.kind === "REFUSED") return answer;
      const { isNew, manifest, revision } = answer;
      await compare();
      return { kind: "APPLIED", manifest, isNew, catalogRevision: revision };
    },
    removeManifest: async (name) => removed(await namespace.getByName(tenant).removeManifest(name)),
    manifest: manifestNamed,
    manifests: () => callObject(namespace, tenant, (stub) => stub.manifests()),
    registerWebhook: async (registration) => {
      const answer = await namespace.getByName(tenant).registerWebhook(registration);
      if (answer.kind === "REFUSED") return answer;
      await compare();
      return { kind: "REGISTERED", webhook: answer.webhook, catalogRevision: answer.revision };
    },
    removeWebhook: async (name) => removed(await namespace.getByName(tenant).removeWebhook(name)),
    acceptTool: async (qualifiedName, contractHash) => {
      // Names of servers hold no dot, those of tools may.
      const dot = qualifiedName.indexOf(".");
      const [server, tool] = [qualifiedName.slice(0, dot), qualifiedName.slice(dot + 1)];
      const answer = await namespace.getByName(tenant).acceptTool(server, tool, contractHash);
      return answer.kind === "ACCEPTED" ? { kind: "ACCEPTED", snapshot: await compare() } : answer;
    },
    agentHealth: async (names) => new Map(await callObject(namespace, tenant, (stub) => stub.agentHealth(names))),
  };
}

/** The workflow of this name in code, which has one version. */
function deployedWorkflow(name: string, version: string | undefined) {
  const found = deployedCode().definitions.workflows.find((workflow) => workflow.name === name);
  return version === undefined || version === found?.version ? found : undefined;
}

function suffices({ comparedAt, snapshot }: CachedCatalog, freshness: Freshness, nowMs: number): boolean {
  switch (freshness.kind) {
    case "CACHED":
      return nowMs - comparedAt < FRESH_MS;
    case "CURRENT":
      return false;
    case "REVISION":
      return reaches(snapshot, freshness.revision);
  }
}

/** Revisions are numbers that grow; anything else is no revision and is never reached. */
function reaches(snapshot: CatalogSnapshot, revision: string): boolean {
  return /^\d{1,15}$/.test(revision) && Number(snapshot.revision) >= Number(revision);
}
