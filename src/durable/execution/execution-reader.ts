/**
 * Every answer about one execution: from its state and journal or, once retention has removed its events, from its archive. Reading changes
 * nothing. A value that is no longer stored is reported as missing, never as null (E14).
 */

import { type Audience, audienceOf } from "../../access/audience.ts";
import { deepRefusal } from "../../execution/derive/deep-derivation.ts";
import { type DerivationResult, derive } from "../../execution/derive/derivation.ts";
import { type DerivationRequest, derivationText } from "../../execution/derive/derivation-changes.ts";
import type { LatestProgress } from "../../execution/events/callee-progress.ts";
import type { ExecutionStatus } from "../../execution/events/event.ts";
import { wordsOf } from "../../execution/search/request-and-result.ts";
import { groupOutput, type ReadValue } from "../../execution/state/read-reference.ts";
import type { ExecutionState } from "../../execution/state/state.ts";
import { statusOf } from "../../execution/state/status.ts";
import type { CarriedValues, ExecutionView } from "../../execution/views/execution-view.ts";
import { type ParkedRows, parkedSummary, parkedView } from "../../execution/views/parked-view.ts";
import { type ProjectionDialect, projectionOf } from "../../execution/views/projection.ts";
import { type ExecutionSummary, summaryOf } from "../../execution/views/summary.ts";
import { viewOf, withProgress } from "../../execution/views/view.ts";
import { handedOver } from "../../json/deep-json.ts";
import { isJsonObject, type Json } from "../../json/json.ts";
import type { StoredJson, ValueSlot } from "../../json/stored-value.ts";
import { archivedChildEnd, childEndOf } from "../calls/child-end.ts";
import type { ChildEnd } from "../ports/execution-peer.ts";
import type { Journal } from "../ports/ports.ts";
import { wholeRequest } from "../runner/kept-requests.ts";
import type { Archive } from "./archive.ts";

/** The identity of an execution. Times in Unix milliseconds. */
export interface ExecutionFacts {
  readonly execution: string;
  readonly tenant: string;
  readonly fingerprint: string;
  readonly subject: string;
  readonly createdAt: number;
  /** Absent before the end. */
  readonly finishedAt: number | undefined;
  readonly isArchived: boolean;
}

interface ReadFrom {
  readonly journal: Journal;
  /** Absent before the beginning, and for an archived execution. */
  readonly state: () => ExecutionState | undefined;
  /** Facts about calls in flight, by the id of their step. Absent where no call is made. */
  readonly progress?: () => ReadonlyMap<string, LatestProgress>;
  readonly archive: Archive | undefined;
  /** Why this code cannot continue the execution. Null if it can. */
  readonly parkedBy: string | null;
  /** Whether rows of an earlier version park it. */
  readonly isTooOld: boolean;
  /** The readable facts of its rows, if this code does not know the first of them. */
  readonly parked: ParkedRows | undefined;
  /** Whether summaries include the request and the result, for searches. */
  readonly keepsWords?: boolean | undefined;
}

export class ExecutionReader {
  readonly #from: ReadFrom;

  constructor(from: ReadFrom) {
    this.#from = from;
  }

  /** Undefined if there is no execution, as in all that follows. Small values are read from their rows only if they are asked for. */
  view(carried: CarriedValues): ExecutionView | undefined {
    const { archive, isTooOld, parked, parkedBy } = this.#from;
    if (archive !== undefined) return { ...archive.view, parkedBy, isTooOld };
    const state = this.#from.state();
    if (state !== undefined) {
      const view = viewOf(
        state,
        carried === false ? undefined : this.#read,
        parkedBy ?? undefined,
        typeof carried === "object" ? carried : undefined,
      );
      return { ...withProgress(view, this.#from.progress?.() ?? new Map()), isTooOld };
    }
    return parked === undefined || parkedBy === null ? undefined : parkedView(parked, parkedBy, isTooOld);
  }

  /** The archive of an execution that has ended, which replaces its events and values. Undefined before the end, and afterwards. */
  archive(): Archive | undefined {
    const state = this.#from.state();
    const view = this.view(false);
    if (view === undefined || state === undefined || state.finished === undefined) return undefined;
    const bindings = this.#read(state.pinned.bindings);
    const bindingNames = isJsonObject(bindings) ? Object.keys(bindings) : [];
    const { fingerprint } = state.pinned;
    return { version: 5, fingerprint, view: { ...view, archived: { bindingNames } }, summary: summaryOf(state) };
  }

  facts(): ExecutionFacts | undefined {
    const { archive } = this.#from;
    if (archive !== undefined) {
      const { createdAt, execution, finishedAt, subject, tenant } = archive.view;
      const { fingerprint } = archive;
      return {
        execution,
        tenant,
        fingerprint,
        subject,
        createdAt,
        finishedAt: finishedAt ?? undefined,
        isArchived: true,
      };
    }
    const state = this.#from.state();
    if (state === undefined) return this.#parkedFacts();
    const { execution, fingerprint, subject, tenant } = state.pinned;
    const finishedAt = state.finished?.at;
    return { execution, tenant, fingerprint, subject, createdAt: state.createdAt, finishedAt, isArchived: false };
  }

  /** Who may see it. */
  audience(): Audience | undefined {
    const { archive, parked, state } = this.#from;
    const facts = archive?.view ?? state()?.pinned ?? parked?.start;
    return facts === undefined ? undefined : audienceOf(facts);
  }

  status(): ExecutionStatus | undefined {
    const { archive } = this.#from;
    const state = this.#from.state();
    return archive?.view.status ?? (state === undefined ? this.view(false)?.status : statusOf(state));
  }

  summary(): ExecutionSummary | undefined {
    const { archive } = this.#from;
    const state = this.#from.state();
    if (archive !== undefined) return archive.summary;
    if (state !== undefined) return this.summaryAt(state);
    const { parked } = this.#from;
    return parked === undefined ? undefined : parkedSummary(parked);
  }

  /** The summary of the execution as it stands, or stood, in `state`. */
  summaryAt(state: ExecutionState): ExecutionSummary {
    const summary = summaryOf(state, this.#from.keepsWords === true ? this.#read : undefined);
    if (state.finished === undefined) return summary;
    return { ...summary, storedBytes: this.#bytesWith(state) };
  }

  /** Size of its events, values and artifacts now: nothing once retention has removed them. */
  storedBytes(): number | undefined {
    const { archive, parked, state } = this.#from;
    if (archive !== undefined) return 0;
    const standing = state();
    return standing === undefined && parked === undefined ? undefined : this.#bytesWith(standing);
  }

  #bytesWith(state: ExecutionState | undefined): number {
    const ofArtifacts = state?.artifacts.reduce((bytes, { byteSize }) => bytes + byteSize, 0) ?? 0;
    return (this.#from.journal.storedBytes?.() ?? 0) + ofArtifacts;
  }

  /** Whether the index may know words of the execution that go with its values. */
  mayHaveWords(): boolean {
    const state = this.#from.state();
    return state !== undefined && wordsOf(state, this.#read) !== undefined;
  }

  #parkedFacts(): ExecutionFacts | undefined {
    const { parked } = this.#from;
    if (parked === undefined) return undefined;
    const { createdAt, end, start } = parked;
    const { execution, fingerprint, subject, tenant } = start;
    return { execution, tenant, fingerprint, subject, createdAt, finishedAt: end?.at, isArchived: false };
  }

  /** How it ended, for a parent that waits for it. Null before its end. */
  end(): ChildEnd | null {
    const { archive } = this.#from;
    if (archive !== undefined) return archivedChildEnd(archive.view);
    const state = this.#from.state();
    return state === undefined ? null : childEndOf(state, this.#read);
  }

  value(sequence: number, slot: ValueSlot): StoredJson {
    const value = slot === "request" ? this.#modelRequest(sequence) : this.#from.journal.value({ sequence, slot });
    return value === undefined ? null : handedOver(value);
  }

  /** Null too for a step that the plan does not have. */
  groupOutput(stepId: string): StoredJson {
    const state = this.#from.state();
    const ordinal = state?.pinned.graph.ordinalOf.get(stepId);
    return state === undefined || ordinal === undefined ? null : handedOver(groupOutput(state, ordinal, this.#read));
  }

  projection(dialect: ProjectionDialect): StoredJson {
    const state = this.#from.state();
    return state === undefined ? null : handedOver(projectionOf(state, dialect, this.#read));
  }

  /** The results that a retry or fork reuses, for a preview without its outputs. */
  derive(request: DerivationRequest, withValues: boolean): DerivationResult {
    const status = this.status();
    if (status === undefined) return { kind: "NOT_FOUND" };
    const { parkedBy } = this.#from;
    const state = this.#from.state();
    const refused = (required: string): DerivationResult => {
      const message = `Cannot ${derivationText[request.kind]} the execution: required ${required}`;
      return { kind: "INVALID_STATE", status, message };
    };
    if (parkedBy !== null)
      return refused(`a version of this software that knows log entries of the kind ${JSON.stringify(parkedBy)}`);
    if (state === undefined) return refused("one whose values are kept, found one whose values retention removed");
    const answer = derive(state, request, this.#read, withValues);
    const deep = deepRefusal(answer, state, this.#read);
    return deep === undefined ? answer : refused(deep);
  }

  /** The request to a model, with the texts that earlier calls were sent too. */
  #modelRequest(sequence: number): Json | undefined {
    const calls = this.#from.state()?.modelCalls ?? [];
    return wholeRequest(calls, sequence, this.#read);
  }

  readonly #read: ReadValue = (position) => this.#from.journal.value(position);
}
