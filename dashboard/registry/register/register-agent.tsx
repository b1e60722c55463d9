/** Registers a remote agent: one that has an A2A card, or one behind the HTTP contract. The API takes names of secrets, never secrets. */
import { useState } from "preact/hooks";
import type { Problem } from "../../api/problem.ts";
import { request } from "../../api/request.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Refusals, reasonsOf } from "./refusals.tsx";
import { registerAgentEntry } from "./register.generated.ts";
import { SecretName } from "./secret-name.tsx";

export interface RegisterAgentProps {
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
}

const effects = [
  ["", "May do its effect twice (UNSAFE)"],
  ["IDEMPOTENT", "Same effect as once (IDEMPOTENT)"],
  ["READ_ONLY", "Has no effect (READ_ONLY)"],
] as const;

export function RegisterAgent({ onClose, onDone }: RegisterAgentProps) {
  const [kind, setKind] = useState<"A2A" | "HTTP">("A2A");
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState("");
  const [effectClass, setEffectClass] = useState("");
  const [isAsking, setAsking] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const register = async () => {
    if (isAsking) return;
    setAsking(true);
    const shared = {
      ...(secret.trim() !== "" && { bearerSecret: secret.trim() }),
      ...(effectClass !== "" && { effectClass: effectClass as "IDEMPOTENT" | "READ_ONLY" }),
    };
    setSecret("");
    const source =
      kind === "A2A" ? { a2a: { url: url.trim(), ...shared } } : { http: { endpoint: url.trim(), ...shared } };
    const input = {
      source,
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(description.trim() !== "" && { description: description.trim() }),
    };
    const answer = await request(registerAgentEntry, { input });
    setAsking(false);
    const refused = reasonsOf(answer, (data) => data.registerAgent);
    setProblems(refused);
    const agent = answer.ok ? answer.data.registerAgent?.agent : null;
    if (refused.length === 0 && agent) onDone(agent.name);
  };
  const isRequired = kind === "HTTP";
  const need = <span class="req">{isRequired ? "required" : "as its card says if empty"}</span>;
  return (
    <FormDialog
      title="Register an agent"
      act={isAsking ? "Registering" : "Register"}
      isDisabled={isAsking}
      onSubmit={register}
      onClose={onClose}
    >
      <div class="field">
        <label for="agent-kind">It speaks</label>
        <select
          id="agent-kind"
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value === "HTTP" ? "HTTP" : "A2A")}
        >
          <option value="A2A">A2A</option>
          <option value="HTTP">HTTP, as the document Host contract says</option>
        </select>
        <span class="hint">An agent of this deployment, a model with instructions, is imported as a file.</span>
      </div>
      <div class="field">
        <label for="agent-url">{kind === "A2A" ? "Address of the agent or its card" : "Endpoint"}</label>
        <input
          id="agent-url"
          type="url"
          required
          spellcheck={false}
          placeholder="https://agents.example.com"
          value={url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="agent-name">Name {need}</label>
        <input
          id="agent-name"
          required={isRequired}
          maxLength={64}
          spellcheck={false}
          autocomplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="agent-description">What it does {need}</label>
        <textarea
          id="agent-description"
          rows={2}
          required={isRequired}
          maxLength={4_000}
          value={description}
          onInput={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="agent-effect">If it is called twice</label>
        <select
          id="agent-effect"
          value={effectClass}
          onChange={({ currentTarget }) => setEffectClass(currentTarget.value)}
        >
          {effects.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <SecretName id="agent-secret" value={secret} onName={setSecret} />
      <Refusals problems={problems} />
    </FormDialog>
  );
}
