/** Texts of agents and tools. Data as JSON is no text for people; the inspector shows it. */
import type { StepText } from "./chat-entries.ts";

/** A step of an answer of `ChatTexts`, whichever type it has. */
export interface ReadStep {
  readonly __typename: string;
  readonly stepId: string;
  readonly finishedAt: string | null;
  readonly toolName?: string;
  readonly agentName?: string;
  readonly content?: { readonly value: unknown } | null;
  /** Member `text` of the output, of agents. */
  readonly text?: { readonly value: unknown } | null;
  readonly children?: readonly ReadStep[];
}

/** Texts of the steps that have ended, in the order of the plan. */
export function stepTextsOf(steps: readonly ReadStep[]): readonly StepText[] {
  return steps.flatMap((step) => [...textOf(step), ...stepTextsOf(step.children ?? [])]);
}

function textOf({ agentName, content, finishedAt, stepId, text, toolName }: ReadStep): readonly StepText[] {
  if (finishedAt === null) return [];
  const at = Date.parse(finishedAt);
  const prose = proseOf(content?.value);
  if (toolName !== undefined)
    return prose === null ? [] : [{ stepId, speaker: "TOOL", name: toolName, text: prose, at }];
  if (agentName === undefined) return [];
  const own = text?.value;
  const words = prose ?? (typeof own === "string" && own !== "" ? own : null);
  return words === null ? [] : [{ stepId, speaker: "AGENT", name: agentName, text: words, at }];
}

/** Texts of the content that a callable returned, joined; null if there is none but JSON. */
export function proseOf(content: unknown): string | null {
  if (typeof content !== "object" || content === null || !Object.hasOwn(content, "content")) return null;
  const { content: blocks } = content as { readonly content: unknown };
  if (!Array.isArray(blocks)) return null;
  const texts = blocks.flatMap((block: unknown) => {
    if (typeof block !== "object" || block === null) return [];
    const { text, type } = block as { readonly text?: unknown; readonly type?: unknown };
    return type === "text" && typeof text === "string" && text.trim() !== "" && !isJson(text) ? [text] : [];
  });
  return texts.length === 0 ? null : texts.join("\n\n");
}

function isJson(text: string): boolean {
  const first = text.trimStart().charAt(0);
  if (first !== "{" && first !== "[") return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
