/**
 * What lives and dies with the object of one execution of a family, made of the parts of the product: its clients for relatives, its report to
 * its parent, the calls of its children.
 */
import { childCalls } from "../../src/durable/calls/child-calls.ts";
import { childEndOf } from "../../src/durable/calls/child-end.ts";
import type { Outbox } from "../../src/durable/deliveries/outbox.ts";
import { ExecutionRequests } from "../../src/durable/execution/execution-requests.ts";
import type { LoadedExecution } from "../../src/durable/execution/loaded-execution.ts";
import { childOutbox } from "../../src/durable/execution/reports.ts";
import type { ExecutionOptions } from "../../src/durable/ports/execution-options.ts";
import type { ExecutionPeer } from "../../src/durable/ports/execution-peer.ts";
import type { Call, WaitPorts } from "../../src/durable/ports/ports.ts";
import { silentTracer } from "../../src/durable/ports/tracer.ts";
import type { PollResult } from "../../src/execution/events/attempt.ts";
import type { ExecutionState } from "../../src/execution/state/state.ts";
import { statusOf } from "../../src/execution/state/status.ts";
import { viewOf } from "../../src/execution/views/view.ts";
import type { EngineWorld } from "../support/engine/engine-world.ts";
import type { ManualClock } from "../support/engine/manual-clock.ts";
import { idOf } from "../support/engine/started-event.ts";

export interface ObjectLifeParts {
  readonly clock: ManualClock;
  readonly world: EngineWorld;
  /** Another execution, over the network. */
  readonly peer: (name: string) => ExecutionPeer;
  /** Whether it was stopped before it was made, and what makes it so. */
  readonly isBuried: () => boolean;
  readonly bury: () => void;
  readonly drive: () => void;
  /** How the remote task `handle` stands. */
  readonly poll: (call: Call, handle: string) => Promise<PollResult>;
}

export class ObjectLife {
  readonly report: Outbox<ExecutionState>;
  readonly children: WaitPorts;
  /** As relatives reach it. */
  readonly requests: ExecutionRequests;

  constructor(parts: ObjectLifeParts) {
    const { bury, clock, drive, poll, peer, world } = parts;
    const options = {
      ...{
        clock,
        artifacts: undefined,
        artifactLink: async () => undefined,
        maxResponseBytes: 1_000_000,
        codeVersion: "test",
      },
      execution: (_: string, name: string) => peer(name),
      tracer: silentTracer,
      publicId: idOf,
    } as unknown as ExecutionOptions;
    this.requests = new ExecutionRequests({
      loaded: loadedOf(parts),
      awaitWork: () => undefined,
      drive,
      options,
      retention: { reserve: bury },
      lease: () => ({ acquire: async () => undefined, admit: async () => undefined }),
    });
    this.report = childOutbox({
      clock,
      end: (state) => childEndOf(state, (position) => world.journal.value(position)),
      parent: (_, name) => peer(name),
      onChange: () => undefined,
    });
    const remote = {
      poll: (call: Call, { handle }: { readonly handle?: string | undefined }) => poll(call, handle ?? ""),
      stop: async () => true,
    };
    this.children = childCalls({ options, remote });
  }
}

/** The part of what an object loads that its start and its relatives ask. */
function loadedOf({ isBuried, world }: ObjectLifeParts): () => LoadedExecution {
  const { runner } = world;
  const reader = {
    end: () =>
      runner.state === undefined ? null : childEndOf(runner.state, (position) => world.journal.value(position)),
    status: () => (runner.state === undefined ? undefined : statusOf(runner.state)),
    facts: () => runner.state?.pinned,
    view: () => viewOf(world.state, undefined, undefined),
  };
  return () => {
    const tombstone = isBuried() ? { isPlanted: true, until: Number.MAX_SAFE_INTEGER } : undefined;
    const webhooks = { pin: () => undefined };
    return {
      runner,
      reader,
      webhooks,
      parkedBy: null,
      tooOldSince: undefined,
      tombstone,
    } as unknown as LoadedExecution;
  };
}
