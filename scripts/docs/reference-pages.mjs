/** Pages that are made from the source: error codes, commands, the list of decisions. */
import { buildSchema } from "graphql";
import { commandHelp } from "../../packages/planwright/cli/program.ts";
import { usages } from "../usages.mjs";
import { failureAdvice, requestCodes, userErrorAdvice } from "./error-advice.mjs";

/** The page of error codes: meanings from the schema, advice from `error-advice.mjs`. Throws for a code of the schema without advice. */
export function errorPage(source) {
  const schema = buildSchema(source);
  const advised = (name, advice) => {
    const values = schema.getType(name).getValues();
    return table(
      ["Code", "Meaning", "What to do"],
      values.map(({ name: code, description }) => {
        if (advice[code] === undefined)
          throw new Error(`Cannot write the error codes: required advice for ${name}.${code}`);
        return [`\`${code}\``, cell(description ?? ""), advice[code]];
      }),
    );
  };
  const meanings = (name) => {
    const values = schema.getType(name).getValues();
    return table(
      ["Code", "Meaning"],
      values.map(({ name: code, description }) => [`\`${code}\``, cell(description ?? "")]),
    );
  };
  const requests = Object.entries(requestCodes).map(([code, [meaning, advice]]) => [`\`${code}\``, meaning, advice]);
  return `# Error codes

Planwright answers what a caller can act upon as data. The \`errors\` of a mutation hold \`UserError\`s. A step or an execution that failed has a \`failure\`. Only a malformed
request, a missing permission and a fault of the server are GraphQL errors. Clients must tolerate codes that they do not know.

## Requests

\`extensions.code\` of a GraphQL error.

${table(["Code", "Meaning", "What to do"], requests)}

## Mutations

\`UserError.code\`. \`path\` names the argument that it concerns.

${advised("UserErrorCode", userErrorAdvice)}

### Template references

\`TemplateError.reason\`, beside the code \`TEMPLATE_INVALID\`.

${meanings("TemplateErrorReason")}

## Steps and executions

\`ExecutionFailure.code\`. \`retryable\` says whether the same request may succeed later.

${advised("FailureCode", failureAdvice)}

## Warnings

Nothing is refused for a warning.

### Plans

${meanings("PlanWarningCode")}

### Results of steps

${meanings("StepWarningCode")}

### Cards of agents

${meanings("AgentCardWarningCode")}
`;
}

/** What each command of `planwright` takes, and then those of the repository, as `--help` prints it. */
export function commandPage() {
  const block = (name, text, level = "##") => `${level} ${name}\n\n\`\`\`text\n${text}\n\`\`\``;
  return [
    "# Commands",
    "The options of each command of `planwright`, as `--help` prints them. [The command line](../cli.md) shows how they are used. Commands of a clone of the repository follow below.",
    ...commandHelp().map(({ name, text }) => block(name, text)),
    "## Commands of the repository",
    "`npm start -- --help` lists the options of the example. Each command below is called as `npm run NAME`, and prints its usage with `--help`.",
    ...Object.entries(usages).map(([name, usage]) => block(`npm run ${name}`, usage, "###")),
  ]
    .join("\n\n")
    .concat("\n");
}

/** The decisions in their order. `documents` is a list of file names and texts. */
export function decisionPage(documents) {
  const rows = documents.map(({ name, text }) => `- [${/^# (.+)$/m.exec(text)?.[1] ?? name}](${name})`);
  return `# Decisions\n\nDecisions that somebody could reopen. Each page has the context, the decision and its consequences.\n\n${rows.join("\n")}\n`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const cell = (text) => text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
