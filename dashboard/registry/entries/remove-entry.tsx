/** Removing an entry, after a question that names it and the consequences. */
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { announce } from "../../parts/announce.tsx";
import { FormDialog, useAct } from "../../parts/form-dialog.tsx";
import { InertText } from "../../parts/inert-text.tsx";
import { navigate, place } from "../../shell/location.ts";
import { refused } from "../refused.ts";
import {
  removeAgentEntry,
  removeManifestEntry,
  removeServerEntry,
  removeWorkflowEntry,
} from "../registry-lists.generated.ts";
import { noteRemoved } from "../registry-lists.ts";

/** `id` is that of the API; manifests are removed by their name. */
export interface Removal {
  readonly kind: "agent" | "server" | "workflow" | "manifest";
  readonly id: string;
  readonly name: string;
}

const consequences: Readonly<Record<Removal["kind"], string>> = {
  agent: "Plans can no longer call it.",
  server: "Its tools go with it, and plans can no longer call them.",
  workflow: "All its versions go with it, and plans can no longer call it.",
  manifest: "Its agents and tools go with it, and no conversation can begin with it.",
};

export function RemoveEntry({ onClose, removal }: { readonly removal: Removal; readonly onClose: () => void }) {
  const act = useAct();
  const remove = async () => {
    const { path } = place.peek();
    const refusal = await sent(removal);
    if (refusal !== null) return refusal;
    noteRemoved(removal.kind, removal.name);
    announce(`Removed the ${removal.kind} ${removal.name}`);
    onClose();
    // Who went elsewhere meanwhile is not called back.
    if (place.peek().path === path) navigate("/registry");
    return null;
  };
  return (
    <FormDialog
      title={`Remove this ${removal.kind}?`}
      act={act}
      perform={remove}
      words="Remove"
      isDanger
      leave="Keep it"
      onClose={onClose}
    >
      <p>
        <b class="name">
          <InertText text={removal.name} />
        </b>{" "}
        is no longer registered then. {consequences[removal.kind]} Executions that already run keep what they need.
      </p>
    </FormDialog>
  );
}

/** Null if it was removed. */
async function sent({ id, kind, name }: Removal): Promise<Problem | null> {
  switch (kind) {
    case "agent":
      return refused(await request(removeAgentEntry, { id }), ({ removeAgent }) => removeAgent);
    case "server":
      return refused(await request(removeServerEntry, { id }), ({ removeMcpServer }) => removeMcpServer);
    case "workflow":
      return refused(await request(removeWorkflowEntry, { id }), ({ removeWorkflow }) => removeWorkflow);
    case "manifest":
      return refused(await request(removeManifestEntry, { name }), ({ removeManifest }) => removeManifest);
  }
}
