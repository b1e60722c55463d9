/**
 * Workflow definitions of Solace Agent Mesh, imported and run, and held against what that system recorded of itself. The files are no part of this
 * project, so the suite runs where a variable names their folder.
 */
import type { Suite } from "../suite.ts";
import { runTests } from "../volumes/volumes-suite.ts";

const variable = "WORKFLOW_DEFINITIONS";

export const agentMeshSuite: Suite = {
  name: "agent-mesh",
  title: "Definitions of Solace Agent Mesh, with the results that it recorded",
  version: "the files that are given",
  folder: { variable, files: ["workflows", "golden_level1_7.json", "unit_vectors.json"] },
  declared: [],
  run: ({ scratch }) =>
    runTests(
      ["test/e2e/runs/agent-mesh-vectors.proof.test.ts", "test/catalog/agent-mesh/published-vectors.test.ts"],
      scratch,
      { [variable]: process.env[variable] ?? "" },
    ),
};
