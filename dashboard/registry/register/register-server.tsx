/** Registering an MCP server by its address. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { announce } from "../../parts/announce.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { place } from "../../shell/location.ts";
import { refused } from "../refused.ts";
import { registerServer } from "../registry-lists.generated.ts";
import { noteServer, registryLists } from "../registry-lists.ts";
import { SecretName } from "./secret-name.tsx";

export interface RegisterServerProps {
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
}

export function RegisterServer({ onClose, onDone }: RegisterServerProps) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState("");
  const [isTrusted, setTrusted] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsking, setAsking] = useState(false);
  const replaces = registryLists.value.servers.items.some((server) => server.name === name.trim());
  const register = async () => {
    if (isAsking) return;
    setAsking(true);
    const bearerSecret = secret.trim() === "" ? null : secret.trim();
    const input = { name: name.trim(), url: url.trim(), trusted: isTrusted, bearerSecret };
    setSecret("");
    const { path } = place.peek();
    const answer = await request(registerServer, { input });
    setAsking(false);
    const refusal = refused(answer, (data) => data.registerMcpServer);
    setProblem(refusal);
    const server = answer.ok ? (answer.data.registerMcpServer?.mcpServer ?? null) : null;
    if (refusal !== null || server === null) return;
    noteServer(server, server.tools.nodes);
    // Who went elsewhere meanwhile is not called back.
    if (place.peek().path === path) onDone(server.name);
    else announce(`Registered the server ${server.name}`);
  };
  return (
    <FormDialog
      title="Register an MCP server"
      act={isAsking ? "Reading its tools" : "Register"}
      isDisabled={isAsking}
      onSubmit={register}
      onClose={onClose}
    >
      <div class="field">
        <label for="server-name">Name</label>
        <input
          id="server-name"
          required
          maxLength={64}
          spellcheck={false}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <span class="hint">
          {replaces ? "A server of this name is registered: it is replaced." : "Letters, digits, _ and -."}
        </span>
      </div>
      <div class="field">
        <label for="server-url">Address</label>
        <input
          id="server-url"
          type="url"
          required
          spellcheck={false}
          placeholder="https://tools.example.com/mcp"
          value={url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
      </div>
      <SecretName id="server-secret" value={secret} onName={setSecret} />
      <label class="tick">
        <input
          type="checkbox"
          checked={isTrusted}
          onChange={({ currentTarget }) => setTrusted(currentTarget.checked)}
        />
        Believe what it says on the effects of its tools
      </label>
      {problem !== null && <ProblemNote {...problem} />}
    </FormDialog>
  );
}
