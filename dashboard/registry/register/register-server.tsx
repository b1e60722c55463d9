/** Registering an MCP server by its address. */
import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { announce } from "../../parts/announce.tsx";
import { LineField } from "../../parts/field.tsx";
import { FormDialog, useAct } from "../../parts/form-dialog.tsx";
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
  const act = useAct();
  const replaces = registryLists.value.servers.items.some((server) => server.name === name.trim());
  const register = async () => {
    const bearerSecret = secret.trim() === "" ? null : secret.trim();
    const input = { name: name.trim(), url: url.trim(), trusted: isTrusted, bearerSecret };
    setSecret("");
    const { path } = place.peek();
    const answer = await request(registerServer, { input });
    const refusal = refused(answer, (data) => data.registerMcpServer);
    const server = answer.ok ? (answer.data.registerMcpServer?.mcpServer ?? null) : null;
    if (refusal !== null || server === null) return refusal;
    noteServer(server, server.tools.nodes);
    // Who went elsewhere meanwhile is not called back.
    if (place.peek().path === path) onDone(server.name);
    else announce(`Registered the server ${server.name}`);
    return null;
  };
  return (
    <FormDialog
      title="Register an MCP server"
      act={act}
      perform={register}
      words="Register"
      busyWords="Reading its tools"
      onClose={onClose}
    >
      <LineField
        id="server-name"
        label="Name"
        hint={replaces ? "A server of this name is registered: it is replaced." : "Letters, digits, _ and -."}
        required
        maxLength={64}
        spellcheck={false}
        autocomplete="off"
        value={name}
        onText={setName}
      />
      <LineField
        id="server-url"
        label="Address"
        type="url"
        required
        spellcheck={false}
        placeholder="https://tools.example.com/mcp"
        value={url}
        onText={setUrl}
      />
      <SecretName id="server-secret" value={secret} onName={setSecret} />
      <label class="tick">
        <input
          type="checkbox"
          checked={isTrusted}
          onChange={({ currentTarget }) => setTrusted(currentTarget.checked)}
        />
        Believe what it says on the effects of its tools
      </label>
    </FormDialog>
  );
}
