/** A menu behind one button: it closes once somebody presses elsewhere, leaves it with the focus, or presses Escape. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface MenuProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Menu({ children, label }: MenuProps) {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => element.current?.removeAttribute("open");
  const isWithin = (target: EventTarget | null) => target instanceof Node && element.current?.contains(target) === true;
  useEffect(() => {
    const pressed = ({ target }: Event) => {
      if (!isWithin(target)) close();
    };
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  }, []);
  return (
    <details
      class="more-acts"
      ref={element}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget !== null && !isWithin(relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || element.current?.open !== true) return;
        // The page has other uses of it.
        event.preventDefault();
        close();
        element.current.querySelector("summary")?.focus();
      }}
    >
      <summary class="btn icon" aria-label={label}>
        ⋯
      </summary>
      <div class="menu">{children}</div>
    </details>
  );
}
