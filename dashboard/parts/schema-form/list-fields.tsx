/** The items of a list: added, removed and moved, each with a field of its own. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { isJsonArray, type Json } from "../../../src/json/json.ts";
import { announce } from "../announce.tsx";
import { Icon } from "../icon.tsx";
import type { ListField } from "./field.ts";
import { pointerOf } from "./field-problem.ts";
import { type FieldProps, idOf, useForm } from "./form-state.ts";
import { newItem } from "./form-value.ts";
import { Group, useShare } from "./group.tsx";

export function ListFields(props: FieldProps<ListField>) {
  const { field, label, path, value } = props;
  const form = useForm();
  const items = isJsonArray(value) ? value : [];
  const change = (next: readonly Json[]) => {
    form.touch(path);
    form.change(path, next);
  };
  const [shown, more] = useShare(items.length, (at) => form.isWrongWithin(pointerOf([...path, at])), "items");
  const hasRoom = field.maxItems === null || items.length < field.maxItems;
  const added = useRef<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // At once: text typed right after the press belongs to the new item.
  useLayoutEffect(() => {
    if (added.current === null) return;
    const place = document.getElementById(`${idOf(form, [...path, added.current])}-item`);
    added.current = null;
    place?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
  });
  return (
    <Group
      {...props}
      begin={() => change(Array.from({ length: Math.max(1, field.minItems) }, () => newItem(field.item)))}
    >
      <ol class="items">
        {items.slice(0, shown).map((item, at) => (
          <li key={at} id={`${idOf(form, [...path, at])}-item`}>
            <form.Part
              field={field.item}
              path={[...path, at]}
              label={`${field.item.title ?? label} ${at + 1}`}
              isRequired
              value={item}
            />
            <ItemButtons
              at={at}
              count={items.length}
              move={(by) => {
                change(moved(items, at, at + by));
                announce(`Moved to ${at + by + 1} of ${items.length}`);
              }}
              remove={() => {
                change(items.filter((_, other) => other !== at));
                addButton.current?.focus();
                announce(`Removed item ${at + 1}`);
              }}
            />
          </li>
        ))}
      </ol>
      {more}
      <div class="row">
        <button
          ref={addButton}
          class="btn small"
          type="button"
          aria-disabled={!hasRoom}
          onClick={() => {
            if (!hasRoom) return;
            added.current = items.length;
            change([...items, newItem(field.item)]);
          }}
        >
          Add an item
        </button>
        {!hasRoom && <span class="soft fine">It takes no more than {field.maxItems}.</span>}
      </div>
    </Group>
  );
}

interface ItemButtonsProps {
  readonly at: number;
  readonly count: number;
  readonly move: (by: 1 | -1) => void;
  readonly remove: () => void;
}

function ItemButtons({ at, count, move, remove }: ItemButtonsProps) {
  return (
    <div class="item-acts">
      <button
        class="btn quiet icon small"
        type="button"
        aria-label={`Move item ${at + 1} up`}
        aria-disabled={at === 0}
        onClick={() => at > 0 && move(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        class="btn quiet icon small"
        type="button"
        aria-label={`Move item ${at + 1} down`}
        aria-disabled={at === count - 1}
        onClick={() => at < count - 1 && move(1)}
      >
        <Icon name="down" />
      </button>
      <button class="btn quiet icon small" type="button" aria-label={`Remove item ${at + 1}`} onClick={remove}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function moved(items: readonly Json[], from: number, to: number): readonly Json[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}
