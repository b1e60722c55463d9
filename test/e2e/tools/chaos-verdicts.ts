/** What the design says of each mischief in each protocol (E7): the table of docs/guarantees.md. */

import type { Protocol } from "./chaos-deployment.ts";
import type { Mischief } from "./mischief.ts";

/** What is known of a call that suffered a mischief, and with which failure. `FINE` if the mischief does not hurt. */
type Verdict = "FINE" | readonly ["REJECTED" | "UNKNOWN" | "ANSWERED", string];

const busy: Verdict = ["REJECTED", "UPSTREAM_UNAVAILABLE"];
const broken: Verdict = ["UNKNOWN", "UPSTREAM_UNAVAILABLE"];
const late: Verdict = ["UNKNOWN", "STEP_TIMEOUT"];
const tooLong: Verdict = ["UNKNOWN", "LIMIT_EXCEEDED"];
const unreadable: Verdict = ["UNKNOWN", "PROTOCOL"];
const wrong: Verdict = ["ANSWERED", "PROTOCOL"];
const invalid: Verdict = ["ANSWERED", "OUTPUT_INVALID"];
const denied: Verdict = ["UNKNOWN", "EGRESS_DENIED"];

const alike = (verdict: Verdict) => ({ json: verdict, sse: verdict, a2a: verdict, http: verdict });

export const verdicts: { readonly [Name in Mischief]: { readonly [Name in Protocol]: Verdict } } = {
  TOO_MANY: alike(busy),
  TOO_MANY_RETRY_AFTER: alike(busy),
  UNAVAILABLE: alike(broken),
  UNAVAILABLE_RETRY_AFTER: alike(busy),
  SERVER_ERROR: alike(broken),
  RESET: alike(broken),
  RESET_IN_BODY: alike(broken),
  SLOW_HEADERS: alike("FINE"),
  SLOW_BODY: alike("FINE"),
  HANG: alike(late),
  HANG_IN_BODY: alike(late),
  OVERSIZE: alike(tooLong),
  OVERSIZE_DECLARED: alike(tooLong),
  NOT_JSON: alike(unreadable),
  WRONG_SCHEMA: { json: invalid, sse: invalid, a2a: wrong, http: wrong },
  WRONG_ID: { ...alike(unreadable), http: wrong },
  REDIRECT: alike(unreadable),
  REDIRECT_KEPT: alike("FINE"),
  REDIRECT_LOOP: alike(unreadable),
  REDIRECT_FORBIDDEN: alike(denied),
};

export const purposes = ["PLAN", "RESPOND"] as const;
export type Purpose = (typeof purposes)[number];

/** What is known of a model call, with which failure, and whether it is made again. */
type ModelVerdict = readonly [outcome: string, code: string | null, isMadeAgain: boolean];

const modelFine: ModelVerdict = ["ANSWERED", null, false];
const modelBusy: ModelVerdict = ["REJECTED", "UPSTREAM_UNAVAILABLE", true];
const modelBroken: ModelVerdict = ["UNKNOWN", "UPSTREAM_UNAVAILABLE", true];
const modelUnreadable: ModelVerdict = ["UNKNOWN", "MODEL_ERROR", true];
const modelAstray: ModelVerdict = ["UNKNOWN", "MODEL_ERROR", false];

export const modelVerdicts: { readonly [Name in Mischief]: { readonly [Name in Purpose]: ModelVerdict } } = {
  TOO_MANY: both(modelBusy),
  TOO_MANY_RETRY_AFTER: both(modelBusy),
  UNAVAILABLE: both(modelBusy),
  UNAVAILABLE_RETRY_AFTER: both(modelBusy),
  SERVER_ERROR: both(modelBroken),
  RESET: both(modelBroken),
  RESET_IN_BODY: both(modelBroken),
  SLOW_HEADERS: both(modelFine),
  SLOW_BODY: both(modelFine),
  HANG: both(modelBroken),
  HANG_IN_BODY: both(modelBroken),
  OVERSIZE: both(["ANSWERED", "MODEL_ERROR", false]),
  // What was asked for bounds what is read of a model, not what it declares: this one just hangs.
  OVERSIZE_DECLARED: both(modelBroken),
  NOT_JSON: both(modelUnreadable),
  WRONG_SCHEMA: { PLAN: ["ANSWERED", "PLAN_INVALID", false], RESPOND: modelUnreadable },
  // A function that nobody offered.
  WRONG_ID: both(["ANSWERED", "PLANNER_OUTPUT_INVALID", false]),
  REDIRECT: both(modelAstray),
  REDIRECT_KEPT: both(modelFine),
  REDIRECT_LOOP: both(modelAstray),
  REDIRECT_FORBIDDEN: both(["UNKNOWN", "EGRESS_DENIED", false]),
};

function both(verdict: ModelVerdict) {
  return { PLAN: verdict, RESPOND: verdict };
}
