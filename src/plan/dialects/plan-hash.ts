/** The identity of a plan. Equal plans have equal hashes: the spelling of references and explicit defaults do not count. */
import { sha256Hex } from "../../json/digest.ts";
import { canonicalJson } from "../../json/json.ts";
import type { Plan } from "../plan.ts";
import { documentOf } from "./plan-document.ts";

/** Hex SHA-256 over the canonical JSON of the plan's document, so that everybody who holds the document can compute it as well. */
export function planHash(plan: Plan): string {
  return sha256Hex(planText(plan));
}

/** The text whose hash it is. */
export function planText(plan: Plan): string {
  return canonicalJson(documentOf(plan));
}
