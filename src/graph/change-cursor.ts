/**
 * Cursors of the feed of changes of a tenant: the position with a mark of the tenant, so that a cursor of another tenant is
 * refused instead of skipping changes. Not sealed: a made-up cursor reveals nothing that its tenant's list would not.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ChangePosition } from "../plan/execution-view.ts";
import { requestError } from "./request-error.ts";

const MARK_LENGTH = 8;
const CURSOR = /^([0-9a-z]{1,11})-([0-9a-z]{1,32})-([0-9a-f]{8})$/;

/** The cursor of a position in the changes of `tenant`. */
export function changeCursor(tenant: string, { change, epoch }: ChangePosition): string {
  return `${change.toString(36)}-${epoch}-${mark(tenant)}`;
}

/** The position that `cursor` stands for, null for none. Throws BAD_USER_INPUT for what is no cursor of this tenant's changes. */
export function positionAfter(cursor: string | null | undefined, tenant: string): ChangePosition | null {
  if (cursor === null || cursor === undefined) return null;
  const [, digits = "", epoch = "", marked] = CURSOR.exec(cursor) ?? [];
  const change = Number.parseInt(digits, 36);
  if (marked === mark(tenant) && Number.isSafeInteger(change)) return { epoch, change };
  const found = JSON.stringify(cursor.slice(0, 100));
  throw requestError("BAD_USER_INPUT", `Cannot follow the list: required a cursor of its changes, found ${found}`);
}

function mark(tenant: string): string {
  return bytesToHex(sha256(utf8ToBytes(`changes ${tenant}`))).slice(0, MARK_LENGTH);
}
