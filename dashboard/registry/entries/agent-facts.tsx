/** Facts on an agent as the card and the registration say them. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { registryAddress } from "../../shell/route.ts";
import { RawJson } from "../call/raw-json.tsx";
import type { RegistryLists } from "../registry-lists.ts";
import { EffectBadge } from "../tools/effect-badge.tsx";
import type { Agent } from "./agent-entry.tsx";
import { AgentHealth } from "./agent-health.tsx";
import { Moment } from "./moment.tsx";

export function AgentFacts({ agent, lists }: { readonly agent: Agent; readonly lists: RegistryLists }) {
  const { card } = agent;
  const interfaces = card?.supportedInterfaces ?? [];
  return (
    <>
      <dl class="facts">
        <Fact label="Provider">{card?.provider == null ? null : <Provider {...card.provider} />}</Fact>
        <Fact label="Endpoint">{agent.endpoint === null ? null : <code>{madeVisible(agent.endpoint)}</code>}</Fact>
        <Fact label="Bindings">
          {interfaces.length === 0
            ? null
            : interfaces
                .map(({ protocolBinding, protocolVersion }) => madeVisible(`${protocolBinding} ${protocolVersion}`))
                .join(", then ")}
        </Fact>
        <Fact label="Streams">{card === null ? null : yesNo(card.capabilities.streaming)}</Fact>
        <Fact label="Push">{card === null ? null : yesNo(card.capabilities.pushNotifications)}</Fact>
        <Fact label="Input">{listed(card?.defaultInputModes)}</Fact>
        <Fact label="Output">{listed(card?.defaultOutputModes)}</Fact>
        <Fact label="Extensions">
          {card === null || card.capabilities.extensions.length === 0 ? null : (
            <ul class="plain-list">
              {card.capabilities.extensions.map(({ description, required, uri }) => (
                <li key={uri}>
                  <code>{madeVisible(uri)}</code>
                  {required && <b> must be understood</b>}
                  {description !== null && (
                    <div class="soft">
                      <InertText text={description} limit={300} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact label="Effect">{agent.effectClass === null ? null : <EffectBadge name={agent.effectClass} />}</Fact>
        <Fact label="Router">{agent.routable ? "May choose it" : "Never chooses it"}</Fact>
        <Fact label="Health">
          <AgentHealth name={agent.name} />
        </Fact>
        <Fact label="Model">{agent.model === null ? null : <code>{madeVisible(agent.model)}</code>}</Fact>
        <Fact label="May call">
          {agent.tools.length === 0 ? null : (
            <ul class="name-list">
              {agent.tools.map((name) => (
                <li key={name}>
                  <CallableName name={name} lists={lists} />
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact label="Name for planners">
          <code>{madeVisible(agent.toolName)}</code>
        </Fact>
        <Fact label="Hints">{agent.usageHints === "" ? null : <InertText text={agent.usageHints} limit={400} />}</Fact>
        <Fact label="Card">
          {agent.public ? (
            "Shown to everybody"
          ) : agent.cardReadAt === null ? null : (
            <>
              read <Moment at={agent.cardReadAt} />
            </>
          )}
        </Fact>
        <Fact label="Tags">{agent.tags.length === 0 ? null : madeVisible(agent.tags.join(", "))}</Fact>
      </dl>
      {card !== null && <WholeCard document={card.document} />}
    </>
  );
}

/** A fact and its label; nothing where there is no fact. */
export function Fact({ children, label }: { readonly label: string; readonly children: ComponentChildren }) {
  if (children === null) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The name of a callable as a plan writes it, leading to its entry where it is registered. */
export function CallableName({ lists, name }: { readonly name: string; readonly lists: RegistryLists }) {
  const address = addressOf(name, lists);
  const shown = <code>{madeVisible(name)}</code>;
  return address === null ? shown : <a href={address}>{shown}</a>;
}

function addressOf(name: string, { agents, tools, workflows }: RegistryLists): string | null {
  const isIt = (item: { readonly name: string; readonly toolName: string }) =>
    [item.name, item.toolName].includes(name);
  const agent = agents.items.find(isIt);
  if (agent !== undefined) return registryAddress("agent", agent.name);
  const workflow = workflows.items.find(isIt);
  if (workflow !== undefined) return registryAddress("workflow", workflow.name);
  const tool = tools.items.find((item) => [item.name, item.qualifiedName].includes(name));
  return tool === undefined ? null : registryAddress("tool", tool.name);
}

/** Only addresses that a browser opens as a page are links, because cards may have any text. */
function Provider({ organization, url }: { readonly organization: string; readonly url: string }) {
  const name = <InertText text={organization} limit={120} />;
  if (!/^https?:\/\//i.test(url)) return name;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {name}
    </a>
  );
}

function WholeCard({ document }: { readonly document: unknown }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <button class="btn small whole" type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        The whole card
      </button>
      {isShown && <RawJson value={document} />}
    </>
  );
}

function yesNo(value: boolean): string {
  return value ? "Yes" : "No";
}

function listed(modes: readonly string[] | undefined): string | null {
  return modes === undefined || modes.length === 0 ? null : madeVisible(modes.join(", "));
}
