/** The choice of a workflow and of its version. */
import { useLayoutEffect } from "preact/hooks";
import { ChoiceField } from "../parts/field.tsx";
import { InertText } from "../parts/inert-text.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { registry } from "./registry.ts";
import { changeDraft, chooseWorkflow, draft } from "./start/draft.ts";
import type { ReadWorkflow } from "./use-workflow.ts";

export function WorkflowChoice({ failure, workflow }: ReadWorkflow) {
  const { workflowName, workflowVersion } = draft.value;
  const names = [...registry.value.callables.values()].filter(({ kind }) => kind === "WORKFLOW");
  // With the names, not a frame after them: by then somebody may have chosen another one.
  useLayoutEffect(() => {
    const [only] = names;
    if (workflowName === "" && only !== undefined) chooseWorkflow(only.name, "");
  }, [names.length, workflowName]);
  return (
    <section class="panel" aria-labelledby="h-workflow">
      <header>
        <h2 id="h-workflow">Workflow</h2>
      </header>
      <div class="fields">
        <ChoiceField
          id="workflow-name"
          label="Name"
          choices={[
            ...(names.some(({ name }) => name === workflowName)
              ? []
              : [[workflowName, workflowName || "Choose"] as const]),
            ...names.map(({ name }) => [name, name] as const),
          ]}
          value={workflowName}
          onChoice={(name) => chooseWorkflow(name, "")}
        />
        <ChoiceField
          id="workflow-version"
          label="Version"
          choices={[
            ["", "The newest"],
            ...(workflow?.versions ?? []).map(
              ({ createdAt, version }) =>
                [version, `${version.slice(0, 12)} of ${createdAt.slice(0, 16).replace("T", " ")}`] as const,
            ),
          ]}
          value={workflowVersion}
          onChoice={(version) => changeDraft({ workflowVersion: version })}
        />
        {workflow !== null && workflow.description !== "" && (
          <p class="wide">
            <InertText text={workflow.description} limit={600} />
          </p>
        )}
      </div>
      {failure !== null && <ProblemNote {...failure} />}
    </section>
  );
}
