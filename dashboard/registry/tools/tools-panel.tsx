/** Tools as a table: all, or those that write. A row opens to the schemas of the tool. Long lists are shown in portions. */
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { madeVisible } from "../../parts/inert-text.tsx";
import { exact } from "../../parts/numbers.ts";
import { place, setQuery } from "../../shell/location.ts";
import { registryAddress } from "../../shell/route.ts";
import type { ListedTool } from "../registry-lists.ts";
import { EffectBadge, EffectKey } from "./effect-badge.tsx";
import { statedHints } from "./tool-hints.ts";
import { ToolSchemas } from "./tool-schemas.tsx";

const portion = 50;

export interface ToolsPanelProps {
  readonly tools: readonly ListedTool[];
  readonly showsServer: boolean;
}

export function ToolsPanel({ showsServer, tools }: ToolsPanelProps) {
  const [shown, setShown] = useState(portion);
  const writing = tools.filter(({ effectClass }) => effectClass !== "READ_ONLY");
  const showsAll = place.value.query.get("tools") !== "writing" || writing.length === 0;
  const chosen = showsAll ? tools : writing;
  return (
    <section class="panel" aria-labelledby="tools">
      <header>
        <h2 id="tools">Tools</h2>
        <span class="tag">{exact(tools.length)}</span>
        {writing.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has looks and a legend; these are toggles in a row
          <div class="end seg" role="group" aria-label="Which tools">
            <button type="button" aria-pressed={showsAll} onClick={() => setQuery({ tools: null })}>
              All
            </button>
            <button type="button" aria-pressed={!showsAll} onClick={() => setQuery({ tools: "writing" })}>
              Writing
            </button>
          </div>
        )}
      </header>
      {tools.length === 0 ? (
        <p class="none">No tools. They come with an MCP server that is registered and answers.</p>
      ) : (
        <table class="tools-table">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              {showsServer && (
                <th scope="col" class="c-hide">
                  Server
                </th>
              )}
              <th scope="col">Description</th>
              <th scope="col">Effect class</th>
              <th scope="col">Declared</th>
            </tr>
          </thead>
          <tbody>
            {chosen.slice(0, shown).map((tool) => (
              <ToolRow key={tool.qualifiedName} tool={tool} showsServer={showsServer} />
            ))}
          </tbody>
        </table>
      )}
      {!showsAll && chosen.length < tools.length && (
        <p class="none">
          {readOnlyHidden(tools.length - chosen.length)}{" "}
          <button class="btn small" type="button" onClick={() => setQuery({ tools: null })}>
            Show all {exact(tools.length)}
          </button>
        </p>
      )}
      {chosen.length > shown && (
        <p class="none">
          <button class="btn small" type="button" onClick={() => setShown(shown + portion * 2)}>
            Show more ({exact(chosen.length - shown)} left)
          </button>
        </p>
      )}
      <EffectKey />
    </section>
  );
}

function ToolRow({ showsServer, tool }: { readonly tool: ListedTool; readonly showsServer: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr class={isOpen ? "opened" : ""}>
        <th scope="row">
          <button class="tw" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name={isOpen ? "down" : "right"} small />
            <span class="name">{madeVisible(tool.name)}</span>
          </button>
          {tool.status === "CHANGED" && (
            <span class="tag warn">
              <Icon name="warn" small />
              Changed
            </span>
          )}
        </th>
        {showsServer && (
          <td class="c-hide mono">
            <a href={registryAddress("server", tool.mcpServer.name)}>{madeVisible(tool.mcpServer.name)}</a>
          </td>
        )}
        <td class="d c-hide">{firstSentence(madeVisible(tool.title ?? tool.description))}</td>
        <td>
          <EffectBadge name={tool.effectClass} />
        </td>
        <td class="c-hide">{statedHints(tool.annotations)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td class="schema" colSpan={showsServer ? 5 : 4}>
            <ToolSchemas name={tool.qualifiedName} />
            <a class="small" href={registryAddress("tool", tool.name)}>
              All of {madeVisible(tool.name)}
            </a>
          </td>
        </tr>
      )}
    </>
  );
}

/** Which filter hides tools, and how many. */
function readOnlyHidden(count: number): string {
  return `The filter Writing hides ${exact(count)} ${count === 1 ? "tool that only reads" : "tools that only read"}.`;
}

/** The part that fits a cell; the entry of the tool has the whole text. */
function firstSentence(text: string): string {
  const [sentence = ""] = text.split(/(?<=[.!?])\s|\n/, 1);
  return sentence.length > 160 ? `${sentence.slice(0, 159)}…` : sentence;
}
