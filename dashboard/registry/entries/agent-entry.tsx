/** An agent: its purpose, its address and calls, and its card. */
import { useAnswer } from "../../api/use-answer.ts";
import { Icon } from "../../parts/icon.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { isAskable } from "../call/as-graphql.ts";
import { SchemaFields } from "../call/schema-fields.tsx";
import type { RegistryLists } from "../registry-lists.ts";
import { type RegisteredAgentQuery, registeredAgent } from "./agent-entry.generated.ts";
import { AgentFacts } from "./agent-facts.tsx";
import { AgentSkills } from "./agent-skills.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { EntryHead, titleId } from "./entry-head.tsx";

export type Agent = NonNullable<RegisteredAgentQuery["agent"]>;

/** The gaps of the card, which its author should close. */
function CardWarnings({ warnings }: { readonly warnings: Agent["warnings"] }) {
  return (
    <section class="entry-part" aria-labelledby="card-warnings">
      <h3 id="card-warnings">What its card lacks</h3>
      <ul class="plain-list">
        {warnings.map(({ code, message }) => (
          <li key={message}>
            <Icon name="warn" small />
            <div>
              <code>{code}</code>
              <div class="soft">
                <InertText text={message} limit={600} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const runtimes: Readonly<Record<string, string>> = { A2A: "A2A", HTTP: "HTTP contract", LOCAL: "Of this deployment" };

export function AgentEntry({ lists, name }: { readonly name: string; readonly lists: RegistryLists }) {
  const { data, isAsking, problem } = useAnswer(registeredAgent, { name });
  return (
    <EntryFrame kind="agent" name={name} found={data?.agent ?? null} isAsking={isAsking} problem={problem}>
      {(agent) => (
        <article class="panel" aria-labelledby={titleId}>
          <EntryHead
            icon="agent"
            title={agent.card?.name ?? agent.name}
            description={agent.description}
            callable={{
              kind: "AGENT",
              name: agent.name,
              inputSchema: agent.inputSchema,
              query: agent.exampleQueries[0] ?? null,
            }}
            run={isAskable(agent.inputSchema) ? { as: "ask", name: agent.name } : { as: "plan", call: agent.name }}
            removal={{ kind: "agent", id: agent.id, name: agent.name }}
          >
            <span class="tag">
              <code>{madeVisible(agent.name)}</code>
            </span>
            <span class="tag">
              {runtimes[agent.runtime] ?? agent.runtime}
              {agent.protocolVersion !== null && ` ${madeVisible(agent.protocolVersion)}`}
            </span>
            {agent.card !== null && <span class="tag">{madeVisible(agent.card.version)}</span>}
            {agent.isWorkflow && <span class="tag">Says it is a workflow</span>}
            {agent.card?.isSigned === true && (
              <span class="tag warn">
                <Icon name="warn" small />
                Signed, not verified
              </span>
            )}
          </EntryHead>
          {agent.warnings.length > 0 && <CardWarnings warnings={agent.warnings} />}
          <div class="card-cols">
            <section aria-labelledby="about">
              <h3 id="about">About</h3>
              <AgentFacts agent={agent} lists={lists} />
            </section>
            <section aria-labelledby="skills">
              <h3 id="skills">Skills</h3>
              <AgentSkills agent={agent} />
            </section>
          </div>
          {agent.instructions !== null && (
            <section class="entry-part" aria-labelledby="instructions">
              <h3 id="instructions">Instructions</h3>
              <p class="said">
                <InertText text={agent.instructions} limit={2_000} />
              </p>
            </section>
          )}
          <div class="entry-part schemas">
            <SchemaFields title="Input" schema={agent.inputSchema} none="It names no schema." />
            <SchemaFields title="Output" schema={agent.outputSchema} none="It declares no schema." />
          </div>
        </article>
      )}
    </EntryFrame>
  );
}
