/** What each command of the project takes, as `npm run NAME -- --help` prints it. Needs no package and runs on Node 20. */
export const usages = {
  test: `Usage: npm test -- [arguments of vitest]

Runs format, lint, generated files, requirements, types and every test, and stops at the first stage that fails. With arguments, only those tests:
  npm test -- --project node               the tests in Node; others are workerd, worker and browser
  npm test -- --project node test/plan     those of a folder`,
  create: `Usage: npm run create -- FOLDER [--template minimal|web|chat|agents]

Makes a project of its own, as npm create planwright does, with the packages of this clone.`,
  bench: `Usage: npm run bench -- [--quick] [--only part,…] [--json] [--write] [--from file.json]

  --quick     a short run, which only shows that everything works
  --only      runs these parts alone
  --json      prints the figures as JSON instead of tables
  --write     puts the tables into docs/performance.md; needs all parts
  --from      takes the figures that --json printed instead of measuring`,
  simulate: "Usage: npm run simulate -- [--seeds N] [--first S] [--only NAME] [--workers N] | --seed S [--only NAME]",
  chaos:
    "Usage: npm run chaos -- [--crashes N] [--kills N] [--seed S] [--parallel N] [--recovery N] [--json] [--write]",
  fuzz: "Usage: npm run fuzz -- --cases N [--seed S] [--family NAME] [--case I] [--target worker]",
  soak: "Usage: npm run soak -- [--minutes N] [--seed S] [--json FILE] [--write]",
  scale: "Usage: npm run scale -- [--executions N] [--puts-per-second N] [--quick] [--json] [--write]",
  proof: `Usage: npm run proof -- [--only NAME,…] [--skip NAME,…] [--list] [--json] [--write] [--checkouts DIR] [--python FILE]

  --only, --skip   runs these suites alone, or all but these
  --list           names every suite, its version and its needs
  --json           prints the results as JSON, and the text of them on the other stream
  --write          puts the tables into docs/conformance.md; needs all suites
  --checkouts      folder of the suites that are git repositories (PROOF_CHECKOUTS, else .planwright/checkouts)
  --python         the Python for suites that need one; else python3, then /usr/bin/python3`,
  containment: "Usage: npm run containment -- FILE [--list]",
  load: `Usage: npm run load -- --url http://127.0.0.1:8787/graphql [options]

Begins executions at a steady rate and says what became of them. npm run load -- --options lists the options.`,
  generate: "Usage: npm run generate -- [--check]\n\nWrites every generated file; --check only names the stale ones.",
  docs: `Usage: npm run docs -- [--serve] [--port N] [--url ADDRESS]

Builds the site of the documentation into .planwright/docs/site and checks every link of it.
  --serve     serves it at http://localhost:5173, or the port of --port, and shows each change of a document at once
  --url       the address under which the site will be served, for llms.txt and sites below a path`,
  screenshots:
    "Usage: npm run screenshots\n\nMakes the pictures of docs/images anew, while npm start serves in another terminal.",
};
