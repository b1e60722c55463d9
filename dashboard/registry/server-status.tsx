/** The result of the last contact with a server: an icon of a shape of its own with its word. */
import { Icon, type IconName } from "../parts/icon.tsx";

const looks: Readonly<Record<string, { readonly icon: IconName; readonly tone: string; readonly word: string }>> = {
  UNKNOWN: { icon: "pending", tone: "st-pending", word: "Never contacted" },
  READY: { icon: "succeeded", tone: "st-succeeded", word: "Ready" },
  UNAUTHORIZED: { icon: "lock", tone: "st-partial", word: "Unauthorized" },
  UNREACHABLE: { icon: "failed", tone: "st-failed", word: "Unreachable" },
};

export function ServerStatus({ status, pill = false }: { readonly status: string; readonly pill?: boolean }) {
  const look = Object.hasOwn(looks, status) ? looks[status] : undefined;
  return (
    <span class={`st ${look?.tone ?? "st-pending"}${pill ? " pill" : ""}`}>
      <Icon name={look?.icon ?? "pending"} small />
      {look?.word ?? status}
    </span>
  );
}
