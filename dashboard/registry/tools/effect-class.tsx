/**
 * The possible effect of a repeated call after a lost reply: an icon with its word, the key of the four, and the tool's own declaration.
 */
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

export function EffectClass({ name }: { readonly name: string }) {
  const look = Object.hasOwn(looks, name) ? looks[name] : undefined;
  return (
    <span class={`effect ${look?.look ?? ""}`}>
      {look !== undefined && <Icon name={look.icon} />}
      {name}
    </span>
  );
}

export function EffectClassKey() {
  return (
    <ul class="class-key" aria-label="Effect classes: what happens when the reply to a call is lost">
      {Object.entries(looks).map(([name, { means }]) => (
        <li key={name}>
          <EffectClass name={name} />
          <span>{means}</span>
        </li>
      ))}
    </ul>
  );
}

export interface Annotations {
  readonly readOnly: boolean | null;
  readonly destructive: boolean | null;
  readonly idempotent: boolean | null;
  readonly openWorld: boolean | null;
}

/** Hints that a tool gives of itself: `idempotent, open world`. */
export function saysOfItself({ destructive, idempotent, openWorld, readOnly }: Annotations): string {
  const words = [
    readOnly === true && "read only",
    readOnly === false && "writes",
    destructive === true && "destructive",
    destructive === false && "destroys nothing",
    idempotent === true && "idempotent",
    idempotent === false && "not idempotent",
    openWorld === true && "open world",
    openWorld === false && "closed world",
  ].filter((word) => word !== false);
  return words.length === 0 ? "nothing" : words.join(", ");
}
