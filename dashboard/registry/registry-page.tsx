/** The registry: the shelf of everything that is registered, and beside it the entry that the address names, or the tools of all servers. */
import "./registry.css";
import "./entries/entry.css";
import "./tools/tools.css";
import { useEffect, useState } from "preact/hooks";
import { entryLimit } from "../api/all-pages.ts";
import { elapsed, now } from "../api/clock.ts";
import { signIns } from "../api/session.ts";
import { announce } from "../parts/announce.tsx";
import { copyText } from "../parts/copy-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { duration } from "../parts/numbers.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { useKeys } from "../shell/keys.ts";
import type { Route } from "../shell/route.ts";
import { isViewerRead, mayUse } from "../shell/viewer.ts";
import { AgentEntry } from "./entries/agent-entry.tsx";
import { ManifestEntry } from "./entries/manifest-entry.tsx";
import { ServerEntry } from "./entries/server-entry.tsx";
import { WorkflowEntry } from "./entries/workflow-entry.tsx";
import { RegisterActs } from "./register/register-acts.tsx";
import { farReachingChanges, type RegistryLists, readAt, readLists, registryLists } from "./registry-lists.ts";
import { Shelf } from "./shelf.tsx";
import { ToolEntry } from "./tools/tool-entry.tsx";
import { ToolsPanel } from "./tools/tools-panel.tsx";

type Entry = { readonly kind: string; readonly name: string };

export function RegistryPage({ route: { entry: named } }: { readonly route: Extract<Route, { view: "REGISTRY" }> }) {
  const signedIn = signIns.value;
  const [turn, setTurn] = useState(0);
  const changed = farReachingChanges.value;
  useEffect(() => readLists(), [signedIn, turn, changed]);
  const lists = registryLists.value;
  const entry = named === null ? null : meant(named, lists);
  // At first everything is shown at once, so that nothing moves.
  const isFirstLoad = readAt.value === null && Object.values(lists).every(({ problem }) => problem === null);
  const readAgain = () => {
    setTurn(turn + 1);
    announce("Reading the registry again");
  };
  useKeys([
    {
      keys: "y",
      label: "Copy the name",
      section: "Act",
      hint: "copy name",
      run: () => entry && void copyText(entry.name, "name"),
    },
    { keys: "u", label: "Refresh", section: "Act", run: readAgain },
  ]);
  return (
    <div class="page">
      <div class={`page-head${entry === null ? "" : " chosen"}`}>
        <h1>Registry</h1>
        <span class="sub read-ago">
          <ReadAgo />
        </span>
        <div class="row registry-acts">
          <button class="btn small" type="button" onClick={readAgain}>
            <Icon name="retry" small />
            Refresh
          </button>
          {mayUse("REGISTRY_WRITE") && <RegisterActs readAgain={() => setTurn(turn + 1)} />}
        </div>
      </div>
      {/* Below the buttons that the viewer may use, which take lines of a phone. */}
      <div class={`registry${entry === null ? "" : " chosen"}`} hidden={!isViewerRead.value}>
        <Shelf lists={lists} entry={entry} isLoading={isFirstLoad} />
        <div class="reg-main">
          {entry !== null && (
            <a class="btn quiet back" href="/registry">
              <Icon name="right" class="turned" /> All entries
            </a>
          )}
          <ListProblems lists={lists} />
          {(entry !== null || !isFirstLoad) && (
            <Shown
              key={entry === null ? "" : `${entry.kind}/${entry.name}`}
              entry={entry}
              lists={lists}
              readAgain={readAgain}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function Shown({
  entry,
  lists,
  readAgain,
}: {
  readonly entry: Entry | null;
  readonly lists: RegistryLists;
  readonly readAgain: () => void;
}) {
  switch (entry?.kind) {
    case undefined:
      return <ToolsPanel tools={lists.tools.items} showsServer />;
    case "agent":
      return <AgentEntry name={entry?.name ?? ""} lists={lists} />;
    case "server":
      return <ServerEntry name={entry?.name ?? ""} lists={lists} readAgain={readAgain} />;
    case "tool":
      return <ToolEntry name={entry?.name ?? ""} />;
    case "workflow":
      return <WorkflowEntry name={entry?.name ?? ""} />;
    case "manifest":
      return <ManifestEntry name={entry?.name ?? ""} lists={lists} />;
    default:
      return (
        <ProblemNote
          code="NOT_FOUND"
          message={`Cannot show ${entry?.kind}: required is agent, server, tool, workflow or manifest`}
        />
      );
  }
}

/** Plans call agents and workflows also by the name under which planners are offered them, such as `peer_writer`. */
function meant(entry: Entry, lists: RegistryLists): Entry {
  const own = entry.kind === "agent" ? lists.agents.items : entry.kind === "workflow" ? lists.workflows.items : [];
  if (own.some(({ name }) => name === entry.name)) return entry;
  const behind = own.find(({ toolName }) => toolName === entry.name);
  return behind === undefined ? entry : { ...entry, name: behind.name };
}

function ReadAgo() {
  if (readAt.value === null) return <>reading</>;
  const ms = elapsed(readAt.value, now.value);
  return (
    <>{ms < 5_000 ? "read just now" : `read ${duration(Math.floor(ms / 1_000) * 1_000).replace(/\.0 s$/, " s")} ago`}</>
  );
}

function ListProblems({ lists }: { readonly lists: RegistryLists }) {
  const named = Object.entries(lists) as readonly (readonly [string, RegistryLists[keyof RegistryLists]])[];
  const [broken] = named.flatMap(([, { problem }]) => problem ?? []);
  const cut = named.filter(
    ([, { hasMore, items, problem }]) => hasMore && problem === null && items.length >= entryLimit,
  );
  return (
    <>
      {broken !== undefined && <ProblemNote {...broken} />}
      {cut.map(([name, { items }]) => (
        <p key={name} class="note warn">
          <Icon name="warn" />
          There are more {name} than the {items.length} that are shown. Each can still be opened by its address.
        </p>
      ))}
    </>
  );
}
