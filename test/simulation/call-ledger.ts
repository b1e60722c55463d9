/**
 * The book of the callees of one execution: which calls came, which answers the rows of the caller hold, what was cut. It is kept beside the
 * engine, from calls and rows as they come, and judges each call when it arrives:
 *
 * - a step that has finished is never called again;
 * - a call comes again only if its answer is stored and says so, or if it was cut: an object, a row or time was lost while it was open;
 * - all calls of a step carry one key and the arguments of its first row, so that what is KEYED takes effect once;
 * - no call leaves before the time that the row of the attempt before it tells;
 * - an UNSAFE call comes again only after a row that permits it: the word of a person, a policy RETRY, or an answer (E7).
 */
import { deepStrictEqual, ok } from "node:assert/strict";
import type { Call } from "../../src/durable/ports/ports.ts";
import type { AttemptResult, CallOutcome } from "../../src/execution/events/attempt.ts";
import type { ExecutionEvent, StepFinished } from "../../src/execution/events/event.ts";
import type { FailureCode } from "../../src/json/failure.ts";
import type { Json } from "../../src/json/json.ts";
import type { InDoubtPolicy } from "../../src/plan/plan.ts";
import { repeatedCount, type Tally } from "./counts.ts";

/**
 * A call whose answer did not reach the rows and that they count as an unknown outcome: by a row of its own, or, of a further attempt that
 * leaves none (E2), by an `ExecutionResumed`.
 */
export interface Cut {
  readonly step: string;
  /** Answers that were stored before it. */
  readonly position: number;
  readonly code: FailureCode;
  readonly isUnsafe: boolean;
}

/** Cuts that an undisturbed run is told of, by execution. */
export type Insertions = ReadonlyMap<string, readonly Cut[]>;

interface StepBook {
  key: string | null;
  /** What its row says is sent; null before there is one. */
  sent: Json | null;
  /** Unix milliseconds. */
  notBefore: number;
  isUnsafe: boolean;
  /** Whether every attempt has a row. */
  leavesRows: boolean;
  /** Answers that the rows hold. */
  position: number;
  /** Position of the last call that came. */
  calledAt: number;
  /** Whether an attempt may be on its way for all that the rows say. */
  isOpen: boolean;
  /** Whether something was lost while it was open. */
  wasThreatened: boolean;
  /** Whether the callee may be called, as far as its own answers and losses say. */
  mayBeCalled: boolean;
  /** Attempts of an UNSAFE callable that the rows began, and those that left. */
  begun: number;
  left: number;
  /** What the living object was answered and has not stored. */
  handed: AttemptResult | null;
  isFinished: boolean;
  askedInDoubt: boolean;
  /** Number of the last attempt that the rows say is over. */
  endedAttempt: number;
  /** Whether the next attempt leaves no row of its own. */
  isUnseen: boolean;
  /** Whether the object of now has to make it as soon as it is due, so that its loss counts. */
  isDueAtOnce: boolean;
  /** Answers that left the outcome unknown. */
  unknownAnswers: number;
}

/** What of a callable decides what may be repeated, and what the rows tell of it. */
export type CallableEffects = Pick<StepBook, "isUnsafe" | "leavesRows">;

/** The answer by which an undisturbed run is told of a cut. */
export type InsertedCut = AttemptResult & { readonly inserted: true };

export class CallLedger {
  readonly cuts: Cut[] = [];
  readonly #books = new Map<string, StepBook>();
  readonly #tally: Tally;
  readonly #policyOf: (step: string) => InDoubtPolicy;
  readonly #effectsOf: (callable: string) => CallableEffects;

  constructor(
    tally: Tally,
    policyOf: (step: string) => InDoubtPolicy,
    effectsOf: (callable: string) => CallableEffects,
  ) {
    this.#tally = tally;
    this.#policyOf = policyOf;
    this.#effectsOf = effectsOf;
  }

  /** Takes a call that arrives at `now`, Unix milliseconds. Returns how many answers to it are stored. */
  called({ arguments: sent, callable, callId, stepId }: Call, now: number): number {
    const book = this.#book(stepId);
    this.#tally.calls += 1;
    if (book.isFinished) this.#tally.finishedRepeated += 1;
    ok(!book.isFinished, `${stepId} is called although it has finished`);
    deepStrictEqual(book.key ?? callId, callId, `${stepId} carries another key`);
    deepStrictEqual(sent, book.sent, `${stepId} carries other arguments than its row`);
    ok(now >= book.notBefore, `${stepId} is called ${book.notBefore - now} ms before its time`);
    ok(book.mayBeCalled, `${stepId} is called again although nothing of it was lost and no answer asks for it`);
    book.key = callId;
    book.mayBeCalled = false;
    book.left += 1;
    if (book.calledAt === book.position) this.#tally[repeatedCount[callable.effectClass]] += 1;
    if (book.isUnsafe && book.left > book.begun) this.#tally.unsafeUnasked += 1;
    if (book.isUnsafe) ok(book.left <= book.begun, `${stepId} left more often than rows permit`);
    book.calledAt = book.position;
    return book.position;
  }

  /** The living object has the answer; whether it stores it is another matter. */
  handed(step: string, result: AttemptResult): void {
    this.#book(step).handed = result;
  }

  /** The answer of `step` is lost, or its time is over. */
  threatened(step: string): void {
    const book = this.#book(step);
    book.wasThreatened = true;
    book.mayBeCalled = true;
    book.handed = null;
  }

  /** An object is lost, or a row was refused, with every answer that is on its way. */
  lost(): void {
    for (const [step, book] of this.#books) {
      // The end of a task that was told and not stored is told again.
      book.handed = null;
      if (book.isOpen) this.threatened(step);
    }
  }

  /** How many answers to `step` left its outcome unknown. */
  unknownAnswersOf(step: string): number {
    return this.#book(step).unknownAnswers;
  }

  /** Takes rows that are stored at `now`, Unix milliseconds. */
  stored(events: readonly ExecutionEvent[], now: number): void {
    for (const event of events) {
      if (event.kind === "ExecutionResumed") this.#resumed(now);
      else if ("step" in event && event.step !== null) this.#stored(event.step, event);
    }
  }

  /**
   * Another object goes on. An attempt without a row that the object before had to make at once, because it had stored the loss of the one
   * before or had taken over itself, left for all that anybody knows and counts (E7). The first loss after any other row does not: the
   * attempt may have become due when nobody was there.
   */
  #resumed(now: number): void {
    for (const [step, book] of this.#books) {
      if (!book.isUnseen || book.notBefore > now) continue;
      if (book.isDueAtOnce) this.#cut(step, book, "UPSTREAM_UNAVAILABLE");
      book.isDueAtOnce = true;
    }
  }

  #stored(step: string, event: ExecutionEvent): void {
    const book = this.#book(step);
    switch (event.kind) {
      case "StepStarted":
        ok(!book.isFinished, `${step} begins again although it has finished`);
        Object.assign(book, this.#effectsOf(event.callableName));
        deepStrictEqual(
          event.arguments.inline ?? null,
          book.sent ?? event.arguments.inline ?? null,
          `${step} begins again with other arguments`,
        );
        book.sent = event.arguments.inline ?? null;
        Object.assign(book, { isOpen: true, wasThreatened: false, begun: book.begun + 1, mayBeCalled: true });
        book.isUnseen = false;
        break;
      case "AttemptFailed":
        if (event.outcome === "UNKNOWN" && this.#isCut(book)) this.#cut(step, book, event.failure.code);
        else this.#answered(book, event.outcome);
        Object.assign(book, { endedAttempt: event.attempt, notBefore: event.retryAt ?? 0, isDueAtOnce: event.byCrash });
        // A further attempt may leave without a row (E2).
        this.#closed(book, event.retryAt !== null);
        if (event.outcome === "UNKNOWN" && book.isUnsafe)
          ok(this.#policyOf(step) !== "FAIL", `${step} goes on after an unknown outcome`);
        break;
      case "StepWaiting":
        book.askedInDoubt = event.waitsFor === "PERSON" && event.request.purpose === "IN_DOUBT";
        if (event.waitsFor === "PERSON" && event.request.purpose === "CALLEE") {
          this.#answered(book, "ANSWERED");
          Object.assign(book, { endedAttempt: event.attempt ?? book.endedAttempt, isDueAtOnce: false });
        }
        this.#closed(book, false);
        break;
      case "HumanInputResolved":
        // What a callee asked it is told either way.
        this.#closed(book, event.resolution === "ACCEPTED" || (event.resolution === "DECLINED" && !book.askedInDoubt));
        break;
      case "StepFinished":
        ok(!book.isFinished, `${step} finishes twice`);
        this.#finished(step, book, event);
        break;
      default:
        break;
    }
  }

  #finished(step: string, book: StepBook, { attempt, failure, outcome, status }: StepFinished): void {
    // A step that was lost too often without a row ends with no attempt more.
    if (outcome === "UNKNOWN" && status === "FAILED" && attempt > book.endedAttempt) {
      if (!this.#isCut(book)) this.#answered(book, outcome);
      else if (book.isOpen)
        this.#cut(step, book, failure?.code === "STEP_TIMEOUT" ? "STEP_TIMEOUT" : "UPSTREAM_UNAVAILABLE");
    }
    book.isFinished = true;
    this.#closed(book, false);
  }

  #answered(book: StepBook, outcome: CallOutcome): void {
    book.position += 1;
    if (outcome === "UNKNOWN") book.unknownAnswers += 1;
  }

  /** Whether the unknown outcome is that of no answer. One that an undisturbed run was told of moves nothing on. */
  #isCut({ handed }: StepBook): boolean {
    if (handed !== null && "inserted" in handed) return true;
    return handed === null || handed.kind !== "FAILED" || handed.outcome !== "UNKNOWN";
  }

  #cut(step: string, book: StepBook, code: FailureCode): void {
    const isInserted = book.handed !== null && "inserted" in book.handed;
    ok(isInserted || book.wasThreatened, `an answer to ${step} counts as lost although nothing was`);
    this.cuts.push({ step, position: book.position, code, isUnsafe: book.isUnsafe });
  }

  #closed(book: StepBook, mayGoOn: boolean): void {
    Object.assign(book, { handed: null, wasThreatened: false, isOpen: mayGoOn, mayBeCalled: mayGoOn });
    book.isUnseen = mayGoOn && !book.leavesRows;
  }

  #book(step: string): StepBook {
    const known = this.#books.get(step);
    if (known !== undefined) return known;
    const book: StepBook = {
      ...{ key: null, sent: null, notBefore: 0 },
      ...{ isUnsafe: false, leavesRows: true, position: 0, calledAt: -1, isOpen: false, wasThreatened: false },
      ...{ mayBeCalled: false, begun: 0, left: 0, handed: null, isFinished: false, askedInDoubt: false },
      ...{ endedAttempt: 0, isUnseen: false, isDueAtOnce: false, unknownAnswers: 0 },
    };
    this.#books.set(step, book);
    return book;
  }
}
