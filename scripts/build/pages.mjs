/**
 * Makes the static assets of the Worker in `dist/assets`: GraphiQL, as files of its own, so that the page can forbid scripts that
 * stand in it, and the schema of workflow files.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { graphiqlExamples } from "../graphiql-examples.mjs";
import { projectRoot } from "../setup.mjs";
import { existingText } from "./existing-text.mjs";

const folder = join(projectRoot, "dist/assets/graphiql");

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Planwright</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/graphiql/page.css" />
  </head>
  <body class="no-focus-outline">
    <noscript>This page needs JavaScript.</noscript>
    <div id="root"></div>
    <script src="/graphiql/page.js"></script>
  </body>
</html>
`;

const options = {
  title: "Planwright",
  endpoint: "/graphql",
  defaultQuery: graphiqlExamples.join("\n"),
};

/** The page's script: the editor's workers, then the package's code, then the page itself. */
function script({ editorWorkerService, graphqlWorker, js, jsonWorker }) {
  const workers = JSON.stringify({ editorWorkerService, json: jsonWorker, graphql: graphqlWorker });
  return `const workers = Object.fromEntries(
  Object.entries(${workers}).map(([label, text]) => [
    label,
    URL.createObjectURL(new Blob([text], { type: "application/javascript" })),
  ]),
);
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };
${js};
YogaGraphiQL.renderYogaGraphiQL(document.querySelector("#root"), ${JSON.stringify(options)});
`;
}

/** Writes the assets. Those that are there already from the same sources are left alone. */
export async function makePages() {
  mkdirSync(join(projectRoot, "dist/assets/schemas"), { recursive: true });
  copyFileSync(join(projectRoot, "schemas/workflow.json"), join(projectRoot, "dist/assets/schemas/workflow.json"));
  const source = fileURLToPath(import.meta.resolve("@graphql-yoga/render-graphiql/graphiql"));
  const stamp = createHash("sha256")
    .update(readFileSync(source))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(graphiqlExamples.join());
  const version = stamp.digest("hex");
  const stampFile = join(dirname(dirname(folder)), "assets.version");
  if (existingText(stampFile) === version && existingText(join(folder, "page.html")) === page) return;
  const parts = await import("@graphql-yoga/render-graphiql/graphiql");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "page.html"), page);
  writeFileSync(join(folder, "page.css"), parts.css);
  writeFileSync(join(folder, "page.js"), script(parts));
  writeFileSync(stampFile, version);
}
