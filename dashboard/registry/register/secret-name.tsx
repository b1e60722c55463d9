/**
 * The field for the name of the secret that is sent to a callee. The API takes the name of a secret of the deployment, never the secret;
 * the field is one for passwords all the same, because people may paste the secret, and it is emptied as soon as it is sent.
 */

import { LineField } from "../../parts/field.tsx";

export interface SecretNameProps {
  readonly id: string;
  readonly value: string;
  readonly onName: (name: string) => void;
}

export function SecretName({ id, onName, value }: SecretNameProps) {
  return (
    <LineField
      id={id}
      label="Name of its secret"
      hint="X sends the setting TOOL_SECRET_X of the deployment as bearer token. Not the token itself. Empty to send nothing."
      type="password"
      autocomplete="off"
      spellcheck={false}
      value={value}
      onText={onName}
    />
  );
}
