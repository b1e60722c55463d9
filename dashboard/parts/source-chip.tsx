/** The chip that says where a value came from, and leads there. */
import { Icon } from "./icon.tsx";
import { madeVisible } from "./inert-text.tsx";
import { type SourceOfValue, shownLabels, sourceWords } from "./source-words.ts";

export interface SourceChipProps {
  readonly source: SourceOfValue;
  /** Kind of the step's callable, for its icon: "WORKFLOW". */
  readonly callableKind?: string;
  /** Where the chip leads: the address of the step. Nowhere if left out. */
  readonly href?: string | undefined;
}

export function SourceChip({ callableKind, href, source }: SourceChipProps) {
  const { icon, name, path } = sourceWords(source, callableKind);
  const words = (
    <>
      {icon !== null && <Icon name={icon} />}
      <span class="path">
        {name !== "" && <b>{madeVisible(name)}</b>} {madeVisible(path)}
      </span>
      {shownLabels(source).map((label) => (
        <span key={label} class="label">
          {madeVisible(label)}
        </span>
      ))}
    </>
  );
  if (icon === null || name === "") return <span class="from plain">{words}</span>;
  return href === undefined ? (
    <span class="from">{words}</span>
  ) : (
    <a class="from" href={href}>
      {words}
    </a>
  );
}
