/**
 * Parts of the page that are loaded when they are asked for. A network that breaks in the middle is tried again for about ten seconds;
 * after that the page says so, since a page that was opened before a deployment asks for files that are gone.
 */
import { useEffect, useState } from "preact/hooks";
import { ProblemNote } from "./problem-note.tsx";

export type LoadedPart<Part> =
  | { readonly kind: "LOADING" }
  | { readonly kind: "LOADED"; readonly part: Part }
  | { readonly kind: "MISSING"; readonly again: () => void };

const loading = { kind: "LOADING" } as const;
const pausesMs = [300, 700, 1_500, 3_000, 5_000] as const;

/** Loads a part, trying again while that may help. Rejects with the last failure. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pauseMs of pausesMs) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return load();
}

/** The part that `load` gives, loaded anew when `name` changes. */
export function useLoadedPart<Part>(name: string, load: () => Promise<Part>): LoadedPart<Part> {
  const [tries, setTries] = useState(0);
  const [known, setKnown] = useState<{ readonly name: string; readonly state: LoadedPart<Part> } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const report = (state: LoadedPart<Part>) => {
      if (isCurrent) setKnown({ name, state });
    };
    report(loading);
    loadPart(load).then(
      (part) => report({ kind: "LOADED", part }),
      () => report({ kind: "MISSING", again: () => setTries((count) => count + 1) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, tries]);
  // The state of another part says nothing about this one.
  return known?.name === name ? known.state : loading;
}

export function PartMissing({ again }: { readonly again: () => void }) {
  const message =
    "This part of the page cannot be loaded: the server does not answer, or has a newer version of the page.";
  return (
    <ProblemNote code="PART_MISSING" message={message}>
      <button class="btn" type="button" onClick={again}>
        Try again
      </button>
      <button class="btn" type="button" onClick={() => location.reload()}>
        Load the page anew
      </button>
    </ProblemNote>
  );
}
