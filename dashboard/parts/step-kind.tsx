/** The kind of a step's callable: its icon and its word. */
import { Icon, type IconName } from "./icon.tsx";

interface Look {
  readonly icon: IconName;
  readonly word: string;
}

const looks: Readonly<Record<string, Look>> = {
  TOOL: { icon: "tool", word: "tool" },
  AGENT: { icon: "agent", word: "agent" },
  WORKFLOW: { icon: "workflow", word: "workflow" },
  HUMAN_INPUT: { icon: "person", word: "person" },
  PARALLEL: { icon: "group", word: "group" },
  MAP: { icon: "group", word: "map" },
  LOOP: { icon: "group", word: "loop" },
  ROUND: { icon: "group", word: "plan" },
  MODEL: { icon: "model", word: "model" },
};

const unknown: Look = { icon: "tool", word: "step" };

/** Icon and word of a kind, such as `TOOL`; a newer server may know others. */
export function kindLook(kind: string): Look {
  return Object.hasOwn(looks, kind) ? (looks[kind] ?? unknown) : unknown;
}

/** Whether steps of this kind are made of others. */
export function isGroupKind(kind: string): boolean {
  return kind === "PARALLEL" || kind === "ROUND" || isRepeatedKind(kind);
}

/** Whether steps of this kind have items, which are known only while they run. */
export function isRepeatedKind(kind: string): boolean {
  return kind === "MAP" || kind === "LOOP";
}

export interface StepKindProps {
  readonly kind: string;
  readonly small?: boolean;
}

/** The icon with its word for those who listen. */
export function StepKind({ kind, small = false }: StepKindProps) {
  const { icon, word } = kindLook(kind);
  return (
    <>
      <Icon name={icon} small={small} />
      <span class="sr">{word}</span>
    </>
  );
}
