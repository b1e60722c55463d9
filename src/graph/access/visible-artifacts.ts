/**
 * Artifacts of a tenant for one caller. Callers that see an execution see its artifacts; a given artifact has a visibility of its own.
 * Given artifacts are bounded (`MAX_GIVEN_ARTIFACTS`), so that a page of them is read until it is full.
 */
import { type Accessor, type Action, type Audience, audienceOf, mayAccess, reachOf } from "../../access/audience.ts";
import { type ArtifactAddress, givenArtifacts } from "../../execution/events/artifact-record.ts";
import type { ArtifactClient, ArtifactFile } from "../base/ports.ts";
import type { ExecutionGuard } from "./visible-executions.ts";

/** Of the most that a page of a list asks for. */
const readAtOnce = 1_000;

export function visibleArtifacts(
  artifacts: ArtifactClient,
  caller: Accessor,
  executions: ExecutionGuard,
): ArtifactClient {
  if (reachOf(caller, "READ") === "ALL" && reachOf(caller, "CONTROL") === "ALL") return artifacts;
  const isOpen = (audience: Audience | undefined, action: Action) =>
    mayAccess(caller, audience ?? audienceOf({ subject: "" }), action);
  const may = async ({ name, owner }: ArtifactAddress, action: Action): Promise<boolean> => {
    if (owner !== givenArtifacts) return executions.may(owner, action);
    const found = await artifacts.head({ name, owner });
    return found === undefined || isOpen(found.audience, action);
  };
  return {
    ...artifacts,
    head: async (address) => {
      if (address.owner !== givenArtifacts)
        return (await executions.may(address.owner, "READ")) ? artifacts.head(address) : undefined;
      const found = await artifacts.head(address);
      return found === undefined || isOpen(found.audience, "READ") ? found : undefined;
    },
    read: async (address, maxBytes, offset) =>
      (await may(address, "READ")) ? artifacts.read(address, maxBytes, offset) : undefined,
    list: async (owner, after, limit) => {
      if (owner !== givenArtifacts)
        return (await executions.may(owner, "READ")) ? artifacts.list(owner, after, limit) : [];
      const seen: ArtifactFile[] = [];
      for (let last = after; seen.length < limit; ) {
        const page = await artifacts.list(owner, last, readAtOnce);
        seen.push(...page.filter(({ audience }) => isOpen(audience, "READ")));
        last = page.at(-1)?.name;
        if (page.length < readAtOnce) break;
      }
      return seen.slice(0, limit);
    },
    remove: async (name) => ((await may({ owner: givenArtifacts, name }, "CONTROL")) ? artifacts.remove(name) : false),
  };
}
