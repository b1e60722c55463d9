/** An MCP server: the result of the last contact, the handling of its answers, its tools, and those that cannot be called. */
import { Icon } from "../../parts/icon.tsx";
import { InertText, madeVisible } from "../../parts/inert-text.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { type RegistryLists, readAt } from "../registry-lists.ts";
import { ServerStatus } from "../server-status.tsx";
import { ToolsPanel } from "../tools/tools-panel.tsx";
import { Fact } from "./agent-facts.tsx";
import { EntryFrame } from "./entry-frame.tsx";
import { EntryHead, titleId } from "./entry-head.tsx";
import { Moment } from "./moment.tsx";

const validations: Readonly<Record<string, string>> = {
  STRICT: "Strict: a step fails if its output does not satisfy the schema",
  WARN: "Warns: output that does not satisfy the schema is taken",
  OFF: "Off: output is not checked",
};

export interface ServerEntryProps {
  readonly name: string;
  readonly lists: RegistryLists;
  readonly readAgain: () => void;
}

export function ServerEntry({ lists, name, readAgain }: ServerEntryProps) {
  const found = lists.servers.items.find((server) => server.name === name) ?? null;
  // A list that was not read to its end does not prove that a tool is missing.
  const problem = found === null ? lists.servers.problem : null;
  const isAsking = readAt.value === null;
  const own = lists.tools.items.filter(({ mcpServer }) => mcpServer.name === name);
  return (
    <EntryFrame kind="MCP server" name={name} found={found} isAsking={isAsking} problem={problem}>
      {(server) => (
        <>
          <article class="panel" aria-labelledby={titleId}>
            <EntryHead
              icon="n-reg"
              title={server.name}
              description="An MCP server. Its tools can be called by plans and agents."
              callable={{ kind: "SERVER", ...server }}
              run={null}
              removal={{ kind: "server", id: server.id, name: server.name }}
            >
              <ServerStatus status={server.status} pill />
              {server.protocolVersion !== null && <span class="tag">MCP {madeVisible(server.protocolVersion)}</span>}
              <span class={`tag${server.trusted ? "" : " warn"}`}>{server.trusted ? "Trusted" : "Not trusted"}</span>
            </EntryHead>
            {server.failure !== null && (
              <div class="entry-part">
                <ProblemNote code={server.failure.code} message={server.failure.message}>
                  <button class="btn small" type="button" onClick={readAgain}>
                    Look again
                  </button>
                </ProblemNote>
              </div>
            )}
            <div class="entry-part">
              <dl class="facts">
                <Fact label="Address">
                  <code>{madeVisible(server.url)}</code>
                </Fact>
                <Fact label="Last sync">
                  {server.lastSyncedAt === null ? "Never" : <Moment at={server.lastSyncedAt} />}
                </Fact>
                <Fact label="Trust">
                  {server.trusted
                    ? "What it says on the effects of its tools is believed"
                    : "What it says on the effects of its tools does not count"}
                </Fact>
                <Fact label="Output">{validations[server.outputValidation] ?? server.outputValidation}</Fact>
              </dl>
            </div>
            {server.droppedTools.length > 0 && (
              <section class="entry-part" aria-labelledby="dropped">
                <h3 id="dropped">Tools that cannot be called</h3>
                <ul class="plain-list">
                  {server.droppedTools.map(({ name: dropped, reason }) => (
                    <li key={dropped}>
                      <Icon name="warn" small />
                      <div>
                        <code>
                          <InertText text={dropped} limit={120} />
                        </code>
                        <div class="soft">
                          <InertText text={reason} limit={400} />
                        </div>
                      </div>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </article>
          {(own.length > 0 || !isAsking || lists.tools.problem !== null) && (
            <ToolsPanel tools={own} showsServer={false} />
          )}
        </>
      )}
    </EntryFrame>
  );
}
