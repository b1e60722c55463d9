/** A request to a model, taken apart for reading. The value is of a server that may be newer: unknown parts are shown unchanged. */

export interface AskedMessage {
  /** "System", "User", "Assistant", or the server's word. */
  readonly role: string;
  readonly text: string;
  /** Characters that were not kept. */
  readonly omitted: number;
}

export interface AskedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

export interface AskedParts {
  readonly messages: readonly AskedMessage[];
  readonly tools: readonly AskedTool[];
  /** The form of the answer. Undefined for a text. */
  readonly answerSchema: unknown;
  readonly maxOutputTokens: number | null;
}

const roles: Readonly<Record<string, string>> = { system: "System", user: "User", assistant: "Assistant" };

export function requestParts(value: unknown): AskedParts {
  const request = members(value);
  const { maxOutputTokens } = request;
  return {
    messages: list(request.messages).map((message): AskedMessage => {
      const { omittedCharacters, role, text: words } = members(message);
      const name = text(role);
      return {
        role: Object.hasOwn(roles, name) ? (roles[name] ?? name) : name,
        text: typeof words === "string" ? words : JSON.stringify(words ?? null),
        omitted: typeof omittedCharacters === "number" ? omittedCharacters : 0,
      };
    }),
    tools: list(request.tools).map((tool): AskedTool => {
      const { description, name, parameters } = members(tool);
      return { name: text(name), description: text(description), parameters };
    }),
    answerSchema: members(request.answerSchema).schema,
    maxOutputTokens: typeof maxOutputTokens === "number" ? maxOutputTokens : null,
  };
}

const finishWords: Readonly<Record<string, string>> = {
  COMPLETE: "it was done",
  LENGTH: "it had written all that it may",
  REFUSED: "it refused",
  UNKNOWN: "the provider does not say",
};

/** Why a model stopped, in words. */
export function finishWord(reason: string): string {
  return Object.hasOwn(finishWords, reason) ? (finishWords[reason] ?? reason) : reason;
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
