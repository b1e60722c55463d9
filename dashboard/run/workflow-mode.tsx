/** Running a workflow: which one, in which version, on which input. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import { request, requestUntilAnswered } from "../api/request.ts";
import { signIns } from "../api/session.ts";
import { ChoiceField, LineField } from "../parts/field.tsx";
import { InertText } from "../parts/inert-text.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { type FieldProblem, fieldProblems } from "../parts/schema-form/field-problem.ts";
import { SchemaForm } from "../parts/schema-form/schema-form.tsx";
import { StartProblems } from "./problems/start-problems.tsx";
import type { WrongFragment } from "./problems/wrong.ts";
import { registry } from "./registry.ts";
import { type InvokeWorkflowInput, startWorkflow, type WorkflowDetailQuery, workflowDetail } from "./run.generated.ts";
import type { ModeProps } from "./run-page.tsx";
import { changeDraft, changeOptions, chooseWorkflow, draft } from "./start/draft.ts";
import { OptionsPanel } from "./start/options-panel.tsx";
import { readOptions } from "./start/run-options-input.ts";
import { StartButton } from "./start/start-button.tsx";
import { payloadOf, useStart } from "./start/start-run.ts";
import { WorkflowSteps } from "./workflow-steps.tsx";

type Workflow = NonNullable<WorkflowDetailQuery["workflow"]>;

export function WorkflowMode({ heading }: ModeProps) {
  const { artifact, isArtifact, options, parameters, workflowName, workflowVersion } = draft.value;
  const starting = useStart();
  const [read, setRead] = useState<{ readonly wanted: string; readonly workflow: Workflow } | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const [found, setFound] = useState<readonly FieldProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
  const signedIn = signIns.value;
  // Of one that was chosen before nothing is shown or started any more.
  const wanted = JSON.stringify([workflowName, workflowVersion, signedIn]);
  const workflow = read?.wanted === wanted ? read.workflow : null;
  useEffect(() => {
    setFailure(null);
    if (workflowName === "") return;
    const controller = new AbortController();
    const by =
      workflowVersion === "" ? { name: workflowName } : { version: { name: workflowName, version: workflowVersion } };
    void requestUntilAnswered(workflowDetail, { by }, controller.signal, setFailure).then((answer) => {
      if (controller.signal.aborted) return;
      if (!answer.ok) setFailure(answer.problem);
      else if (answer.data.workflow === null) {
        setFailure({ code: "NOT_FOUND", message: `There is no workflow "${workflowName}" in this version.` });
      } else setRead({ wanted, workflow: answer.data.workflow });
    });
    return () => controller.abort();
  }, [wanted]);
  const names = [...registry.value.callables.values()].filter(({ kind }) => kind === "WORKFLOW");
  // With the names, not a frame after them: by then somebody may have chosen another one.
  useLayoutEffect(() => {
    const [only] = names;
    if (workflowName === "" && only !== undefined) chooseWorkflow(only.name, "");
  }, [names.length, workflowName]);

  const parsed = readOptions(options);
  const own = parsed.ok ? parsed.input : {};
  const input: InvokeWorkflowInput = {
    workflow:
      workflow === null ? { name: workflowName } : { version: { name: workflow.name, version: workflow.version } },
    payload: isArtifact ? { artifact } : { parameters: (parameters ?? {}) as Readonly<Record<string, unknown>> },
    options: own,
  };
  const atFields = fieldProblems((starting.errors as readonly WrongFragment[]).flatMap(violationsOf));
  const whyNot = whyNotStart(workflow, parsed.ok, isArtifact, artifact, found.length);
  return (
    <>
      <div class="page-head">
        {heading}
        <StartButton
          whyNot={whyNot}
          isStarting={starting.isStarting}
          onStart={() => {
            setAttempt(attempt + 1);
            starting.start(input, async (idempotencyKey) => {
              const variables = { input: { ...input, options: { ...own, idempotencyKey } } };
              return payloadOf(await request(startWorkflow, variables), ({ invokeWorkflow }) => invokeWorkflow);
            });
          }}
        />
      </div>
      <StartProblems
        errors={(starting.errors as readonly WrongFragment[]).filter((wrong) => violationsOf(wrong).length === 0)}
      />
      <div class="compose">
        <div class="written">
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
          {workflow !== null && (
            <section class="panel" aria-labelledby="h-input">
              <header>
                <h2 id="h-input">Input</h2>
                <label class="tick end">
                  <input
                    type="checkbox"
                    checked={isArtifact}
                    onChange={({ currentTarget }) => changeDraft({ isArtifact: currentTarget.checked })}
                  />
                  From an artifact
                </label>
              </header>
              <div class="inset">
                {isArtifact ? (
                  <LineField
                    id="artifact"
                    label="Name or address of the artifact"
                    hint="Its content is the input as JSON."
                    autocomplete="off"
                    value={artifact}
                    onText={(text) => changeDraft({ artifact: text })}
                  />
                ) : (
                  <SchemaForm
                    key={workflow.version}
                    schema={workflow.inputSchema}
                    value={parameters}
                    onChange={(value, problems) => {
                      setFound(problems);
                      starting.clear();
                      changeDraft({ parameters: value });
                    }}
                    problems={atFields}
                    idPrefix="workflow-input"
                    attempt={attempt}
                    label={`Input of ${workflow.name}`}
                  />
                )}
              </div>
            </section>
          )}
          <OptionsPanel
            options={options}
            onChange={changeOptions}
            parsed={parsed}
            composed={input}
            hasSchedule={false}
          />
        </div>
        <div class="side">{workflow !== null && <WorkflowSteps steps={workflow.plan.steps} />}</div>
      </div>
    </>
  );
}

function violationsOf(wrong: WrongFragment) {
  return wrong.__typename === "SchemaViolationError" ? wrong.violations : [];
}

function whyNotStart(
  workflow: Workflow | null,
  hasOptions: boolean,
  isArtifact: boolean,
  artifact: string,
  problems: number,
): string | null {
  if (workflow === null) return "Choose a workflow first";
  if (!hasOptions) return "Fix the options first";
  if (isArtifact) return artifact.trim() === "" ? "Name the artifact first" : null;
  return problems > 0 ? "Fill in the input first" : null;
}
