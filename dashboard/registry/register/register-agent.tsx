/** Registers a remote agent: one that has an A2A card, or one behind the HTTP contract. The API takes names of secrets, never secrets. */
import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { ChoiceField, LineField, TextField } from "../../parts/field.tsx";
import { FormDialog, useAct } from "../../parts/form-dialog.tsx";
import { reasonsOf } from "./refusals.tsx";
import { registerAgentEntry } from "./register.generated.ts";
import { SecretName } from "./secret-name.tsx";

export interface RegisterAgentProps {
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
}

const kinds = [
  ["A2A", "A2A"],
  ["HTTP", "HTTP, as the document Host contract says"],
] as const;

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
  const act = useAct();
  const register = async () => {
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
    const refused = reasonsOf(answer, (data) => data.registerAgent);
    const agent = answer.ok ? answer.data.registerAgent?.agent : null;
    if (refused.length === 0 && agent) onDone(agent.name);
    return refused;
  };
  const isRequired = kind === "HTTP";
  const need = <span class="req">{isRequired ? "required" : "as its card says if empty"}</span>;
  return (
    <FormDialog
      title="Register an agent"
      act={act}
      perform={register}
      words="Register"
      busyWords="Registering"
      onClose={onClose}
    >
      <ChoiceField
        id="agent-kind"
        label="It speaks"
        hint="An agent of this deployment, a model with instructions, is imported as a file."
        choices={kinds}
        value={kind}
        onChoice={(chosen) => setKind(chosen === "HTTP" ? "HTTP" : "A2A")}
      />
      <LineField
        id="agent-url"
        label={kind === "A2A" ? "Address of the agent or its card" : "Endpoint"}
        type="url"
        required
        spellcheck={false}
        placeholder="https://agents.example.com"
        value={url}
        onText={setUrl}
      />
      <LineField
        id="agent-name"
        label={<>Name {need}</>}
        required={isRequired}
        maxLength={64}
        spellcheck={false}
        autocomplete="off"
        value={name}
        onText={setName}
      />
      <TextField
        id="agent-description"
        label={<>What it does {need}</>}
        rows={2}
        required={isRequired}
        maxLength={4_000}
        value={description}
        onText={setDescription}
      />
      <ChoiceField
        id="agent-effect"
        label="If it is called twice"
        choices={effects}
        value={effectClass}
        onChoice={setEffectClass}
      />
      <SecretName id="agent-secret" value={secret} onName={setSecret} />
    </FormDialog>
  );
}
