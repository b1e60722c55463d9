/** The visibility that a request asks for, and its problems. */
import type { Accessor, Confinement, Visibility } from "./audience.ts";

/** Names of groups are no longer than this, and a caller is in no more of them. */
export const maxGroupCharacters = 255;
export const maxGroups = 100;

/** The visibility in a request. If absent or null, the deployment decides. */
export interface GivenVisibility {
  readonly visibility?: Visibility | null | undefined;
  readonly group?: string | null | undefined;
}

/** The problem of a member of the request. */
export interface VisibilityProblem {
  readonly member: "visibility" | "group";
  /** As in "required …, found …". */
  readonly finding: string;
}

/** The problem of the visibility. Undefined if there is none. */
export function visibilityProblem(given: GivenVisibility, { groups }: Accessor): VisibilityProblem | undefined {
  const group = given.group ?? undefined;
  if (given.visibility !== "GROUP") {
    if (group === undefined) return undefined;
    const found = given.visibility ?? "none";
    return { member: "group", finding: `required the visibility GROUP beside it, found ${found}` };
  }
  if (group === undefined) return { member: "group", finding: "required the name of a group for GROUP, found none" };
  if (groups.includes(group)) return undefined;
  const shown = JSON.stringify(group.slice(0, 100));
  const all = groups.length === 0 ? "none" : groups.map((name) => JSON.stringify(name)).join(", ");
  return { member: "group", finding: `required a group of the caller (${all}), found ${shown}` };
}

/** The stored visibility of a request that has no problem. */
export function givenConfinement(given: GivenVisibility, fallback: Exclude<Visibility, "GROUP">): Confinement {
  const visibility = given.visibility ?? fallback;
  switch (visibility) {
    case "TENANT":
      return {};
    case "OWN":
      return { visibility };
    case "GROUP":
      return { visibility, group: given.group ?? "" };
  }
}

/** Whether `names` have the form of group names in a credential. */
export function areGroupNames(names: unknown): names is readonly string[] {
  return Array.isArray(names) && names.length <= maxGroups && names.every(isAccessorName);
}

/**
 * Whether a subject or group can be called so: 1 to 255 characters, none of which is a control character or half of one. The lists of an
 * index hold names as UTF-8, in which all halves are one character, so that two subjects would share their lists.
 */
export function isAccessorName(name: unknown): name is string {
  return (
    typeof name === "string" && name.length > 0 && name.length <= maxGroupCharacters && !/[\p{Cc}\p{Cs}]/u.test(name)
  );
}
