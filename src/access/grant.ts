/**
 * A grant permits one thing: an execution with everything below it, or a conversation with its executions. It replaces visibility: its
 * maker could reach the thing, and a credential with the grant reaches nothing else.
 */

/** READ also stands for following. ANSWER is for requests for human input, SEND for messages to a conversation. */
export const grantActions = ["READ", "ANSWER", "CANCEL", "SEND"] as const;
export type GrantAction = (typeof grantActions)[number];

export type GrantedThing =
  /** By the name of its object. */
  | { readonly kind: "EXECUTION"; readonly execution: string }
  | { readonly kind: "CONVERSATION"; readonly conversation: string };

export interface Grant {
  readonly thing: GrantedThing;
  readonly actions: readonly GrantAction[];
  /** The thing existed when the grant was made, and its maker reached it. Otherwise visibility decides besides. */
  readonly isVouched: boolean;
  /** Who made the credential, where it acts as another subject. Absent where it acts as its maker. */
  readonly maker?: string;
}

/** Where something stands, as far as grants depend on it. */
export interface Place {
  /** Name of the object of an execution. Absent for a conversation. */
  readonly execution?: string;
  /** The execution at the top of those that started one another. */
  readonly root?: string;
  /** The execution that started it. Absent for one at the top. */
  readonly parent?: string;
  /** Those above it between its parent and the top, as far as they were looked up. */
  readonly above?: readonly string[];
  /** Name of the object of the conversation that it belongs to. */
  readonly conversation?: string;
}

/** The scope that permits an action to callers without a grant. */
export const scopeOfAction = {
  READ: "EXECUTION_READ",
  ANSWER: "HUMAN_INPUT_RESPOND",
  CANCEL: "EXECUTION_CONTROL",
  SEND: "EXECUTION_START",
} as const satisfies { readonly [Action in GrantAction]: string };

/** Names the thing among those of its tenant. */
export function grantKey(thing: GrantedThing): string {
  return thing.kind === "EXECUTION" ? `E${thing.execution}` : `C${thing.conversation}`;
}

/**
 * The revocation key of the tokens for a thing that act for one subject, or of all tokens that act for it. A caller that cannot see a
 * conversation can revoke only the tokens that act for itself.
 */
export function ownTokensKey(subject: string, thing?: string): string {
  return `S${JSON.stringify(thing === undefined ? [subject] : [subject, thing])}`;
}

/**
 * The revocation key of the tokens for all executions, or all conversations, of one owner. Without an owner that of the tokens whose maker did
 * not know the owner: those for a conversation that it could not see or that nobody had begun, and those of earlier versions.
 *
 * @param thing a key of `grantKey`: its kind counts
 */
export function ownedTokensKey(thing: string, owner?: string): string {
  const kind = thing.slice(0, 1);
  return `${ownedPrefix}${JSON.stringify(owner === undefined ? [kind] : [kind, owner])}`;
}

/** Whether `key` is one of `ownedTokensKey`. */
export function isOwnedTokensKey(key: string): boolean {
  return key.startsWith(ownedPrefix);
}

const ownedPrefix = "O";

/** The thing of this key. */
export function grantedThing(key: string): GrantedThing {
  const name = key.slice(1);
  return key.startsWith("E") ? { kind: "EXECUTION", execution: name } : { kind: "CONVERSATION", conversation: name };
}

/** Whether the thing at `place` belongs to the thing of the grant. */
export function isWithinGrant({ thing }: Grant, { above, conversation, execution, parent, root }: Place): boolean {
  if (thing.kind === "CONVERSATION") return conversation === thing.conversation;
  return [execution, parent, root, ...(above ?? [])].includes(thing.execution);
}

/** Whether a caller with these scopes can make credentials that act as another subject. */
export function mayActAsOthers({ scopes }: { readonly scopes: readonly string[] }): boolean {
  return scopes.includes("CREDENTIALS_ADMIN");
}
