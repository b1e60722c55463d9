/**
 * The field for the name of the secret that is sent to a callee. The API takes the name of a secret of the deployment, never the secret; the
 * field is one for passwords all the same, because people paste what they have, and it is emptied as soon as it is sent.
 */

export interface SecretNameProps {
  readonly id: string;
  readonly value: string;
  readonly onName: (name: string) => void;
}

export function SecretName({ id, onName, value }: SecretNameProps) {
  return (
    <div class="field">
      <label for={id}>Name of its secret</label>
      <input
        id={id}
        type="password"
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onName(currentTarget.value)}
      />
      <span class="hint">
        X sends the setting TOOL_SECRET_X of the deployment as bearer token. Not the token itself. Empty to send
        nothing.
      </span>
    </div>
  );
}
