/** The suite of JSON Schema, in both dialects that tools may use, as a suite of `npm run proof`. */

import type { Scenario, Suite } from "../suite.ts";
import { jsonSchemaDeclared } from "./json-schema-declared.ts";
import { runJsonSchemaSuite, type SuiteCase } from "./json-schema-suite.ts";

const commit = "44401e0c";

export const jsonSchemaSuite: Suite = {
  name: "json-schema",
  title: "JSON-Schema-Test-Suite, required tests",
  version: `json-schema-org/JSON-Schema-Test-Suite ${commit}`,
  checkout: {
    folder: "JSON-Schema-Test-Suite",
    repository: "https://github.com/json-schema-org/JSON-Schema-Test-Suite",
    commit,
  },
  declared: jsonSchemaDeclared,
  run: async ({ checkout }) =>
    (["draft2020-12", "draft7"] as const).flatMap((draft) => {
      const counts = runJsonSchemaSuite(checkout, draft);
      const scenarios = (outcome: Scenario["outcome"], found: string, cases: readonly SuiteCase[]) =>
        cases.map(({ detail, name }) => ({ name: `${draft} ${name}`, outcome, detail: `${found}: ${detail}` }));
      return [
        ...scenarios("passed", "judged right", counts.rightCases),
        ...scenarios("skipped", "refused", counts.refused),
        ...scenarios("failed", "cannot be evaluated", counts.notEvaluable),
        ...scenarios("failed", "a valid value is refused", counts.validRefused),
        ...scenarios("failed", "an invalid value is accepted", counts.invalidAccepted),
      ];
    }),
};
