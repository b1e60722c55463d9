/** What `npm start` says of a run in plain words, a line for each fact. */
import { styleText } from "node:util";
import { count } from "./crash-cost.mjs";

const labelWidth = 13;
const textWidth = 120;

/** `Plan         workflow_publish (topic: "AI trends 2025")`, the label bold in a terminal. */
export function labelled(label, text, stream = process.stdout) {
  return `${styleText("bold", label.padEnd(labelWidth), { stream })} ${text}`;
}

/** The lines for an execution that has ended. */
export function runLines({ plan, status, failure, response, durationMs, usage }, executions) {
  const calls = [count(usage.modelCalls, "model call"), count(usage.toolCalls, "tool call")];
  if (usage.agentCalls > 0) calls.push(count(usage.agentCalls, "agent call"));
  const ran = [count(executions, "execution"), ...calls, `${((durationMs ?? 0) / 1_000).toFixed(1)} s`];
  if (usage.costMicros !== null) ran.push(dollars(usage.costMicros));
  return [
    ...(plan === null ? [] : [labelled("Plan", shortened(plan.steps.map(stepText).join(", then ")))]),
    labelled("Ran", ran.join(", ")),
    status === "SUCCEEDED"
      ? labelled("Answer", shortened(response ?? "none was asked for"))
      : labelled("Ended", shortened(`${status}: ${failure?.message ?? "no failure is known"}`)),
  ];
}

/** `$0.0012`; of less than a hundredth of a cent the first digit that is not zero. */
export function dollars(micros) {
  const digits = micros >= 100 || micros === 0 ? 4 : 6;
  return `$${(micros / 1_000_000).toFixed(digits)}`;
}

/** One line that fits a terminal. */
export function shortened(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= textWidth ? line : `${line.slice(0, textWidth - 1)}…`;
}

function stepText({ callableName, arguments: given }) {
  const words = Object.entries(given ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${callableName} (${words.join(", ")})`;
}
