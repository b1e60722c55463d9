/** The shelf: search over everything, and a link to each entry. Tools stand under their servers, which open and close. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "../parts/icon.tsx";
import { madeVisible } from "../parts/inert-text.tsx";
import { exact, plural } from "../parts/numbers.ts";
import { useKeys } from "../shell/keys.ts";
import { place, setQuery } from "../shell/location.ts";
import { registryAddress } from "../shell/route.ts";
import type { RegistryLists } from "./registry-lists.ts";
import { ServerStatus } from "./server-status.tsx";
import { type EntryKind, type ShelfServer, shelfGroups } from "./shelf-groups.ts";

export interface ShelfProps {
  readonly lists: RegistryLists;
  readonly entry: { readonly kind: string; readonly name: string } | null;
  /** Whether the lists are being read for the first time. */
  readonly isLoading: boolean;
}

export function Shelf({ entry, isLoading, lists }: ShelfProps) {
  const search = place.value.query.get("q") ?? "";
  const nav = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { agents, isEmpty, manifests, servers, workflows } = shelfGroups(lists, search, entry);
  const links = () => [...(nav.current?.querySelectorAll<HTMLAnchorElement>("li a") ?? [])];
  const step = (by: number) => {
    const all = links();
    const focused = all.indexOf(document.activeElement as HTMLAnchorElement);
    const from = focused >= 0 ? focused : all.findIndex((link) => link.getAttribute("aria-current") === "true");
    all[from < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, from + by))]?.focus();
  };
  useKeys([
    { keys: "/", label: "Search the registry", section: "Move", hint: "search", run: () => input.current?.select() },
    { keys: "j", label: "Next entry", section: "Move", hint: "entries", run: () => step(1) },
    { keys: "k", label: "Entry before", section: "Move", hint: "entries", run: () => step(-1) },
    { keys: "Enter", label: "Open the entry", section: "Move", hint: "open", run: () => links()[0]?.click() },
  ]);
  const isShown = (kind: EntryKind, name: string) => entry?.kind === kind && entry.name === name;
  const link = (kind: EntryKind, icon: IconName, name: string) => (
    <li key={name}>
      <Entry kind={kind} icon={icon} name={name} isShown={isShown(kind, name)} />
    </li>
  );
  return (
    <nav class="shelf" aria-label="Entries of the registry" ref={nav}>
      <div class="seek">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          aria-label="Search the registry"
          placeholder="Search"
          value={search}
          onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === "ArrowDown") {
              event.preventDefault();
              if (event.key === "Enter") links()[0]?.click();
              else links()[0]?.focus();
            } else if (event.key === "Escape") {
              setQuery({ q: null });
              input.current?.blur();
            }
          }}
        />
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
      </div>
      {!isLoading && (
        <>
          {isEmpty && search !== "" && <p class="soft small">Nothing registered matches.</p>}
          <Group title="Agents" count={agents.length} isSearch={search !== ""} empty="None registered.">
            {agents.map(({ name }) => link("agent", "agent", name))}
          </Group>
          <Group title="MCP servers" count={servers.length} isSearch={search !== ""} empty="None registered.">
            {servers.map((own) => (
              <ServerItem key={own.server.name} {...own} entry={entry} />
            ))}
          </Group>
          <Group title="Workflows" count={workflows.length} isSearch={search !== ""} empty="None stored.">
            {workflows.map(({ name, version }) => (
              <li key={name}>
                <Entry kind="workflow" icon="workflow" name={name} isShown={isShown("workflow", name)}>
                  <span class="soft">{version.slice(0, 7)}</span>
                </Entry>
              </li>
            ))}
          </Group>
          {manifests.length > 0 && (
            <Group title="Manifests" count={manifests.length} isSearch={search !== ""} empty="">
              {manifests.map(({ agents: own, name }) => (
                <li key={name}>
                  <Entry kind="manifest" icon="group" name={name} isShown={isShown("manifest", name)}>
                    <span class="soft">{plural(own.length, "agent")}</span>
                  </Entry>
                </li>
              ))}
            </Group>
          )}
        </>
      )}
    </nav>
  );
}

interface GroupProps {
  readonly title: string;
  readonly count: number;
  readonly isSearch: boolean;
  readonly empty: string;
  readonly children: ComponentChildren;
}

function Group({ children, count, empty, isSearch, title }: GroupProps) {
  if (count === 0 && isSearch) return null;
  return (
    <section>
      <h2>
        <span>{title}</span>
        <span>{exact(count)}</span>
      </h2>
      {count === 0 ? <p class="soft small none">{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}

function ServerItem({ entry, isOpen, moreTools, server, toolCount, tools }: ShelfServer & Pick<ShelfProps, "entry">) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isUnfolded = chosen ?? isOpen;
  return (
    <li>
      <div class="server">
        <Entry
          kind="server"
          icon="n-reg"
          name={server.name}
          isShown={entry?.kind === "server" && entry.name === server.name}
        >
          <ServerStatus status={server.status} />
        </Entry>
        {toolCount > 0 && (
          <button
            class="btn quiet icon small"
            type="button"
            aria-expanded={isUnfolded}
            aria-label={`${plural(toolCount, "tool")} of ${server.name}`}
            onClick={() => setChosen(!isUnfolded)}
          >
            <Icon name={isUnfolded ? "down" : "right"} small />
          </button>
        )}
      </div>
      {isUnfolded && tools.length > 0 && (
        <ul class="nest">
          {tools.map((tool) => (
            <li key={tool.qualifiedName}>
              <Entry
                kind="tool"
                icon="tool"
                name={tool.name}
                isShown={entry?.kind === "tool" && [tool.name, tool.qualifiedName].includes(entry.name)}
              >
                {tool.status === "CHANGED" && (
                  <span class="st st-partial">
                    <Icon name="warn" small />
                    Changed
                  </span>
                )}
              </Entry>
            </li>
          ))}
          {moreTools > 0 && <li class="soft small none">{plural(moreTools, "more tool")}: search for them.</li>}
        </ul>
      )}
    </li>
  );
}

interface EntryProps {
  readonly kind: EntryKind;
  readonly icon: IconName;
  readonly name: string;
  readonly isShown: boolean;
  readonly children?: ComponentChildren;
}

/** The search stays while one goes through its results. */
function Entry({ children, icon, isShown, kind, name }: EntryProps) {
  const search = place.value.query.get("q");
  const address = registryAddress(kind, name) + (search ? `?q=${encodeURIComponent(search)}` : "");
  return (
    <a href={address} aria-current={isShown ? "true" : undefined}>
      <Icon name={icon} />
      <span class="clip">{madeVisible(name)}</span>
      {children}
    </a>
  );
}
