/**
 * The events of artifacts that are stored while a call is made.
 */
import type { ArtifactRecord } from "../../execution/events/artifact-record.ts";
import { type ExecutionState, nodeAt } from "../../execution/state/state.ts";
import type { RunnerHost } from "./runner-host.ts";

/** Records artifacts for the step at `ordinal`. The same one twice, as a further attempt stores it, is recorded once; none after the end. */
export function artifactNote(host: RunnerHost, ordinal: number): (artifact: ArtifactRecord) => void {
  return (artifact) => {
    const state = host.state();
    if (state === undefined || state.finished !== undefined || isKnown(state, artifact)) return;
    const step = nodeAt(state, ordinal).step.id;
    host.unattended(() => host.proceed([{ kind: "ArtifactStored", step, artifact }]));
  };
}

function isKnown({ artifacts }: ExecutionState, { name, sha256 }: ArtifactRecord): boolean {
  return artifacts.some((known) => known.name === name && known.sha256 === sha256);
}
