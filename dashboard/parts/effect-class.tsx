/** The possible effect of a second call, by icon and name. Its meaning is spoken, and shown where `explained`. */
import { Icon, type IconName } from "./icon.tsx";

const looks: Readonly<Record<string, { readonly icon: IconName; readonly means: string; readonly tone?: string }>> = {
  READ_ONLY: { icon: "eye", means: "changes nothing" },
  IDEMPOTENT: { icon: "retry", means: "doing it twice is as good as once" },
  KEYED: { icon: "key", means: "happens once per key" },
  UNSAFE: { icon: "warn", means: "doing it twice could do harm", tone: "warn" },
};

export interface EffectClassProps {
  /** `READ_ONLY`, `IDEMPOTENT`, `KEYED` or `UNSAFE`; a newer server may know others. */
  readonly name: string;
  /** Whether its meaning is beside it. */
  readonly explained?: boolean;
}

export function EffectClass({ name, explained = false }: EffectClassProps) {
  const look = Object.hasOwn(looks, name) ? looks[name] : undefined;
  return (
    <>
      <span class={`tag${look?.tone === undefined ? "" : ` ${look.tone}`}`}>
        {look !== undefined && <Icon name={look.icon} small />}
        {name}
        {look !== undefined && !explained && <span class="sr">: {look.means}</span>}
      </span>
      {explained && look !== undefined && <span class="soft"> {look.means}</span>}
    </>
  );
}
