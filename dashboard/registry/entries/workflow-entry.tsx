/** A workflow in one of its versions, chosen in the address: its schemas, and its plan step by step. */

import { instant, serverNow } from "../../api/clock.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { madeVisible } from "../../parts/inert-text.tsx";
import { clockTime } from "../../parts/numbers.ts";
import { place, setQuery } from "../../shell/location.ts";
import { SchemaFields } from "../call/schema-fields.tsx";
import { Fact } from "./agent-facts.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { EntryHead, titleId } from "./entry-head.tsx";
import { Moment } from "./moment.tsx";
import { PlanSteps } from "./plan-steps.tsx";
import { type RegisteredWorkflowQuery, registeredWorkflow } from "./workflow-entry.generated.ts";

export type Workflow = NonNullable<RegisteredWorkflowQuery["workflow"]>;

const sources: Readonly<Record<string, string>> = {
  EXPLICIT: "given with the workflow",
  INFERRED: "declared by a step of it",
  DEFAULT: "words, because nothing else is said",
};

export function WorkflowEntry({ name }: { readonly name: string }) {
  const version = place.value.query.get("version");
  const by = version === null ? { name } : { version: { name, version } };
  const { data, isAsking, problem } = useAnswer(registeredWorkflow, { by });
  return (
    <EntryFrame
      kind={version === null ? "workflow" : "version of the workflow"}
      name={name}
      found={data?.workflow ?? null}
      isAsking={isAsking}
      problem={problem}
    >
      {(workflow) => (
        <>
          <article class="panel" aria-labelledby={titleId}>
            <EntryHead
              icon="workflow"
              title={workflow.name}
              description={workflow.description}
              callable={{ kind: "WORKFLOW", name: workflow.name, version, inputSchema: workflow.inputSchema }}
              run={{ as: "workflow", name: workflow.name, ...(version !== null && { version }) }}
              removal={{ kind: "workflow", id: workflow.id, name: workflow.name }}
            >
              <Versions workflow={workflow} />
            </EntryHead>
            <div class="entry-part">
              <dl class="facts">
                <Fact label="Stored">
                  <Moment at={workflow.createdAt} />
                </Fact>
                <Fact label="Version">
                  <code>{workflow.version}</code>
                </Fact>
                <Fact label="Name for planners">
                  <code>{madeVisible(workflow.toolName)}</code>
                </Fact>
                <Fact label="Card">{workflow.public ? "Shown to everybody" : "Shown to those with credentials"}</Fact>
                <Fact label="Input schema">{sources[workflow.inputSchemaSource] ?? workflow.inputSchemaSource}</Fact>
                <Fact label="Output schema">
                  {workflow.outputSchemaSource === null
                    ? null
                    : (sources[workflow.outputSchemaSource] ?? workflow.outputSchemaSource)}
                </Fact>
              </dl>
            </div>
            <div class="entry-part schemas">
              <SchemaFields title="Input" schema={workflow.inputSchema} none="Nothing." />
              <SchemaFields
                title="Output"
                schema={workflow.outputSchema}
                none="There is no schema: its output is not checked."
              />
            </div>
          </article>
          <PlanSteps plan={workflow.plan} />
        </>
      )}
    </EntryFrame>
  );
}

function Versions({ workflow: { version: shown, versions } }: { readonly workflow: Workflow }) {
  if (versions === null || versions.length < 2)
    return <span class="tag">Version {shown.slice(0, 7)}, the only one</span>;
  return (
    <select
      class="versions"
      aria-label="Version"
      value={shown}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        setQuery({ version: value === versions[0]?.version ? null : value }, { replace: false });
      }}
    >
      {versions.map(({ createdAt, version }, at) => (
        <option key={version} value={version}>
          {version.slice(0, 7)} of {clockTime(instant(createdAt), serverNow())}
          {at === 0 ? " (newest)" : ""}
        </option>
      ))}
    </select>
  );
}
