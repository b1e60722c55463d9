/**
 * The report of a child to its parent that it has ended, repeated until the parent acknowledges it. The position is not stored: an instance
 * that is woken reports again, and a parent ignores a repeated report (E8). After an hour the child stops reporting; the parent asks by
 * itself.
 */
import type { ExecutionState } from "../../execution/state/state.ts";
import type { ChildEnd, ExecutionPeer } from "../ports/execution-peer.ts";

export interface ChildReportPorts {
  readonly end: (state: ExecutionState) => ChildEnd | null;
  readonly parent: (tenant: string, name: string) => ExecutionPeer;
  /** Called when an acknowledgement came or failed to come, so that the alarm can be set anew. */
  readonly settled: () => void;
  /** Called with the error when the parent could not be notified. */
  readonly failed?: (error: unknown) => void;
}

export class ChildReport {
  readonly #ports: ChildReportPorts;
  #isPending = false;
  #isAcknowledged = false;
  #sending: Promise<void> | null = null;

  constructor(ports: ChildReportPorts) {
    this.#ports = ports;
  }

  /** Whether the parent may not know yet. */
  get pending(): boolean {
    return this.#isPending;
  }

  /** Called with every new state; once the execution has ended, its parent is notified at once. */
  note(state: ExecutionState): void {
    if (this.#isAcknowledged || state.finished === null || state.pinned.surface !== "child") return;
    this.#isPending = true;
    void this.flush(state);
  }

  /** Notifies the parent if it may not know. Resolves when that was acknowledged or failed; never rejects. */
  async flush(state: ExecutionState): Promise<void> {
    if (!this.#isPending) return;
    this.#sending ??= this.#send(state).finally(() => {
      this.#sending = null;
    });
    await this.#sending;
    this.#ports.settled();
  }

  async #send(state: ExecutionState): Promise<void> {
    const { execution, origin, tenant } = state.pinned;
    const end = this.#ports.end(state);
    if (origin.parent === null || end === null) {
      this.#isPending = false;
      return;
    }
    try {
      const { execution: parent, stepPath } = origin.parent;
      await this.#ports.parent(tenant, parent).childEnded(execution, stepPath, end);
      this.#isPending = false;
      this.#isAcknowledged = true;
    } catch (error) {
      this.#ports.failed?.(error);
    }
  }
}
