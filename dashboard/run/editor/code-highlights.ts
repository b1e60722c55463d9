/** Colours of the text that one writes, painted over it by the browser, so that they can never stand beside it. */

import type { ShownProblem } from "../problems/shown-problem.ts";
import type { CodeToken } from "./code-tokens.ts";
import { rangesIn } from "./editable-text.ts";

const names = ["code-key", "code-string", "code-value", "code-reference", "code-bad", "code-warn"] as const;

/** Longer texts are coloured by their references and problems alone. */
const mostTokens = 1_500;

/** Paints the text of one element; only one at a time is painted. */
export function paint(element: HTMLElement, tokens: readonly CodeToken[], problems: readonly ShownProblem[]): void {
  if (!("highlights" in CSS)) return;
  const shown = tokens.length > mostTokens ? tokens.filter(({ kind }) => kind === "reference") : tokens;
  const ranges = rangesIn(element, shown);
  for (const kind of ["key", "string", "value", "reference"] as const) {
    CSS.highlights.set(`code-${kind}`, new Highlight(...ranges.filter((_, at) => shown[at]?.kind === kind)));
  }
  for (const tone of ["bad", "warn"] as const) {
    const places = problems.flatMap((problem) =>
      problem.tone === tone && problem.range !== null ? [problem.range] : [],
    );
    const highlight = new Highlight(...rangesIn(element, places));
    highlight.priority = 1;
    CSS.highlights.set(`code-${tone}`, highlight);
  }
}

export function paintNothing(): void {
  if (!("highlights" in CSS)) return;
  for (const name of names) CSS.highlights.delete(name);
}
