/** Every key that works now, by its purpose; and the line of hints at the bottom of a wide screen. */
import { signal } from "@preact/signals";
import { Dialog } from "../parts/dialog.tsx";
import { type KeyBinding, keyBindings } from "./keys.ts";

const isOpen = signal(false);

export function showKeySheet(): void {
  isOpen.value = true;
}

const sections: readonly KeyBinding["section"][] = ["Move", "Views of an execution", "Act", "Watch"];

export function KeySheet() {
  if (!isOpen.value) return null;
  const bindings = reachable();
  return (
    <Dialog
      title="Keys"
      onClose={() => {
        isOpen.value = false;
      }}
    >
      <div class="cols">
        {sections.map((section) => {
          const own = bindings.filter((binding) => binding.section === section);
          return (
            own.length > 0 && (
              <section key={section}>
                <h3>{section}</h3>
                <dl>
                  {own.map(({ keys, label }) => (
                    <div key={keys}>
                      <dt>{label}</dt>
                      <dd>
                        <Presses keys={keys} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          );
        })}
      </div>
    </Dialog>
  );
}

export function KeyLine() {
  const hints = new Map<string, string[]>();
  for (const { hint, keys } of reachable()) if (hint !== undefined) hints.set(hint, [...(hints.get(hint) ?? []), keys]);
  return (
    <footer class="keys">
      {[...hints].map(([hint, keys]) => (
        <span key={hint}>
          {keys.map((press) => (
            <Presses key={press} keys={press} />
          ))}{" "}
          {hint}
        </span>
      ))}
      <button class="btn quiet small all" type="button" onClick={showKeySheet}>
        <kbd>?</kbd> all keys
      </button>
    </footer>
  );
}

function Presses({ keys }: { readonly keys: string }) {
  return (
    <>
      {keys.split(" ").map((key, at) => (
        <kbd key={at}>{key.toLowerCase()}</kbd>
      ))}
    </>
  );
}

/** Bindings that a press would reach: the newest of each key, in the order in which views gave them. */
function reachable(): readonly KeyBinding[] {
  const taken = new Map<string, KeyBinding>();
  for (const layer of keyBindings.value)
    for (const binding of layer) if (!taken.has(binding.keys)) taken.set(binding.keys, binding);
  return [...taken.values()];
}
