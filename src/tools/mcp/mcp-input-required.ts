/**
 * Questions of MCP servers (`input_required`, revision 2026-07-28): the question of a server to a person, and the answer as a retry of the
 * same call. The state that the server sent is returned to it unchanged, and only with this call.
 *
 * Only forms are supported (`elicitation/create` in form mode). Sampling, roots, addresses to visit and questions that are too large for a
 * person are refused. The server has answered then, so the call fails and is not repeated.
 */
import * as z from "zod";
import { withSecretReplaced } from "../../catalog/without-secret.ts";
import type { AttemptResult, CalleeAnswer, CalleeAsks } from "../../execution/events/attempt.ts";
import { isJsonObject, type Json, type JsonObject, jsonDepth, objectOf, ownValue, utf8Bytes } from "../../json/json.ts";
import { readForm } from "../elicitation-schema.ts";

/** Bytes of everything that a server may ask at once, its state included. */
const maxInputRequiredBytes = 65_536;
/** Objects and arrays that may lie within one another: a form has fewer. */
const maxDepth = 16;
/** Characters of a question to a person. */
const longestPrompt = 8_000;

const questionDetails = z.object({
  /** To the letter. Null if the server gave none. */
  requestState: z.string().nullable(),
  /** Names that the server gave its questions. */
  keys: z.array(z.string()).min(1),
});

/** An `input_required` result as the library hands it over. */
export interface McpInputRequired {
  readonly inputRequests: JsonObject;
  readonly requestState?: string | undefined;
}

/** The additional parameters of the retry of a call. */
export interface InputRetry {
  readonly inputResponses: JsonObject;
  readonly requestState?: string;
}

/** The question to a person. `subject` names the call in messages; `bearer` is never shown, in a message neither. */
export function inputRequiredResult(
  subject: string,
  question: McpInputRequired,
  bearer: string | undefined,
): AttemptResult {
  const asked = parseInputRequired(question, bearer);
  return asked.ok ? asked.asks : refused(subject, asked.finding);
}

/** How the call continues with a person's answer. Null if another version of this software stored the question. */
export function retryWith(continuation: CalleeAnswer): InputRetry | null {
  const details = questionDetails.safeParse(continuation.details);
  if (!details.success) return null;
  const { keys, requestState } = details.data;
  const given = isJsonObject(continuation.response) ? continuation.response : {};
  const answers = keys.map((key): readonly [string, JsonObject] => {
    if (!continuation.isAccepted) return [key, { action: "decline" }];
    return [key, { action: "accept", content: keys.length === 1 ? given : (ownValue(given, key) ?? {}) }];
  });
  return { inputResponses: objectOf(answers), ...(requestState === null ? {} : { requestState }) };
}

type ParsedInputRequired =
  | { readonly ok: true; readonly asks: CalleeAsks }
  /** "required …, found …". */
  | { readonly ok: false; readonly finding: string };

function parseInputRequired(question: McpInputRequired, bearer: string | undefined): ParsedInputRequired {
  const { inputRequests } = question;
  const requestState = question.requestState ?? null;
  // The depth comes first: code that writes or walks a value with endless nesting overflows its stack.
  if (jsonDepth(inputRequests, maxDepth + 1) > maxDepth)
    return { ok: false, finding: `required at most ${maxDepth} levels of objects and arrays, found more` };
  const bytes = utf8Bytes(JSON.stringify([inputRequests, requestState]));
  if (bytes > maxInputRequiredBytes)
    return { ok: false, finding: `required at most ${maxInputRequiredBytes} bytes, found ${bytes}` };
  // Before a message is made of it: text that was cut to fit a message could contain half of a secret.
  const said = JSON.stringify(inputRequests);
  if (withSecretReplaced(said, bearer) !== said)
    return { ok: false, finding: "required a question that repeats no secret" };
  const keys = Object.keys(inputRequests);
  const prompts: string[] = [];
  const schemas: [string, JsonObject][] = [];
  for (const key of keys) {
    const form = formIn(inputRequests[key]);
    if (!form.ok) return { ok: false, finding: `${form.finding} (${JSON.stringify(key.slice(0, 100))})` };
    prompts.push(form.message);
    schemas.push([key, form.schema]);
  }
  const [only] = schemas;
  if (only === undefined) return { ok: false, finding: "required a question to a person, found none" };
  const prompt = prompts.join("\n\n");
  if (prompt.length > longestPrompt)
    return { ok: false, finding: `required at most ${longestPrompt} characters of text, found ${prompt.length}` };
  const responseSchema = schemas.length === 1 ? only[1] : formOfAll(schemas, prompts);
  return {
    ok: true,
    asks: {
      kind: "ASKS",
      prompt,
      responseSchema,
      details: { requestState, keys } satisfies z.infer<typeof questionDetails>,
    },
  };
}

/** One form whose members are the questions by their names. */
function formOfAll(schemas: readonly (readonly [string, JsonObject])[], prompts: readonly string[]): JsonObject {
  const properties = objectOf(
    schemas.map(([key, schema], index) => [key, { ...schema, description: prompts[index] ?? "" }] as const),
  );
  return { type: "object", properties, required: schemas.map(([key]) => key), additionalProperties: false };
}

type RequestedForm =
  | { readonly ok: true; readonly message: string; readonly schema: JsonObject }
  | { readonly ok: false; readonly finding: string };

function formIn(request: Json | undefined): RequestedForm {
  const method = isJsonObject(request) ? ownValue(request, "method") : undefined;
  if (method !== "elicitation/create") {
    const found = typeof method === "string" ? JSON.stringify(method.slice(0, 100)) : "no method";
    return { ok: false, finding: `required a question of the method "elicitation/create", found ${found}` };
  }
  const params = isJsonObject(request) ? ownValue(request, "params") : undefined;
  const [mode, message] = isJsonObject(params) ? [ownValue(params, "mode"), ownValue(params, "message")] : [];
  if (mode !== undefined && mode !== "form") {
    const found = typeof mode === "string" ? JSON.stringify(mode.slice(0, 100)) : "something else";
    return { ok: false, finding: `required a question in the mode "form", found ${found}` };
  }
  if (typeof message !== "string") return { ok: false, finding: "required a question with a text, found none" };
  const form = readForm(isJsonObject(params) ? ownValue(params, "requestedSchema") : undefined);
  return form.ok ? { ok: true, message, schema: form.schema } : form;
}

/** The server answered in a way that cannot be continued: it may have done a part of its work. */
function refused(subject: string, finding: string): AttemptResult {
  const message = `Cannot ask a person for ${subject}: ${finding}`;
  const failure = { code: "PROTOCOL", message, retryable: false, details: {} } as const;
  return { kind: "FAILED", outcome: "ANSWERED", failure };
}
