/**
 * `npm run proof`: runs the suites of others against the real Worker; see docs/conformance.md.
 * Usage: npm run proof -- [--only NAME,…] [--skip NAME,…] [--list] [--json] [--write] [--checkouts DIR] [--python FILE]. Exits 1 if a scenario
 * fails that is not declared, a declaration is stale or a suite that was asked for did not run; 2 on arguments that cannot be used.
 */
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { parseArgs } from "node:util";
import { writeSection } from "./generate/marked-section.mjs";
import { projectRoot } from "./setup.mjs";
import { usages } from "./usages.mjs";

/** Commands that prove something by themselves, and are only named here. */
const others = {
  simulate: "deterministic simulations of engine, people and faults",
  chaos: "the real Worker, killed, reset and evicted under executions",
  fuzz: "hostile and random input at every boundary",
  soak: "hours of load, with what is stored and held counted",
  scale: "lists and indexes with very many executions",
  containment: "the schema relation over a file of pairs",
};

const { suites } = await import("../test/proof/suites.ts");
const names = suites.map(({ name }) => name);
const options = given();
if (options.list) list();
else await run();

function refuse(message) {
  console.error(`${message}\n${usages.proof}`);
  process.exit(2);
}

function given() {
  const [flag, string] = [{ type: "boolean", default: false }, { type: "string" }];
  try {
    const { values } = parseArgs({
      options: {
        ...{ list: flag, json: flag, write: flag },
        ...{ only: string, skip: string, checkouts: string, python: string },
      },
    });
    const chosen = namesIn(values.only) ?? names;
    const skipped = namesIn(values.skip) ?? [];
    const left = names.filter((name) => chosen.includes(name) && !skipped.includes(name));
    if (left.length === 0) refuse("Cannot run nothing: --skip names everything that --only names");
    if (values.write && left.length < names.length) refuse("Cannot take --write: required all suites");
    return { ...values, names: left, asked: namesIn(values.only) ?? [] };
  } catch (error) {
    return refuse(error.message);
  }
}

function namesIn(text) {
  const found = text?.split(",").filter((name) => name !== "");
  const unknown = found?.find((name) => !names.includes(name));
  if (unknown !== undefined) refuse(`Cannot run "${unknown}": required one of ${names.join(", ")}`);
  return found;
}

function list() {
  for (const { checkout, folder, name, pythonPackages, title, version } of suites) {
    const needs = [
      checkout && `a checkout of ${checkout.repository}`,
      pythonPackages && "Python 3",
      folder && `files in the folder that ${folder.variable} names`,
    ].filter(Boolean);
    console.log(`${name.padEnd(14)}${title} (${version})${needs.length > 0 ? `; needs ${needs.join(" and ")}` : ""}`);
  }
  console.log("\nCommands of their own:");
  for (const [name, text] of Object.entries(others)) console.log(`${`npm run ${name}`.padEnd(22)}${text}`);
}

async function run() {
  const { runSuites } = await import("../test/proof/run-suites.ts");
  const { isProven, markdownReport, textReport } = await import("../test/proof/report.ts");
  const folder = options.checkouts ?? process.env.PROOF_CHECKOUTS ?? ".planwright/checkouts";
  const results = await runSuites(
    suites.filter(({ name }) => options.names.includes(name)),
    {
      checkouts: isAbsolute(folder) ? folder : join(projectRoot, folder),
      pythons: options.python === undefined ? ["python3", "/usr/bin/python3"] : [options.python],
      onResult: (result) => (options.json ? console.error : console.log)(textReport(result)),
    },
  );
  if (options.json) console.log(JSON.stringify(results, null, 2));
  const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  const date = new Date().toISOString().slice(0, 10);
  if (options.write) writeSection("docs/conformance.md", "proof", markdownReport(results, date, version));
  process.exit(isProven(results, options.asked) ? 0 : 1);
}
