/**
 * Room `access`: who may see and do what inside a tenant. It owns visibility, the scopes that narrow or widen it, and the one decision that
 * all other rooms use: `mayAccess`.
 *
 * It leaves to others: `worker/auth` finds out who the caller is, `graph/access` asks before an object is reached, `durable/index` lists by it.
 *
 * Invariants:
 * - Deny by default: a caller without a wider scope reaches only its own things.
 * - Owner, visibility and group are set when something begins and never change.
 *
 * This file is the decision.
 *
 * @example
 * ```ts
 * const audience = { owner: "alice", visibility: "GROUP", group: "sales" } as const;
 * mayAccess({ subject: "bob", groups: ["sales"], scopes: ["EXECUTION_READ"] }, audience, "READ"); // true
 * ```
 */

import { type Grant, type GrantAction, isWithinGrant, type Place } from "./grant.ts";

/** For whom a list is read. Absent where it is read for one that reaches everything. */
export interface ListAccess {
  readonly reach: Exclude<Reach, "ALL">;
  readonly subject: string;
  readonly groups: readonly string[];
}

/** The callers that see a thing by default: its owner alone, its owner and the callers of a group, or every caller of the tenant. */
export type Visibility = "OWN" | "GROUP" | "TENANT";

/**
 * The visibility as it is stored. Both members are absent for things that the whole tenant may see, and for all things of earlier versions.
 */
export interface Confinement {
  readonly visibility?: Exclude<Visibility, "TENANT">;
  /** The group that may see it. Absent unless `visibility` is GROUP. */
  readonly group?: string;
}

/** Who may see a thing: `owner`, the subject that began it, and further named viewers. */
export interface Audience extends Confinement {
  readonly owner: string;
  /** The place of the thing, for callers with a grant. Absent for things that no grant can be for. */
  readonly place?: Place;
}

/** A caller, as far as access depends on it. */
export interface Accessor {
  readonly subject: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
  /** The one thing that the credential is for. Absent for a credential of the whole tenant. */
  readonly grant?: Grant;
}

/** READ also stands for following, CONTROL for cancelling and deleting, USE for continuing with: a message, a run of a schedule. */
export type Action = "READ" | "CONTROL" | "RESPOND" | "USE";

/** How far a caller reaches: to its own things, to those that it may see by their visibility, or to everything of the tenant. */
export type Reach = "OWN" | "VISIBLE" | "ALL";

/** Scopes that permit the same within another reach, the widest first. */
const families = {
  READ: { ALL: "EXECUTION_READ_ALL", VISIBLE: "EXECUTION_READ", OWN: "EXECUTION_READ_OWN" },
  CONTROL: { ALL: "EXECUTION_CONTROL_ALL", VISIBLE: "EXECUTION_CONTROL", OWN: "EXECUTION_CONTROL_OWN" },
  RESPOND: { ALL: undefined, VISIBLE: "HUMAN_INPUT_RESPOND", OWN: "HUMAN_INPUT_RESPOND_OWN" },
} as const satisfies { readonly [action: string]: { readonly [R in Reach]: string | undefined } };

const widestFirst = ["ALL", "VISIBLE", "OWN"] as const;

/** Whether one of `scopes` includes what `scope` permits, in any reach. */
export function holdsScope(scopes: readonly string[], scope: string): boolean {
  if (scopes.includes(scope)) return true;
  const family = Object.values(families).find(({ VISIBLE }) => VISIBLE === scope);
  return family !== undefined && widestFirst.some((reach) => includes(scopes, family[reach]));
}

/** Whether `scopes` hold `scope` or one of its family that reaches further, so that their holder may give it away. */
export function coversScope(scopes: readonly string[], scope: string): boolean {
  if (scopes.includes(scope)) return true;
  return Object.values(families).some((family) => {
    const place = widestFirst.findIndex((reach) => family[reach] === scope);
    return place >= 0 && widestFirst.slice(0, place).some((reach) => includes(scopes, family[reach]));
  });
}

function includes(scopes: readonly string[], scope: string | undefined): boolean {
  return scope !== undefined && scopes.includes(scope);
}

const actionOf = { READ: "READ", ANSWER: "RESPOND", CANCEL: "CONTROL", SEND: "USE" } as const satisfies {
  readonly [Name in GrantAction]: Action;
};

/** The permissions of a grant of `name`, in the form that the decision uses. */
export function grantedAction(name: GrantAction): Action {
  return actionOf[name];
}

/** How far `accessor` reaches with `action`. With a grant only its own things are listed, and only the thing of the grant is reached. */
export function reachOf({ grant, scopes }: Accessor, action: Action): Reach {
  if (grant !== undefined) return "OWN";
  const family = action === "USE" ? families.READ : families[action];
  const widest = widestFirst.find((reach) => includes(scopes, family[reach]));
  // A caller that may only start executions can continue every conversation that the tenant sees, as before this rule.
  return widest ?? (action === "USE" ? "VISIBLE" : "OWN");
}

/** For whom a list that `accessor` reads is. Undefined for everything. */
export function listAccessOf(accessor: Accessor, action: Action): ListAccess | undefined {
  const reach = reachOf(accessor, action);
  return reach === "ALL" ? undefined : { reach, subject: accessor.subject, groups: accessor.groups };
}

/** Whether something of `audience` is in the lists of `access`. */
export function isListedFor({ groups, reach, subject }: ListAccess, audience: Audience): boolean {
  return audience.owner === subject || (reach === "VISIBLE" && isVisibleTo({ groups }, audience));
}

/** The one decision about one thing. */
export function mayAccess(accessor: Accessor, audience: Audience, action: Action): boolean {
  const { grant } = accessor;
  if (grant !== undefined) return isGranted(grant, accessor, audience, action);
  const reach = reachOf(accessor, action);
  if (reach === "ALL" || audience.owner === accessor.subject) return true;
  return reach === "VISIBLE" && isVisibleTo(accessor, audience);
}

function isGranted(grant: Grant, accessor: Accessor, audience: Audience, action: Action): boolean {
  if (audience.place === undefined || !isWithinGrant(grant, audience.place)) return false;
  if (!grant.actions.some((name) => actionOf[name] === action)) return false;
  return grant.isVouched || audience.owner === accessor.subject || isVisibleTo(accessor, audience);
}

function isVisibleTo({ groups }: Pick<Accessor, "groups">, { group, visibility }: Audience): boolean {
  if (visibility === undefined) return true;
  return visibility === "GROUP" && group !== undefined && groups.includes(group);
}

/** As members of something else say it. */
interface SaidConfinement {
  readonly visibility?: Confinement["visibility"] | undefined;
  readonly group?: string | undefined;
}

/** Whether a thing with `audience` may go into one with `into`, without new viewers. An owner may give things to a group. */
export function mayGoInto(into: Audience, audience: Audience): boolean {
  if (audience.visibility === undefined || audience.owner === into.owner) return true;
  return audience.visibility === "GROUP" && into.visibility === "GROUP" && audience.group === into.group;
}

/** The audience of a thing with these members among others. */
export function audienceOf({ subject, ...said }: SaidConfinement & { readonly subject: string }): Audience {
  return { owner: subject, ...confinementOf(said) };
}

/** The audience to store beside a part of a thing that is read by itself. Nothing for what the whole tenant sees. */
export function storedAudience(said: Parameters<typeof audienceOf>[0]): { readonly audience?: Audience } {
  return said.visibility === undefined ? {} : { audience: audienceOf(said) };
}

/** Only the members of a confinement. */
export function confinementOf({ group, visibility }: SaidConfinement): Confinement {
  return { ...(visibility !== undefined && { visibility }), ...(group !== undefined && { group }) };
}
