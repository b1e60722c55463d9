/**
 * The network between the executions of a family, as each sees the others: a message or its answer is lost, comes late or twice. Whoever is
 * lost while a message is worked on gives no answer.
 */
import type { ChildEnd, ExecutionPeer } from "../../src/durable/ports/execution-peer.ts";
import type { StartRequest, StartResult } from "../../src/execution/commands/start-request.ts";
import type { Seeded } from "../support/engine/seeded.ts";
import type { Tally } from "./counts.ts";

export interface NetworkParts {
  readonly random: Seeded;
  readonly tally: Tally;
  readonly trace: (line: string) => void;
  /** The clients of an execution as it lives now. */
  readonly peer: (name: string) => ExecutionPeer;
  /** A new value for each life of the object. */
  readonly life: (name: string) => unknown;
  /** Names for traces. */
  readonly nick: (name: string) => string;
  /** Acknowledges stops without delivering them: to see that it is noticed. */
  readonly losesStops: boolean;
}

export class Network {
  readonly #parts: NetworkParts;
  readonly #roughness: number;
  #isLossy: boolean;
  #late: (() => void)[] = [];

  constructor(parts: NetworkParts, roughness: number) {
    this.#parts = parts;
    this.#roughness = roughness;
    this.#isLossy = roughness > 0;
  }

  to(name: string): ExecutionPeer {
    const { losesStops, peer } = this.#parts;
    return {
      start: (request: StartRequest): Promise<StartResult> =>
        this.#sent(name, "start", () => peer(name).start(request)),
      end: (): Promise<ChildEnd | null> => this.#sent(name, "end", () => peer(name).end()),
      childEnded: (child, step, end) => this.#sent(name, "childEnded", () => peer(name).childEnded(child, step, end)),
      stopChild: (parent, reason) =>
        losesStops ? Promise.resolve() : this.#sent(name, "stopChild", () => peer(name).stopChild(parent, reason)),
    };
  }

  /** Delivers one message that is late. False if none is. */
  deliverOne(): boolean {
    if (this.#late.length === 0) return false;
    const chosen = this.#parts.random.pick(this.#late);
    this.#late = this.#late.filter((other) => other !== chosen);
    chosen();
    return true;
  }

  /** From now on nothing is lost or late. */
  calm(): void {
    this.#isLossy = false;
    while (this.deliverOne());
  }

  async #sent<Answer>(name: string, what: string, deliver: () => Promise<Answer>): Promise<Answer> {
    const { nick, random, tally, trace } = this.#parts;
    if (!this.#isLossy) return this.#answered(name, deliver);
    const isLost = random.chance(this.#roughness);
    const isUnheard = random.chance(this.#roughness);
    const isLate = random.chance(0.4);
    if (random.chance(0.15)) {
      tally.doubledMessages += 1;
      this.#late.push(() => void this.#answered(name, deliver).catch(() => undefined));
    }
    if (isLost || isUnheard) {
      tally.lostMessages += 1;
      trace(`${what} to ${nick(name)} is lost${isLost ? "" : " on its way back"}`);
    }
    if (isLate) {
      tally.lateMessages += 1;
      await new Promise<void>((resolve) => this.#late.push(resolve));
    }
    if (isLost) throw new Error(`${what} did not arrive`);
    const answer = await this.#answered(name, deliver);
    if (isUnheard) throw new Error(`the answer to ${what} did not arrive`);
    return answer;
  }

  async #answered<Answer>(name: string, deliver: () => Promise<Answer>): Promise<Answer> {
    const life = this.#parts.life(name);
    const answer = await deliver();
    if (this.#parts.life(name) !== life) throw new Error("whoever was asked is gone");
    return answer;
  }
}
