/** A manifest: the agents that talk with people and hand over to one another, their tools and the rules. */
import { useAnswer } from "../../api/use-answer.ts";
import { Icon } from "../../parts/icon.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { plural } from "../../parts/numbers.ts";
import type { RegistryLists } from "../registry-lists.ts";
import { CallableName, Fact } from "./agent-facts.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { EntryHead, titleId } from "./entry-head.tsx";
import { type RegisteredManifestQuery, registeredManifest } from "./manifest-entry.generated.ts";
import { Moment } from "./moment.tsx";

type Manifest = NonNullable<RegisteredManifestQuery["manifest"]>;

const targets: Readonly<Record<string, string>> = { USER: "the person", TERMINATE: "the end of the conversation" };

export function ManifestEntry({ lists, name }: { readonly name: string; readonly lists: RegistryLists }) {
  const { data, isAsking, problem } = useAnswer(registeredManifest, { name });
  return (
    <EntryFrame kind="manifest" name={name} found={data?.manifest ?? null} isAsking={isAsking} problem={problem}>
      {(manifest) => (
        <article class="panel" aria-labelledby={titleId}>
          <EntryHead
            icon="group"
            title={manifest.name}
            description={`Configures ${plural(manifest.agents.length, "agent")} of conversations. The first message goes to ${manifest.startAgentName}.`}
            callable={{ kind: "MANIFEST", name: manifest.name }}
            run={null}
            removal={{ kind: "manifest", id: manifest.id, name: manifest.name }}
          >
            <span class="tag">
              <code>{manifest.hash.slice(0, 7)}</code>
            </span>
          </EntryHead>
          <div class="entry-part">
            <dl class="facts">
              <Fact label="Changed">
                <Moment at={manifest.updatedAt} />
              </Fact>
              <Fact label="Turns">{plural(manifest.maxTurns, "turn")} for one message at most</Fact>
              <Fact label="Variables">
                {manifest.variableNames.length === 0 ? null : (
                  <code>{madeVisible(manifest.variableNames.join(", "))}</code>
                )}
              </Fact>
              <Fact label="Hash">
                <code>{manifest.hash}</code>
              </Fact>
            </dl>
          </div>
          <div class="card-cols">
            <section aria-labelledby="agents">
              <h3 id="agents">Agents</h3>
              {manifest.agents.map((agent) => (
                <ManifestAgent key={agent.name} agent={agent} />
              ))}
            </section>
            <section aria-labelledby="manifest-tools">
              <h3 id="manifest-tools">Tools</h3>
              {manifest.tools.length === 0 && <p class="soft small">None.</p>}
              {manifest.tools.map((tool) => (
                <div key={`${tool.agentName}/${tool.name}`} class="skill">
                  <div class="t">
                    <code>{madeVisible(tool.name)}</code> <span class="soft">of {madeVisible(tool.agentName)}</span>
                  </div>
                  <p>
                    <InertText text={tool.description} limit={400} />
                  </p>
                  <p class="fine">
                    {tool.callableName === null ? (
                      "A person answers it"
                    ) : (
                      <>
                        Calls <CallableName name={tool.callableName} lists={lists} />
                      </>
                    )}
                    {tool.isAutomatic ? ", started by the output of its agent" : ", started by no output"}
                    {tool.ui !== null && `, shown by ${madeVisible(tool.ui.component)}`}
                  </p>
                </div>
              ))}
            </section>
          </div>
          <Handoffs manifest={manifest} />
        </article>
      )}
    </EntryFrame>
  );
}

function ManifestAgent({ agent }: { readonly agent: Manifest["agents"][number] }) {
  const facts = [
    agent.modelName === null ? "answers with text" : `answers with ${madeVisible(agent.modelName)}`,
    agent.structuredOutputsRequired ? "output that does not satisfy it is refused" : null,
    agent.autoTool === null ? null : `its output starts ${madeVisible(agent.autoTool.tool.name)}`,
    agent.isElsewhere ? "runs elsewhere" : null,
    agent.maxConsecutiveAutoReply === null ? null : `${plural(agent.maxConsecutiveAutoReply, "turn")} in a row`,
  ].filter((fact) => fact !== null);
  return (
    <div class="skill">
      <div class="t">
        <Icon name="agent" small />
        <code>{madeVisible(agent.name)}</code>
      </div>
      <p>{facts.join(", ")}</p>
    </div>
  );
}

function Handoffs({ manifest: { handoffs } }: { readonly manifest: Manifest }) {
  return (
    <section class="entry-part" aria-labelledby="handoffs">
      <h3 id="handoffs">Handing over</h3>
      {handoffs.length === 0 ? (
        <p class="soft small">No rules: the agent that was asked keeps the conversation.</p>
      ) : (
        <ol class="plain-list">
          {handoffs.map(({ condition, sourceAgentName, target, targetAgentName }, at) => (
            <li key={at}>
              <Icon name="right" small />
              <div>
                <code>{madeVisible(sourceAgentName)}</code> to{" "}
                {targetAgentName === null ? (targets[target] ?? target) : <code>{madeVisible(targetAgentName)}</code>}
                {condition === null ? (
                  <span class="soft"> always</span>
                ) : (
                  <>
                    {" "}
                    if <code>{madeVisible(condition)}</code>
                  </>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
