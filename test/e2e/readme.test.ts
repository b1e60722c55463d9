/** The README promises an answer to each of its queries: the real Worker gives exactly that. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { servedModels } from "./served-models.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text ?? "");
const answers = blocks("json");
const queries = blocks("graphql").map((query, index) => ({ query, answer: answers[index] ?? "" }));

const served = servedModels();

it("[P8, P28] the README begins with a prompt and shows a given plan too", () => {
  expect(queries.map(({ query }) => /source: \{\s+(\w+)|source: \{ (\w+)/.exec(query)?.slice(1).find(Boolean))).toEqual(
    ["prompt", "plan"],
  );
});

it.each(queries)("[P28] a query of the README gets the answer of the README", async ({ query, answer }) => {
  expect({ data: await served.planwright.ask(query) }).toEqual(JSON.parse(answer));
});
