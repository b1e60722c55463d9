/** What happens to a call whose reply was lost, by the effect class of its callable: an icon with the name of the class, and the key of the four. */
import { Icon, type IconName } from "../../parts/icon.tsx";

interface Look {
  readonly icon: IconName;
  readonly look: string;
  readonly means: string;
}

const looks: Readonly<Record<string, Look>> = {
  READ_ONLY: { icon: "eye", look: "ro", means: "Called again." },
  IDEMPOTENT: { icon: "retry", look: "idem", means: "Called again, same arguments." },
  KEYED: { icon: "key", look: "keyed", means: "Called again with the same key." },
  UNSAFE: { icon: "warn", look: "unsafe", means: "Not called again unless the policy or a person says so." },
};

export function EffectBadge({ name }: { readonly name: string }) {
  const look = Object.hasOwn(looks, name) ? looks[name] : undefined;
  return (
    <span class={`effect ${look?.look ?? ""}`}>
      {look !== undefined && <Icon name={look.icon} />}
      {name}
    </span>
  );
}

export function EffectKey() {
  return (
    <ul class="class-key" aria-label="Effect classes: what happens when the reply to a call is lost">
      {Object.entries(looks).map(([name, { means }]) => (
        <li key={name}>
          <EffectBadge name={name} />
          <span>{means}</span>
        </li>
      ))}
    </ul>
  );
}
