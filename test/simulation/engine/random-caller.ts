/** A caller that answers at random: at once, when it is told to, after its call was cut, or never; with any outcome, or by breaking. */
import type { Call } from "../../../src/durable/ports/ports.ts";
import type { AttemptResult } from "../../../src/execution/events/attempt.ts";
import type { ProgressNotice } from "../../../src/execution/events/callee-progress.ts";
import { asks, failed, succeeded } from "../../support/engine/attempt-results.ts";
import type { Seeded } from "../../support/engine/seeded.ts";
import type { RandomPeers } from "./random-peers.ts";

interface OpenCall {
  readonly call: Call;
  /** Answers only after it was cut, if at all. */
  readonly silent: boolean;
  readonly give: () => void;
}

export class RandomCaller {
  readonly #random: Seeded;
  readonly #peers: RandomPeers;
  #open: readonly OpenCall[] = [];
  #inFlight: readonly Call[] = [];
  /** The last calls of which something was told, whatever has become of them. */
  #told: readonly Call[] = [];

  /** `peers` take calls of remote agents. */
  constructor(random: Seeded, peers: RandomPeers) {
    this.#random = random;
    this.#peers = peers;
  }

  /** Calls of the present object that have neither an answer nor been cut. */
  get inFlight(): readonly Call[] {
    return this.#inFlight.filter((call) => !call.signal.aborted);
  }

  call(call: Call): Promise<AttemptResult> {
    this.#inFlight = [...this.inFlight, call];
    const { promise, reject, resolve } = Promise.withResolvers<AttemptResult>();
    const isTaken = call.provider.kind === "A2A" && (this.#peers.isAnswered(call) || this.#random.chance(0.7));
    const result = isTaken ? this.#peers.taken(call) : this.#result();
    const give = () => (result === "FAULT" ? reject(new Error("the caller is broken")) : resolve(result));
    const open: OpenCall = { call, give, silent: this.#random.chance(0.1) };
    this.#open = [...this.#open, open];
    if (this.#random.chance(0.5))
      call.signal.addEventListener("abort", () => reject(call.signal.reason), { once: true });
    if (this.#random.chance(0.3)) this.#give(open);
    return promise;
  }

  /** Gives one answer, which may be of a call that was cut or lost before. False if every call that is left stays silent. */
  answerOne(): boolean {
    const answerable = this.#open.filter((open) => !open.silent || open.call.signal.aborted);
    if (answerable.length === 0) return false;
    this.#give(this.#random.pick(answerable));
    return true;
  }

  /** Tells something of a call that has no answer yet, which may be cut or of a lost object, and of one of before. */
  tell(random: Seeded): void {
    const told = [...this.#open.map(({ call }) => call), ...this.#told];
    if (told.length === 0) return;
    const call = random.pick(told);
    this.#told = [...this.#told.slice(-3), call];
    const notices: readonly ProgressNotice[] = [
      ...["BROKEN" as const, { message: "words" }, { progress: random.between(0, 9), total: 9 }],
      { message: "x".repeat(1_000), level: "INFO" },
    ];
    for (let n = random.between(1, 4); n > 0; n -= 1) call.onProgress(random.pick(notices));
  }

  answerAll(): void {
    for (const open of this.#open) this.#give(open);
  }

  /** The object is lost; answers to its calls may still come, to nobody. */
  lost(): void {
    this.#inFlight = [];
  }

  #give(open: OpenCall): void {
    this.#open = this.#open.filter((other) => other !== open);
    this.#inFlight = this.#inFlight.filter((call) => call !== open.call);
    open.give();
  }

  #result(): AttemptResult | "FAULT" {
    const random = this.#random;
    switch (
      random.weighted({
        success: 10,
        rejected: 3,
        later: 1,
        notSent: 1,
        refused: 2,
        invalid: 1,
        unknown: 3,
        asks: 1.5,
        fault: 0.3,
      })
    ) {
      case "success":
        return succeeded(random.chance(0.5) ? { maybe: random.between(0, 9) } : { "{{steps.s0.output}}": "$0.output" });
      case "rejected":
        return failed("REJECTED");
      case "later":
        return failed("REJECTED", "UPSTREAM_UNAVAILABLE", random.pick([10, 10_000, 100_000_000]));
      case "notSent":
        return failed("NOT_SENT", "EGRESS_DENIED", null, false);
      case "refused":
        return failed("ANSWERED", "TOOL_ERROR", null, random.chance(0.5));
      case "invalid":
        return failed("ANSWERED", "OUTPUT_INVALID");
      case "unknown":
        return failed("UNKNOWN");
      case "asks":
        return asks();
      case "fault":
        return "FAULT";
    }
  }
}
