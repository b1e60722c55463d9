/**
 * The errors of the guarded fetch itself. Everything else that it throws comes from the network or from the caller's signal.
 * Whether anything had left by then is a field, because the outcome of the call depends on it (E7).
 */
import { boundsText, type JsonBounds } from "../json/json-count.ts";
import { isErrorNamed } from "../json/named-error.ts";
import type { EgressRefusal } from "./egress.ts";

/** The egress rules forbid the address of the request, or of a redirect that answered it. */
export class EgressDenied extends Error {
  static override [Symbol.hasInstance] = (value: unknown) => isErrorNamed(value, "EgressDenied");

  override readonly name = "EgressDenied";
  readonly refusal: EgressRefusal;
  /** True if an allowed address had answered with a redirect to the forbidden one. */
  readonly requestSent: boolean;

  constructor(refusal: EgressRefusal, requestSent: boolean) {
    super(refusal.message);
    this.refusal = refusal;
    this.requestSent = requestSent;
  }
}

/** The signal was aborted before anything had left, for example while the call waited for a permit. */
export class AbortedBeforeSending extends Error {
  static override [Symbol.hasInstance] = (value: unknown) => isErrorNamed(value, "AbortedBeforeSending");

  override readonly name = "AbortedBeforeSending";

  constructor(reason: unknown) {
    super("The request was given up before it left", { cause: reason });
  }
}

/** A redirect that cannot be followed without changing the request. */
export class RedirectRefused extends Error {
  static override [Symbol.hasInstance] = (value: unknown) => isErrorNamed(value, "RedirectRefused");

  override readonly name = "RedirectRefused";
  readonly status: number;
  readonly finding: string;

  constructor(status: number, requirement: string) {
    super(`Cannot follow the redirect with HTTP status ${status}: ${requirement}`);
    this.status = status;
    this.finding = `a redirect with HTTP status ${status} cannot be followed: ${requirement}`;
  }
}

/** The body was cut because it is larger than allowed. */
export class ResponseTooLarge extends Error {
  static override [Symbol.hasInstance] = (value: unknown) => isErrorNamed(value, "ResponseTooLarge");

  override readonly name = "ResponseTooLarge";
  readonly limitBytes: number;
  readonly finding: string;

  constructor(limitBytes: number) {
    super(`Cannot read the response: required at most ${limitBytes} bytes, found more`);
    this.limitBytes = limitBytes;
    this.finding = `required a response of at most ${limitBytes} bytes, found a larger one`;
  }
}

/** The body holds more values, or more different names, than reading it may cost. */
export class AnswerTooRich extends Error {
  static override [Symbol.hasInstance] = (value: unknown) => isErrorNamed(value, "AnswerTooRich");

  override readonly name = "AnswerTooRich";
  readonly finding: string;

  constructor(bounds: JsonBounds) {
    const required = `required an answer of ${boundsText(bounds)}, found more`;
    super(`Cannot read the answer: ${required}`);
    this.finding = required;
  }
}

/** Whether `error` proves that no byte of the request left. */
export function provesNothingSent(error: unknown): boolean {
  return error instanceof AbortedBeforeSending || (error instanceof EgressDenied && !error.requestSent);
}
