/**
 * Asks abandoned children and remote tasks to stop, repeatedly, until they acknowledge it (design: Children). The rows say which tasks were
 * abandoned. Acknowledgements are kept in memory only, so a fresh instance asks once more. This continues after the end of the execution,
 * for an hour at most. A task that an agent began for a call that had already been aborted (E8) is in no row; it is asked to stop as long
 * as this instance lives.
 */

import { type ExecutionState, stepAt } from "../../execution/state/state.ts";
import { type GivenUpTask, isFinal, type StepTask } from "../../execution/state/step-state.ts";
import { taskOf, toStop } from "../../execution/state/step-task.ts";
import { faultText } from "../../json/fault-text.ts";
import { executionKeys } from "../ports/execution-keys.ts";
import type { RunnerPorts } from "../ports/ports.ts";
import { earliest } from "../ports/wake-timer.ts";
import { taskCall } from "./attempt.ts";
import type { LateTask } from "./attempts.ts";
import type { RunnerHost } from "./runner-host.ts";

/** Between two tries, doubled for each. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Time for one try. */
const stopTimeoutMs = 30_000;

interface Stop {
  readonly tries: number;
  /** When to try again, Unix milliseconds. Absent while a try is in flight, and once it was acknowledged. */
  readonly dueAt?: number | undefined;
  readonly isAcknowledged: boolean;
}

export class TaskCancellations {
  readonly #ports: RunnerPorts;
  readonly #host: Pick<RunnerHost, "state" | "ended">;
  /** By step and attempt. */
  readonly #cancellations = new Map<string, Stop>();
  /** Tasks that came too late to be waited for, by step and attempt. */
  readonly #late = new Map<string, GivenUpTask & { readonly task: StepTask }>();

  constructor(ports: RunnerPorts, host: Pick<RunnerHost, "state" | "ended">) {
    this.#ports = ports;
    this.#host = host;
  }

  /** Whether any try is in flight. */
  get busy(): boolean {
    for (const { dueAt, isAcknowledged } of this.#cancellations.values())
      if (dueAt === undefined && !isAcknowledged) return true;
    return false;
  }

  /** Whether a task that came too late has yet to be asked again: nothing but this instance knows of it. */
  get awaitsLate(): boolean {
    return this.#pending().some((given) => this.#late.has(nameOf(given)) && this.#dueAt(given) !== undefined);
  }

  /** When the next cancellation is due, Unix milliseconds; undefined if there is none besides those in flight. */
  nextAt(): number | undefined {
    let next: number | undefined;
    for (const given of this.#pending()) next = earliest(next, this.#dueAt(given));
    return next;
  }

  /** Sends every cancellation that is due. */
  send(): void {
    const state = this.#host.state();
    const now = this.#ports.clock.now();
    for (const given of this.#pending()) {
      const dueAt = this.#dueAt(given);
      if (state !== undefined && dueAt !== undefined && dueAt <= now) void this.#cancel(state, given);
    }
  }

  /** It has ended, so nothing is left to stop. */
  acknowledge(task: Pick<GivenUpTask, "attempt" | "step">): void {
    this.#cancellations.set(nameOf(task), { tries: 0, isAcknowledged: true });
    this.#host.ended();
  }

  /** Takes a task of an attempt that is over. A further attempt of the same step may find it by its key (E5), so it waits for the last. */
  addLate(step: number, attempt: number, { details, handle }: LateTask): void {
    const at = this.#ports.clock.now();
    const task: StepTask = {
      kind: "REMOTE_TASK",
      handle,
      details,
      attempt,
      standing: "GIVEN_UP",
      since: at,
    };
    this.#late.set(nameOf({ attempt, step }), { step, attempt, at, task });
  }

  #pending(): readonly GivenUpTask[] {
    const state = this.#host.state();
    if (state === undefined || (state.givenUp.length === 0 && this.#late.size === 0)) return [];
    const late = [...this.#late.values()].filter(({ step }) => isFinal(stepAt(state, step).status));
    return toStop([...state.givenUp, ...late], this.#ports.clock.now());
  }

  #dueAt(given: GivenUpTask): number | undefined {
    const known = this.#cancellations.get(nameOf(given));
    return known === undefined ? Number.NEGATIVE_INFINITY : known.dueAt;
  }

  async #cancel(state: ExecutionState, given: GivenUpTask): Promise<void> {
    const { clock, journal, waits } = this.#ports;
    const { step } = given;
    const name = nameOf(given);
    const task = this.#late.get(name)?.task ?? taskOf(state, given);
    const tries = (this.#cancellations.get(name)?.tries ?? 0) + 1;
    this.#cancellations.set(name, { tries, isAcknowledged: false });
    const controller = new AbortController();
    const { promise: tooLate, resolve } = Promise.withResolvers<false>();
    const stopTimer = clock.after(stopTimeoutMs, () => {
      controller.abort();
      resolve(false);
    });
    let isAcknowledged = false;
    try {
      const read = (position: Parameters<typeof journal.value>[0]) => journal.value(position);
      const call = taskCall(state, step, task, read, {
        signal: controller.signal,
        onArtifact: () => undefined,
        onProgress: () => undefined,
      });
      isAcknowledged = await Promise.race([waits.stop(call, task, state), tooLate]);
    } catch (error) {
      const keys = executionKeys(state.pinned);
      console.error(JSON.stringify({ log: "task_not_stopped", ...keys, task: name, error: faultText(error) }));
    } finally {
      stopTimer();
    }
    // Meanwhile the task may have reported its end.
    if (this.#cancellations.get(name)?.isAcknowledged !== true) {
      const dueAt = isAcknowledged
        ? undefined
        : clock.now() + Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);
      this.#cancellations.set(name, { tries, dueAt, isAcknowledged });
    }
    this.#host.ended();
  }
}

function nameOf({ attempt, step }: Pick<GivenUpTask, "attempt" | "step">): string {
  return `${step}/${attempt}`;
}
