/** Running a workflow: which one, in which version, on which input. */
import { useRef, useState } from "preact/hooks";
import { request } from "../api/request.ts";
import { LineField } from "../parts/field.tsx";
import { type FieldProblem, fieldProblems } from "../parts/schema-form/field-problem.ts";
import { SchemaForm } from "../parts/schema-form/schema-form.tsx";
import { StartProblems } from "./problems/start-problems.tsx";
import type { WrongFragment } from "./problems/wrong.ts";
import { type InvokeWorkflowInput, startWorkflow } from "./run.generated.ts";
import type { ModeProps } from "./run-page.tsx";
import { changeDraft, changeOptions, draft } from "./start/draft.ts";
import { OptionsPanel } from "./start/options-panel.tsx";
import { readOptions } from "./start/run-options-input.ts";
import { StartButton } from "./start/start-button.tsx";
import { payloadOf, useStart } from "./start/start-run.ts";
import { useWorkflow, type Workflow } from "./use-workflow.ts";
import { WorkflowChoice } from "./workflow-choice.tsx";
import { WorkflowSteps } from "./workflow-steps.tsx";

export function WorkflowMode({ heading }: ModeProps) {
  const { artifact, isArtifact, options, parameters, workflowName, workflowVersion } = draft.value;
  const starting = useStart();
  const { failure, workflow } = useWorkflow(workflowName, workflowVersion);
  // The input comes above the options, so these wait for the first workflow; they stay while another one is read.
  const wasRead = useRef(false);
  wasRead.current ||= workflow !== null || failure !== null;
  const [found, setFound] = useState<readonly FieldProblem[]>([]);
  const [attempt, setAttempt] = useState(0);
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
          <WorkflowChoice workflow={workflow} failure={failure} />
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
          {wasRead.current && (
            <OptionsPanel
              options={options}
              onChange={changeOptions}
              parsed={parsed}
              composed={input}
              hasSchedule={false}
            />
          )}
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
