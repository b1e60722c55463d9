/**
 * `planwright answer`: lists the questions to people, or answers one. The id is that of a question or of the execution that asks; without
 * one, the only open question is answered.
 */
import { CommandFailure, usageFailure } from "../base/command-failure.ts";
import { type TargetOptions, targetOf } from "../base/config.ts";
import { Deployment } from "../base/deployment.ts";
import { refusal, type UserError } from "../base/deployment-failure.ts";
import { type ExitCode, exitCodes } from "../base/exit-code.ts";
import { objectOption } from "../base/input-file.ts";
import { styled } from "../base/output.ts";
import type { Surroundings } from "../base/surroundings.ts";

export interface AnswerOptions extends TargetOptions {
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly no?: string | true;
  readonly choice?: string;
  readonly data?: string;
}

const questionFields = /* GraphQL */ `
  fragment CliQuestion on HumanInputRequest {
    id kind status prompt callableName responseSchema expiresAt
    context { value preview(maxCharacters: 2000) }
  }
`;

export const questionsDocument = /* GraphQL */ `
  query CliQuestions($after: String) {
    page: humanInputRequests(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { ...CliQuestion } }
  }
  ${questionFields}
`;

export const questionDocument = /* GraphQL */ `
  query CliQuestion($id: ID!) {
    node(id: $id) { ...CliQuestion ... on Execution { pendingHumanInputs { ...CliQuestion } } }
  }
  ${questionFields}
`;

export const respondDocument = /* GraphQL */ `
  mutation CliRespond($input: RespondToHumanInputInput!) {
    respondToHumanInput(input: $input) { request { id status } errors { code message path } }
  }
`;

interface Question {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly prompt: string;
  readonly callableName: string | null;
  readonly responseSchema: unknown;
  readonly expiresAt: string | null;
  readonly context: { readonly value: unknown; readonly preview: string } | null;
}

export async function answer(
  id: string | undefined,
  options: AnswerOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { err, out } = surroundings;
  const given = await givenResponse(options, surroundings);
  const deployment = new Deployment(targetOf(options, surroundings), surroundings);
  const questions =
    id === undefined ? await deployment.askAll<Question>(questionsDocument) : await questionsOf(id, deployment);
  const [question, ...others] = questions;
  if (question === undefined) {
    if (options.json && given === undefined) out.json([]);
    if (id === undefined && given === undefined) {
      err.line("Nothing waits for a person.");
      return exitCodes.ok;
    }
    throw new CommandFailure({
      exitCode: exitCodes.notFound,
      code: "NOT_FOUND",
      message:
        id === undefined
          ? "Cannot answer: nothing waits for a person"
          : "Cannot answer: required the id of a question, or of an execution with one that waits; found neither",
      next: ["npx planwright answer, to see what waits"],
    });
  }
  if (
    given === undefined &&
    (id === undefined || others.length > 0 || surroundings.ask === undefined || options.json)
  ) {
    if (options.json) out.json(questions);
    else for (const one of questions) show(one, surroundings);
    return exitCodes.ok;
  }
  if (others.length > 0)
    throw usageFailure(
      `Cannot answer: required one question, found ${questions.length} that wait`,
      ...questions.slice(0, 5).map((one) => `npx planwright answer ${one.id}`),
    );
  const response = given ?? (await askedResponse(question, surroundings));
  const { respondToHumanInput: payload } = await deployment.ask<{
    respondToHumanInput: { request: { id: string; status: string } | null; errors: readonly UserError[] };
  }>(respondDocument, { input: { requestId: question.id, response } });
  if (payload.request === null) throw refusal("Cannot answer", payload.errors);
  if (options.json) out.json(payload.request);
  else err.line(styled("green", payload.request.status));
  return exitCodes.ok;
}

async function questionsOf(id: string, deployment: Deployment): Promise<readonly Question[]> {
  type Node = Question | { readonly pendingHumanInputs: readonly Question[] };
  const { node } = await deployment.ask<{ node: Node | null }>(questionDocument, { id });
  if (node === null) return [];
  if ("pendingHumanInputs" in node) return node.pendingHumanInputs;
  return "prompt" in node ? [node] : [];
}

type Response = { readonly accept: { readonly [name: string]: unknown } } | { readonly decline: string };

/** The answer in the options. Undefined if there is none. */
async function givenResponse(options: AnswerOptions, surroundings: Surroundings): Promise<Response | undefined> {
  const { choice, data, no, yes } = options;
  const given = Object.entries({ "--yes": yes, "--no": no, "--choice": choice, "--data": data }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 1)
    throw usageFailure(
      `Cannot answer: required one of --yes, --no, --choice and --data, found ${given.map(([name]) => name).join(" and ")}`,
    );
  if (no !== undefined) return { decline: no === true ? "declined at the command line" : no };
  if (choice !== undefined) return { accept: { choice } };
  if (data !== undefined) return { accept: await objectOption("--data", data, surroundings) };
  return yes ? { accept: {} } : undefined;
}

/** Asks at the terminal until there is an answer that could be one. */
async function askedResponse(question: Question, surroundings: Surroundings): Promise<Response> {
  const { ask } = surroundings;
  if (ask === undefined)
    throw usageFailure("Cannot ask: nobody sits at the terminal", "add --yes, --no, --choice TEXT or --data JSON");
  show(question, surroundings);
  if (question.kind === "APPROVAL" || question.kind === "IN_DOUBT") {
    const words = (await ask("Accept? (yes, or no and why) ")).trim();
    const [, reason] = /^no?\b[\s,:]*(.*)$/is.exec(words) ?? [];
    if (reason !== undefined) return { decline: reason === "" ? "declined at the command line" : reason };
    if (/^y(es)?$/i.test(words)) return { accept: {} };
    throw usageFailure(`Cannot answer: required yes or no, found ${JSON.stringify(words)}`);
  }
  if (question.kind === "CHOICE") return { accept: { choice: (await ask("Choice: ")).trim() } };
  return { accept: await objectOption("the answer", await ask("JSON, or @file: "), surroundings) };
}

function show(
  { callableName, context, expiresAt, id, kind, prompt, responseSchema }: Question,
  { out }: Surroundings,
): void {
  out.line(styled("yellow", kind), `  ${id}`);
  out.block(prompt.replaceAll(/^/gm, "  "));
  if (callableName !== null) out.line("  calls ", styled("bold", callableName));
  if (context !== null) out.line("  ", styled("dim", context.preview));
  if (responseSchema !== null) out.line("  answer by ", styled("dim", JSON.stringify(responseSchema)));
  if (expiresAt !== null) out.line("  until ", expiresAt);
  out.line("  npx planwright answer ", id, ` ${optionsFor(kind)}`);
}

function optionsFor(kind: string): string {
  if (kind === "CHOICE") return "--choice TEXT";
  return kind === "APPROVAL" || kind === "IN_DOUBT" ? "--yes | --no REASON" : "--data JSON";
}
