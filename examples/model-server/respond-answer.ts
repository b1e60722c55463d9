/** The answer of the scripted model to a report: what succeeded, what did not, and why. */
import { dataIn, type Question } from "./question.ts";
import { sampleOf } from "./sample.ts";

interface ReportedFailure {
  readonly message?: unknown;
}

/** One sentence for each step, in plain words; one JSON object where the answer has a schema. */
export function respondAnswer({ answerSchema, input, lastText, message }: Question): string {
  if (answerSchema !== null) return outputText(answerSchema, input ?? {}, message, lastText);
  const asked = message === "" ? "the plan" : `"${message.slice(0, 200)}"`;
  const problems = dataIn(lastText, "plan_problems") as readonly ReportedFailure[];
  const [firstProblem] = problems;
  if (firstProblem !== undefined) {
    return `Nothing was done for ${asked}, because the plan was refused: ${clause(firstProblem)}.`;
  }
  if (/\bNo agent fits\b/.test(lastText)) return `No agent fits ${asked}, so none was asked.`;
  const steps = lastText.split("\n<step>\n").slice(1).map(stepSentence);
  const [failure] = dataIn(lastText, "execution_failure") as readonly ReportedFailure[];
  const end = steps.length === 0 && failure !== undefined ? [`It failed: ${clause(failure)}.`] : [];
  return [`Here is what came of ${asked}.`, ...steps, ...end].join(" ");
}

/**
 * The output as JSON. "reply-invalid" in the input or the message makes it an empty object until it was refused once, "reply-always-invalid"
 * makes it one for ever.
 */
function outputText(schema: object, input: NonNullable<Question["input"]>, message: string, lastText: string): string {
  const words = `${message} ${JSON.stringify(input)}`.match(/\breply-(?:always-)?invalid\b/)?.[0];
  const isTold = /^<rejected_answer\b/m.test(lastText);
  const isWrong = words === "reply-always-invalid" || (words === "reply-invalid" && !isTold);
  return isWrong ? "{}" : JSON.stringify(outputOf(schema, input, message));
}

/** The least that satisfies the schema, with what the input has under the same name and of the same type. */
function outputOf(schema: object, input: NonNullable<Question["input"]>, topic: string): unknown {
  const least = sampleOf(schema, topic);
  if (typeof least !== "object" || least === null) return least;
  const members = Object.entries(least).map(([name, value]) => {
    const given = Object.hasOwn(input, name) ? input[name] : undefined;
    return [name, typeof given === typeof value ? given : value];
  });
  return Object.fromEntries(members);
}

function stepSentence(text: string): string {
  const { callable, end } = JSON.parse(text.slice(0, text.indexOf("\n"))) as { callable: string; end: string };
  const own = text.slice(0, text.indexOf("</step>"));
  const [output] = dataIn(own, "output");
  const [failure] = dataIn(own, "failure") as readonly ReportedFailure[];
  const [wrote] = dataIn(own, "result_text");
  // The text of a tool with structured output mostly says the same again.
  const brought = output ?? wrote;
  const found = brought === undefined ? "" : ` with ${summary(brought)}`;
  const reason = failure === undefined ? "" : `: ${clause(failure)}`;
  const verb = end === "not run" ? "was not run" : end === "succeeded" || end === "failed" ? end : `is ${end}`;
  return `${callable} ${verb}${found}${reason}.`;
}

/** What went wrong, fit to stand before a full stop. */
function clause({ message }: ReportedFailure): string {
  return String(message).replace(/\.+$/, "");
}

/** The title of an artifact or of the output itself, else the first characters. */
function summary(output: unknown): string {
  const { artifact, title } = (output ?? {}) as {
    readonly artifact?: { readonly title?: unknown } | null;
    readonly title?: unknown;
  };
  const shown = artifact?.title ?? title;
  return typeof shown === "string" ? `"${shown}"` : JSON.stringify(output).slice(0, 200);
}
