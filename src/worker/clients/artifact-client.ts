/**
 * Artifacts of a tenant, in the bucket that the deployment binds. An artifact that no execution would remove gets its row in the tenant's
 * object before its bytes are stored, so that each is removed in the end: given ones, and those of an execution that has not started yet.
 */
import { type Accessor, audienceOf, mayAccess } from "../../access/audience.ts";
import { ArtifactBucket } from "../../durable/calls/artifact-bucket.ts";
import type { ArtifactFacts } from "../../durable/ports/artifact-store.ts";
import { type GivenArtifactCaps, givenArtifacts } from "../../execution/events/artifact-record.ts";
import type { ArtifactClient, ArtifactFile, CreateArtifactResult, IdentityClient } from "../../graph/base/ports.ts";
import { requestError } from "../../graph/base/request-error.ts";
import type { Environment } from "../platform/environment.ts";
import { askTenant } from "../platform/tenant-client.ts";
import { artifactLink, type LinkMaker } from "./artifact-link.ts";

/** Who gives artifacts. */
export interface ArtifactGiver extends Accessor {
  readonly tenant: string;
}

/** How long a given artifact is kept, and how many of them there may be. */
export interface GivenArtifactRules extends GivenArtifactCaps {
  readonly retentionMs: number;
}

/** How long an artifact is kept for an execution that is about to start: far longer than a request takes. */
const startingMs = 3_600_000;

/** The bucket of the deployment. Throws MISCONFIGURED where there is none. */
export function artifactBucket({ ARTIFACTS }: Environment): ArtifactBucket {
  if (ARTIFACTS !== undefined) return new ArtifactBucket(ARTIFACTS);
  throw requestError(
    "MISCONFIGURED",
    "Cannot use artifacts: required an R2 bucket that is bound as ARTIFACTS, found none",
  );
}

/** The client of the artifacts of the caller's tenant. Its links end with the credential of the caller. */
export function artifactClient(
  environment: Environment,
  rules: GivenArtifactRules,
  identity: IdentityClient,
  caller: ArtifactGiver & LinkMaker,
): ArtifactClient {
  const { tenant } = caller;
  return {
    head: async (address) => (await artifactBucket(environment).head(tenant, address)) ?? undefined,
    read: async (address, maxBytes, offset = 0) => {
      const found = await artifactBucket(environment).read(tenant, address, { offset, length: maxBytes });
      return found === undefined ? undefined : new Uint8Array(await new Response(found.body).arrayBuffer());
    },
    list: (owner, after, limit) => artifactBucket(environment).list(tenant, owner, after, limit),
    store: async (address, { content, ...facts }) => {
      const bucket = artifactBucket(environment);
      const until = Date.now() + startingMs;
      await askTenant(environment, tenant, (stub) => stub.keepArtifact(tenant, address, until));
      const record = await bucket.put(tenant, address, content, facts);
      return { ...record, storedAt: Date.now() };
    },
    create: (name, { content, ...facts }) => createArtifact(environment, caller, name, content, facts, rules),
    remove: async (name) => {
      const bucket = artifactBucket(environment);
      const address = { owner: givenArtifacts, name };
      const wasThere = (await bucket.head(tenant, address)) !== undefined;
      if (wasThere) await bucket.remove(tenant, address);
      await askTenant(environment, tenant, (stub) => stub.settleGivenArtifact(tenant, name, "REMOVED"));
      return wasThere;
    },
    link: (address, origin) => artifactLink(origin, tenant, address, identity, Date.now(), caller),
  };
}

/** Stores an artifact that is of no execution, unless its name is taken by something else. The same again is kept anew. */
export async function createArtifact(
  environment: Environment,
  caller: ArtifactGiver,
  name: string,
  content: string | Uint8Array,
  facts: ArtifactFacts,
  { retentionMs, ...caps }: GivenArtifactRules,
): Promise<CreateArtifactResult> {
  const { tenant } = caller;
  const bucket = artifactBucket(environment);
  const address = { owner: givenArtifacts, name };
  const wanted = { ...(await bucket.describe(address.name, content, facts)), audience: facts.audience };
  const before = await bucket.head(tenant, address);
  if (before !== undefined && !isSame(before, wanted, caller)) return { kind: "TAKEN", sha256: before.sha256 };
  const until = Date.now() + retentionMs;
  const { audience } = facts;
  const subject = audience === undefined ? {} : { subject: audience.owner };
  const request = { tenant, name, byteSize: wanted.byteSize, until, ...subject };
  const limit = await askTenant(environment, tenant, (stub) => stub.keepGivenArtifact(request, caps));
  if (limit !== null) return { kind: "LIMIT_EXCEEDED", ...limit };
  const settle = () => askTenant(environment, tenant, (stub) => stub.settleGivenArtifact(tenant, name, "STORED"));
  let isNew: boolean;
  try {
    // The earlier artifact may have been at its end. From here on it is not.
    isNew = await bucket.putNew(tenant, address, content, facts);
  } catch (error) {
    await settle();
    throw error;
  }
  const artifact = await settle();
  // Somebody else was faster, or has deleted it since.
  if (artifact === null || !isSame(artifact, wanted, caller))
    return { kind: "TAKEN", sha256: artifact?.sha256 ?? wanted.sha256 };
  return { kind: "STORED", artifact, isNew };
}

type ComparedFacts = Pick<ArtifactFile, "sha256" | "mediaType" | "description"> & {
  readonly audience?: ArtifactFile["audience"] | undefined;
};

/**
 * Whether they have the same content, and the same callers see them. One that the caller does not see, or that another subject keeps to itself,
 * is not the same: its content would be confirmed to who guesses it.
 */
function isSame(one: ComparedFacts, other: ComparedFacts, caller: Accessor): boolean {
  return (
    one.sha256 === other.sha256 &&
    one.mediaType === other.mediaType &&
    one.description === other.description &&
    one.audience?.visibility === other.audience?.visibility &&
    one.audience?.group === other.audience?.group &&
    (one.audience?.visibility !== "OWN" || one.audience.owner === other.audience?.owner) &&
    mayAccess(caller, one.audience ?? audienceOf({ subject: "" }), "READ")
  );
}
