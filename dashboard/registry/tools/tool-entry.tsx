/** A tool: its current contract, the possible effect of a repeated call, and whether it has its accepted contract. */
import { useState } from "preact/hooks";
import { useAnswer } from "../../api/use-answer.ts";
import { Icon } from "../../parts/icon.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { registryAddress } from "../../shell/route.ts";
import { mayUse } from "../../shell/viewer.ts";
import { SchemaFields } from "../call/schema-fields.tsx";
import { Fact } from "../entries/agent-facts.tsx";
import { EntryFrame } from "../entries/entry-frame.tsx";
import { EntryHead, titleId } from "../entries/entry-head.tsx";
import { noteTool } from "../registry-lists.ts";
import { AcceptTool } from "./accept-tool.tsx";
import { EffectBadge, EffectKey } from "./effect-badge.tsx";
import { type RegisteredToolQuery, registeredTool } from "./tool-entry.generated.ts";
import { statedHints } from "./tool-hints.ts";
import { toolRuns } from "./tool-runs.generated.ts";
import { ToolRuns } from "./tool-runs.tsx";
import { noOutputSchema } from "./tool-schemas.tsx";

export type Tool = NonNullable<RegisteredToolQuery["tool"]>;

export function ToolEntry({ name }: { readonly name: string }) {
  const { data, isAsking, problem, readAgain } = useAnswer(registeredTool, { name });
  const [accepted, setAccepted] = useState<Tool | null>(null);
  const found = data?.tool ?? null;
  // The list of the API may be a moment behind the acceptance.
  const tool = accepted !== null && accepted.contractHash === found?.contractHash ? accepted : found;
  return (
    <EntryFrame kind="tool" name={name} found={tool} isAsking={isAsking} problem={problem}>
      {(shown) => <WithRuns tool={shown} onAccepted={setAccepted} onRefused={readAgain} />}
    </EntryFrame>
  );
}

/** The tool and its figures are shown at once, so that nothing moves. */
function WithRuns({ onAccepted, onRefused, tool: shown }: ChangedProps) {
  const runs = useAnswer(toolRuns, { name: shown.name, qualifiedName: shown.qualifiedName });
  if (runs.data === null && runs.problem === null && runs.isAsking)
    return <article class="panel entry-empty" aria-busy="true" aria-label="Reading the runs of the tool" />;
  return (
    <article class="panel" aria-labelledby={titleId}>
      <EntryHead
        icon="tool"
        title={shown.title ?? shown.name}
        description={shown.description}
        callable={{ kind: "TOOL", name: shown.name, inputSchema: shown.inputSchema }}
        run={{ as: "plan", call: shown.name }}
        removal={null}
      >
        <span class="tag">
          <code>{madeVisible(shown.name)}</code>
        </span>
        <EffectBadge name={shown.effectClass} />
        {shown.status === "CHANGED" && (
          <span class="tag warn">
            <Icon name="warn" small />
            Changed
          </span>
        )}
      </EntryHead>
      {shown.status === "CHANGED" && (
        <Changed
          tool={shown}
          onAccepted={(next) => {
            onAccepted(next);
            noteTool(next);
          }}
          onRefused={onRefused}
        />
      )}
      <div class="entry-part">
        <dl class="facts">
          <Fact label="Server">
            <a href={registryAddress("server", shown.mcpServer.name)}>{madeVisible(shown.mcpServer.name)}</a>
          </Fact>
          <Fact label="Declares">
            {statedHints(shown.annotations)}
            {!shown.mcpServer.trusted && <span class="soft"> (not believed: its server is not trusted)</span>}
          </Fact>
          <Fact label="Full name">
            <code>{madeVisible(shown.qualifiedName)}</code>
          </Fact>
          <Fact label="Contract hash">
            <code>{shown.contractHash}</code>
          </Fact>
        </dl>
      </div>
      <ToolRuns tool={shown} asked={runs} />
      <div class="entry-part schemas">
        <SchemaFields title="Input" schema={shown.inputSchema} none="Nothing." />
        <SchemaFields title="Output" schema={shown.outputSchema} none={noOutputSchema} />
      </div>
      <Findings tool={shown} />
      <Referable tool={shown} />
      <EffectKey />
    </article>
  );
}

interface ChangedProps {
  readonly tool: Tool;
  readonly onAccepted: (tool: Tool) => void;
  readonly onRefused: () => void;
}

function Changed({ onAccepted, onRefused, tool }: ChangedProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div class="entry-part">
      <div class="note warn" role="status">
        <Icon name="warn" />
        <div>
          <b>This tool is not what was accepted.</b> Its schemas, description or hints have changed since; what stands
          here is what it is now. It cannot be called until somebody accepts it.
          <div class="row">
            {mayUse("REGISTRY_WRITE") ? (
              <button class="btn small" type="button" onClick={() => setAsking(true)}>
                Accept it as it is now
              </button>
            ) : (
              <span class="soft">Accepting needs the scope REGISTRY_WRITE.</span>
            )}
          </div>
        </div>
      </div>
      {isAsking && (
        <AcceptTool tool={tool} onClose={() => setAsking(false)} onAccepted={onAccepted} onRefused={onRefused} />
      )}
    </div>
  );
}

function Findings({ tool: { complianceFindings: findings } }: { readonly tool: Tool }) {
  return (
    <section class="entry-part" aria-labelledby="findings">
      <h3 id="findings">As a tool that returns artifacts</h3>
      {findings.length === 0 ? (
        <p class="soft small">It does everything that such a tool should.</p>
      ) : (
        <ul class="plain-list">
          {findings.map(({ message, path, rule }, at) => (
            <li key={at}>
              <Icon name="warn" small />
              <div>
                <InertText text={message} limit={400} />
                <div class="soft">
                  <code>{rule}</code>
                  {path !== "" && (
                    <>
                      {" at "}
                      <code>{madeVisible(path)}</code>
                    </>
                  )}
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Referable({ tool: { referableFields: fields } }: { readonly tool: Tool }) {
  return (
    <section class="entry-part" aria-labelledby="referable">
      <h3 id="referable">Fields that plans can refer to</h3>
      {fields.length === 0 ? (
        <p class="soft small">None.</p>
      ) : (
        <dl class="props">
          {fields.map(({ path, required, type }) => (
            <div key={path}>
              <dt>{madeVisible(path)}</dt>
              <dd>
                <code>{madeVisible(type)}</code>
                {required ? " always there" : " may be missing"}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
